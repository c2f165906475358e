package ceds_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

var table = flag.Bool("table", false, "print a table of the states of all examples with and without each reduction, for docs/ceds.md")

// without are the columns of the table: the reductions that are off.
var without = []struct {
	name string
	off  func(*ceds.Config)
}{
	{"all on", func(*ceds.Config) {}},
	{"symmetry", func(c *ceds.Config) { c.NoSymmetry = true }},
	{"sections", func(c *ceds.Config) { c.NoSections = true }},
	{"elements", func(c *ceds.Config) { c.NoElements = true }},
	{"waking", func(c *ceds.Config) { c.NoWake = true }},
	{"joins", func(c *ceds.Config) { c.NoJoins = true }},
	{"partial order", func(c *ceds.Config) { c.NoPartialOrder = true }},
	{"tau", func(c *ceds.Config) { c.NoTau = true }},
	{"all", func(c *ceds.Config) { c.NoSymmetry, c.NoJoins, c.NoPartialOrder, c.NoTau = true, true, true, true }},
}

const tableStates = 300_000

// explored returns the number of states of a program with some reductions off, and the verdict.
func explored(t *testing.T, p *cfa.Program, off func(*ceds.Config)) (int, property.Kind) {
	t.Helper()
	cfg := ceds.Config{MaxStates: tableStates}
	off(&cfg)
	eng, err := ceds.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	return int(res.Stats[0].Value), res.Verdict.Kind
}

// TestReductionFactors checks that all reductions together leave less than a tenth of the states of a lock-free
// stack and of the bakery for three threads, with the same verdict.
func TestReductionFactors(t *testing.T) {
	for _, name := range []string{"treiber_threads.c", "bakery_threads.c"} {
		p := load(t, filepath.Join("..", "..", "..", "..", "examples", name))
		some, v := explored(t, p, without[0].off)
		all, w := explored(t, p, without[len(without)-1].off)
		if v != property.True || w != property.True || 10*some > all {
			t.Errorf("%s: %d states (%v) of %d (%v)", name, some, v, all, w)
		}
	}
}

// TestReductionTable prints the table with -table; it takes a few minutes.
func TestReductionTable(t *testing.T) {
	if !*table {
		t.Skip("only with -table")
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, file := range append(files, filepath.Join("testdata", "stack.c")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "pthread_create") || strings.Contains(string(text), "property:") &&
			!(strings.Contains(string(text), "// verdict:    true") && strings.Contains(string(text), "unreach-call") && strings.Contains(string(text), ", ceds")) {
			continue
		}
		p, _, err := c.Load(context.Background(), c.Config{Files: []string{file}, Property: property.UnreachCall})
		if err != nil {
			t.Fatal(err)
		}
		p.Terms.Freeze()
		fmt.Fprintf(&b, "| `%s` |", strings.TrimSuffix(filepath.Base(file), ".c"))
		for _, w := range without {
			n, v := explored(t, p, w.off)
			switch v {
			case property.True:
				fmt.Fprintf(&b, " %d |", n)
			case property.Unknown:
				b.WriteString(" - |")
			default:
				t.Errorf("%s, %s: wrong verdict", file, w.name)
			}
		}
		b.WriteByte('\n')
	}
	t.Logf("\n%s", b.String())
}
