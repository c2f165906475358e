package ceds_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

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
	{"all", func(c *ceds.Config) {
		c.NoSymmetry, c.NoJoins, c.NoPartialOrder, c.NoTau = true, true, true,
			true
	}},
}

const (
	tableStates = 300_000 // at most
	tableLeast  = 200     // states without reductions of a program in the table

	tableHead = "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
)

// explored returns the number of states of a program with some reductions off, and the verdict.
func explored(t *testing.T, p *cfa.Program, off func(*ceds.Config)) (int, property.Kind) {
	t.Helper()
	cfg := ceds.Config{MaxStates: tableStates}
	off(&cfg)
	eng, err := ceds.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	return int(res.Stats[0].Value), res.Verdict.Kind
}

// TestReductionFactors checks that all reductions together leave less than a tenth of the states of a
// lock-free stack and of the bakery for three threads, with the same verdict.
func TestReductionFactors(t *testing.T) {
	for _, name := range []string{"treiber_threads.c", "bakery_threads.c"} {
		file := examples.File(t, filepath.Join("..", "..", "..", "examples"), name)
		p := compiled.Program(t, c.Config{Files: []string{file}})
		some, v := explored(t, p, without[0].off)
		all, w := explored(t, p, without[len(without)-1].off)
		if v != property.True || w != property.True || 10*some > all {
			t.Errorf("%s: %d states (%v) of %d (%v)", name, some, v, all, w)
		}
	}
}

// TestReductionTable writes the table in docs/ceds.md anew with -update, which takes a few minutes. Examples
// that have fewer states than the table tells of are left out.
func TestReductionTable(t *testing.T) {
	if !testflag.Update() {
		t.Skip("only with -update")
	}
	files := examples.Names(t, lawExamples)
	var b strings.Builder
	for _, file := range append(files, filepath.Join("testdata", "stack.c")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "pthread_create") || strings.Contains(string(text), "property:") &&
			!(strings.Contains(string(text), "// verdict:    true") &&
				strings.Contains(string(text), "unreach-call") && strings.Contains(string(text), ", ceds")) {
			continue
		}
		p, err := lawLoad(file, "", property.UnreachCall, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		row, last := fmt.Sprintf("| `%s` |", strings.TrimSuffix(filepath.Base(file), ".c")), 0
		for _, w := range without {
			n, v := explored(t, p, w.off)
			switch v {
			case property.True:
				row, last = row+fmt.Sprintf(" %s |", thousands(n)), n
			case property.Unknown:
				row, last = row+" - |", tableStates
			default:
				t.Errorf("%s, %s: wrong verdict", file, w.name)
			}
		}
		if last >= tableLeast {
			b.WriteString(row + "\n")
		}
	}
	const page = "../../../docs/ceds.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), tableHead)
	if !ok {
		t.Fatalf("there is no table in %s", page)
	}
	_, rest, _ = strings.Cut(rest, "\n\n")
	if err := os.WriteFile(page, []byte(head+tableHead+b.String()+"\n"+rest), 0o666); err != nil {
		t.Fatal(err)
	}
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
