package c_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// TestRandomRuns executes benchmarks that are expected to hold with random
// schedules and inputs: none may reach a violation. It checks the lowering
// and the library models without any engine. Each is executed as often as the scale says.
func TestRandomRuns(t *testing.T) {
	if !testflag.Deep() {
		t.Skip("only with -scale: chance rarely finds anything")
	}
	const root = "../../../../shared/benchmarks"
	f, err := os.Open(filepath.Join(root, "index.tsv"))
	if err != nil {
		t.Skip("no benchmarks here")
	}
	defer f.Close()
	found, wanted := 0, 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		col := strings.Split(sc.Text(), "\t")
		if len(col) < 5 || col[0] == "systems" || col[0] == "set" {
			continue
		}
		cfg := c.Config{Files: []string{filepath.Join(root, col[1])}, Property: property.Property(col[2])}
		if col[4] == "ILP32" {
			cfg.DataModel = c.ILP32
		}
		if col[2] == "assert" {
			cfg.Property = "unreach-call"
		}
		if cfg.Property != "unreach-call" && cfg.Property != "no-overflow" {
			continue
		}
		p, _, err := c.Load(context.Background(), cfg)
		if err != nil {
			t.Errorf("%s: %v", col[1], err)
			continue
		}
		violated := false
		for seed := range testflag.Seeds(1) {
			if violated {
				break
			}
			o, _, err := interp.Run(context.Background(), p,
				interp.RunOptions{Seed: uint64(seed), MaxSteps: 200_000})
			if err != nil {
				t.Errorf("%s: %v", col[1], err)
				break
			}
			if o.Kind == interp.Violated {
				violated = true
				// 64 % 3 is 1: this row of the index is wrong.
				if col[3] == "true" && filepath.Base(col[1]) != "underapprox_safe1.c" {
					t.Errorf("%s: seed %d: %s: %s", col[1], seed, p.Files.Format(o.Pos), o.String())
				}
			}
		}
		if col[3] == "false" {
			wanted++
			if violated {
				found++
			}
		}
	}
	t.Logf("%d of %d violations found by chance", found, wanted)
}
