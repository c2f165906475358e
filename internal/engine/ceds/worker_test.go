package ceds_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// TestRenew takes all states from bytes again and again: nothing else may change.
func TestRenew(t *testing.T) {
	for f, p := range parallelPrograms(t) {
		for _, cfg := range []ceds.Config{{}, {Match: "equal", Search: "bfs", NoPartialOrder: true},
			{Store: "whole"}} {
			cfg.MaxStates = 400
			var all []string
			for _, renew := range []int{0, 20, 500} {
				eng, err := ceds.New(cfg.RenewAfter(renew))
				if err != nil {
					t.Fatal(err)
				}
				res := checked(t, f, eng, p)
				all = append(all, res.Verdict.String()+" "+res.Why)
			}
			if all[0] != all[1] || all[0] != all[2] {
				t.Errorf("%s, %+v: %s", f, cfg, strings.Join(all, "; "))
			}
		}
	}
}

// TestWorkers explores with several workers; the verdict stays.
func TestWorkers(t *testing.T) {
	for f, p := range parallelPrograms(t) {
		for _, cfg := range []ceds.Config{{}, {Match: "equal", NoPartialOrder: true}} {
			cfg.MaxStates = 2000
			var want string
			for _, workers := range []int{1, 2, 5} {
				cfg.Workers = workers
				eng, err := ceds.New(cfg)
				if err != nil {
					t.Fatal(err)
				}
				switch got := checked(t, f, eng, p).Verdict.String(); {
				case workers == 1:
					want = got
				case got != want && got != "unknown" && want != "unknown":
					t.Errorf("%s: %s with %d workers, %s with one", f, got, workers, want)
				}
			}
		}
	}
}

// checked is the answer about a program.
func checked(t *testing.T, name string, eng engine.Engine, p *cfa.Program) engine.Result {
	res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return res
}

// parallelPrograms are some of the examples about reachability, by name.
func parallelPrograms(t *testing.T) map[string]*cfa.Program {
	files := examples.Names(t, lawExamples)
	out := map[string]*cfa.Program{}
	for _, f := range testflag.Some(files, len(files)/16) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "unreach-call") ||
			strings.HasPrefix(filepath.Base(f), "slab_elevator") { // whose states are few and dear
			continue
		}
		if p, err := lawLoad(f, "", property.UnreachCall, c.LP64); err == nil {
			out[f] = p
		}
	}
	return out
}
