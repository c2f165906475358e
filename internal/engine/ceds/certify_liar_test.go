package ceds_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// liar is a solver that now and then says that something cannot be.
type liar struct {
	smt.Solver
	questions *int
	every     int
}

func (l liar) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	r := l.Solver.Check(ctx, assumptions...)
	if *l.questions++; r.Status == smt.Sat && *l.questions%l.every == 0 {
		return smt.Result{Status: smt.Unsat}
	}
	return r
}

// TestCertifyLiar explores programs that are violated with a solver that lies, and looks whether each proof
// that comes of it is refuted.
func TestCertifyLiar(t *testing.T) {
	type violated struct {
		name    string
		program *cfa.Program
	}
	var list []violated
	add := func(name string, p *cfa.Program) {
		eng, err := ceds.New(ceds.Config{MaxStates: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if res, err := eng.Check(t.Context(), engine.Task{Program: p,
			Property: property.UnreachCall}); err == nil && res.Verdict.Kind == property.False {
			list = append(list, violated{name, p})
		}
	}
	for _, tt := range someTraps(t) {
		if tt.Want == "false" {
			add(tt.Name, compile(t, tt.Text))
		}
	}
	for _, name := range examples.Matching(t, lawExamples, "*_broken.c") {
		if p, err := lawLoad(name, "", property.UnreachCall, c.LP64); err == nil {
			add(name, p)
		}
	}
	for seed := range testflag.Seeds(programs / 2) {
		p, err := lawLoad("p.c", randprog.NewSymbolic(seed), property.UnreachCall, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		add("a random program", p)
	}
	wrong, refuted := 0, 0
	for _, v := range list {
		for _, every := range []int{1, 2, 5} {
			questions := 0
			cfg := ceds.Config{Certify: &certify.Config{}, MaxStates: 2000, NoModels: true}
			cfg.Wrap = func(_ *term.Store, s smt.Solver) smt.Solver { return liar{s, &questions, every} }
			eng, err := ceds.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(t.Context(), engine.Task{Program: v.program,
				Property: property.UnreachCall})
			switch {
			case err != nil && strings.Contains(err.Error(), "are no invariant"):
				wrong++
				refuted++
			case err == nil && res.Verdict.Kind == property.True:
				wrong++
				if res.Certificate.Checked {
					t.Errorf("%s: %v: %v", v.name, res.Verdict, res.Certificate)
				}
			}
		}
	}
	t.Logf("%d violated programs, %d wrong proofs, %d of them refuted", len(list), wrong, refuted)
	if refuted < 20 || refuted < wrong*9/10 {
		t.Errorf("%d of %d wrong proofs are refuted", refuted, wrong)
	}
}
