package liveness

import (
	"fmt"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// TestReductions compares what is said of random formulas over random programs with an explicit search, with
// each reduction on and off.
func TestReductions(t *testing.T) {
	configs := []Config{{}, {Store: "whole"}, {NoCache: true, NoModels: true},
		{Store: "whole", NoCache: true, NoModels: true}, {renew: 200}, {NoStepCache: true},
		{NoIndependence: true}, {NoIndependence: true, NoStepCache: true},
		{noTau: true}, {noTau: true, NoStepCache: true}}
	asked, undecided, formulas := 0, 0, map[string]bool{}
	for seed := range testflag.Seeds(2) {
		p, f := aboutProgram(t, seed)
		if f == nil {
			continue
		}
		formulas[f.String()] = true
		task := taskOf(t, p, f)
		for _, fair := range []property.Fairness{property.Unfair, property.Weak, property.Strong} {
			task.Temporal = &engine.Temporal{Formula: f, Fairness: fair}
			want := p.Holds(f, fair)
			for _, config := range configs {
				res, err := New(config).Check(t.Context(), task)
				if err != nil {
					t.Fatalf("seed %d, %s: %v", seed, f, err)
				}
				asked++
				if res.Verdict.Kind == property.Unknown {
					undecided++
				} else if got := res.Verdict.Kind == property.True; got != want {
					t.Errorf("seed %d, %s, fairness %s, %s: %v, want %v\n%s", seed, f, fair,
						fmt.Sprintf("%+v", config), got, want, p.C())
				}
			}
		}
	}
	t.Logf("%d formulas, %d asked, %d undecided", len(formulas), asked, undecided)
}

// TestIndependence compares what is said of random programs, whose threads mostly use variables of their own,
// with an explicit search: formulas, and whether a thread waits for ever.
func TestIndependence(t *testing.T) {
	asked, undecided, alone, fewer := 0, 0, 0, 0
	for seed := range testflag.Seeds(4) {
		p := randltl.NewSpread(uint64(seed))
		f, err := ltl.Parse(p.Formula(3, false))
		if err != nil {
			t.Fatal(err)
		}
		if p.Size(f) > 4000 {
			continue
		}
		for _, f := range []*ltl.Formula{f, nil} {
			task := taskOf(t, p, f)
			on := graphOf(t, task, Config{}, 1<<20)
			off := graphOf(t, task, Config{NoIndependence: true}, 1<<20)
			alone += on.alone
			fewer += len(off.nodes) - len(on.nodes)
			for _, fair := range []property.Fairness{property.Unfair, property.Weak, property.Strong} {
				if f == nil && fair == property.Unfair {
					continue
				}
				task.Temporal = &engine.Temporal{Formula: f, Fairness: fair}
				want := false
				if f != nil {
					want = p.Holds(f, fair)
				} else {
					want = !p.Starves(fair)
				}
				for _, config := range []Config{{}, {NoStepCache: true}, {NoIndependence: true}} {
					res, err := New(config).Check(t.Context(), task)
					if err != nil {
						t.Fatalf("seed %d, %s: %v", seed, f, err)
					}
					asked++
					if res.Verdict.Kind == property.Unknown {
						undecided++
					} else if got := res.Verdict.Kind == property.True; got != want {
						t.Errorf("seed %d, %v, fairness %s, %+v: %v, want %v\n%s", seed, f, fair, config, got,
							want, p.C())
					}
				}
			}
		}
	}
	t.Logf("%d asked, %d undecided; %d states in which one thread steps, %d states fewer", asked, undecided,
		alone, fewer)
	if alone == 0 {
		t.Error("no thread made its steps alone")
	}
}

// taskOf is what is asked about a program and a formula; nil asks whether a thread waits for ever.
func taskOf(t *testing.T, p *randltl.Program, f *ltl.Formula) engine.Task {
	t.Helper()
	cfg := compiled.File("p.c", p.C())
	cfg.Property = property.NoStarvation
	cfg.Propositions = []c.Proposition{{Text: "0", Bit: 63}}
	if f != nil {
		cfg.Property = property.LTL
		for bit, a := range f.Atoms() {
			if a.Kind != ltl.End {
				cfg.Propositions = append(cfg.Propositions, c.Proposition{Text: a.Text, Bit: bit})
			}
		}
	}
	return engine.Task{Program: compiled.Program(t, cfg), Property: cfg.Property}
}

// aboutProgram is the random program of a seed and a formula about it: nil if there is too much for an
// explicit search.
func aboutProgram(t *testing.T, seed int64) (*randltl.Program, *ltl.Formula) {
	t.Helper()
	p := randltl.New(uint64(seed))
	f, err := ltl.Parse(p.Formula(3, false))
	if err != nil {
		t.Fatal(err)
	}
	if p.Size(f) > 2000 {
		return p, nil
	}
	return p, f
}
