package ceds_test

import (
	"context"
	"path/filepath"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// explore runs the engine on a program and returns the verdict and the counters.
func explore(t *testing.T, path string, cfg ceds.Config) (property.Kind, map[string]float64) {
	t.Helper()
	p, err := lawLoad(path, "", property.UnreachCall, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	eng, err := ceds.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	res, err := eng.Check(context.Background(), engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]float64{}
	for _, s := range res.Stats {
		counts[s.Name] = s.Value
	}
	return res.Verdict.Kind, counts
}

// TestFigures: on the programs after figures 1 and 2 of the paper fewer than one in forty comparisons
// of slices reach a solver, and of the questions that do there are far fewer than without slices and cache.
func TestFigures(t *testing.T) {
	for _, tt := range []struct {
		name, path string
		match      string
		noPOR      bool
		checks     float64 // at least so many comparisons
		prefix     int     // states up to which both ways are compared
		fewer      float64 // how many times fewer solver calls
	}{
		// y is a constant in each state: no two are compared.
		{"figure 1", "../../../examples/papers/symdivine_figure1.c", "equal", false, 0, 0, 0},
		{"figure 1, y from an input, equal", "testdata/figure1_counter.c", "equal", false, 1600, 12, 3},
		{"figure 1, y from an input, subsume", "testdata/figure1_counter.c", "subsume", false, 1600, 12, 2.5},
		// As in the paper, in which only local steps are joined.
		{"figure 2, equal", "../../../examples/papers/symdivine_figure2.c", "equal", true, 20_000, 100, 3},
		{"figure 2, subsume", "../../../examples/papers/symdivine_figure2.c", "subsume", true, 400, 50, 4},
		{"figure 2, reduced", "../../../examples/papers/symdivine_figure2.c", "subsume", false, 40, 0, 0},
	} {
		if tt.checks > 10_000 && !testflag.Deep() {
			continue // half of the time of all
		}
		t.Run(tt.name, func(t *testing.T) {
			cfg := ceds.Config{Match: tt.match, NoPartialOrder: tt.noPOR}
			verdict, n := explore(t, filepath.FromSlash(tt.path), cfg)
			if verdict != property.True {
				t.Errorf("the verdict is %v", verdict)
			}
			checks, asked := n["equality checks"], n["equality by the solver"]
			if checks < tt.checks || asked > checks/40 {
				t.Errorf("%v of %v comparisons reached a solver", asked, checks)
			}
			if tt.prefix == 0 {
				return
			}
			cfg.MaxStates = tt.prefix
			_, n = explore(t, filepath.FromSlash(tt.path), cfg)
			cfg.Store, cfg.NoCache = "whole", true
			_, m := explore(t, filepath.FromSlash(tt.path), cfg)
			sliced := n["equality by the solver"] + n["emptiness by the solver"]
			whole := m["equality by the solver"] + m["emptiness by the solver"]
			t.Logf(
				"%v of %v comparisons; %v solver calls in the first %d states, %v without slices and cache",
				asked, checks, sliced, tt.prefix, whole)
			if whole < tt.fewer*sliced {
				t.Errorf("%v solver calls, and without slices and cache only %v", sliced, whole)
			}
		})
	}
}
