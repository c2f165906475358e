package ceds_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestCertifyExamples certifies some of the examples that hold.
func TestCertifyExamples(t *testing.T) {
	names := examples.Names(t, "../../../examples")
	certified := 0
	names = testflag.Some(names, len(names)/4)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if _, err := os.Stat(name); err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			p, diags, err := c.Load(ctx, c.Config{Files: []string{name}, Property: property.UnreachCall})
			if err != nil || diags.HasErrors() {
				t.Skip("no program for the default data model")
			}
			p.Terms.Freeze()
			eng, err := ceds.New(ceds.Config{Certify: &certify.Config{}, MaxStates: 1000 * testflag.Scale()})
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict.Kind != property.True {
				t.Skip(res.Verdict, res.Why)
			}
			cert := res.Certificate
			t.Logf("%v; %v; %d questions, %d unions", res.Why, cert, cert.Questions,
				cert.Evidence.(*proof.MultiStates).Unions)
			if cert.Checked {
				certified++
			} else {
				t.Error(cert)
			}
		})
	}
	if certified < len(names)/5 {
		t.Errorf("%d examples are certified", certified)
	}
}

// TestCertifyRandom certifies random programs that hold, explored in several ways.
func TestCertifyRandom(t *testing.T) {
	configs := []ceds.Config{
		{}, {Search: "bfs", Match: "equal"}, {Store: "whole"}, {NoTau: true, NoModels: true},
		{Store: "whole", NoCache: true, Match: "equal"}, {Workers: 3},
		ceds.Config{}.RenewAfter(200), {Match: "none"},
	}
	certified, other := 0, 0
	for seed := range testflag.Seeds(programs) {
		p := randcfa.New(seed)
		for i, cfg := range configs {
			cfg.Certify, cfg.MaxStates = &certify.Config{}, 2000
			eng, err := ceds.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
			switch {
			case err != nil:
				t.Errorf("seed %d, configuration %d: %v", seed, i, err)
			case res.Verdict.Kind != property.True:
				other++
			case !res.Certificate.Checked:
				t.Errorf("seed %d, configuration %d: %v", seed, i, res.Certificate)
			default:
				certified++
			}
		}
	}
	t.Logf("%d certified, %d do not hold", certified, other)
	if certified < testflag.Times(programs) {
		t.Errorf("only %d certified", certified)
	}
}

// TestCertifyTraps certifies programs that have gone wrong.
func TestCertifyTraps(t *testing.T) {
	for _, tt := range someTraps(t) {
		p := compile(t, tt.Text)
		for _, cfg := range []ceds.Config{{}, {Store: "whole", NoTau: true}} {
			cfg.Certify, cfg.MaxStates = &certify.Config{}, 5000
			eng, err := ceds.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
			if err != nil {
				t.Errorf("%s: %v", tt.Name, err)
			} else if res.Verdict.Kind == property.True && (!res.Certificate.Checked || tt.Want == "false") {
				t.Errorf("%s: %v", tt.Name, res.Certificate)
			}
		}
	}
}

// TestCertifyRandomC certifies random C programs that hold.
func TestCertifyRandomC(t *testing.T) {
	certified, inclusions, unions := 0, int64(0), int64(0)
	const programs = 8
	for seed := range testflag.Seeds(programs) {
		for i, text := range []string{randprog.NewMixed(seed), randprog.NewSymbolic(seed)} {
			p, err := lawLoad("p.c", text, property.UnreachCall, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			for j, cfg := range []ceds.Config{{}, {Search: "bfs"}, {Match: "equal", NoTau: true}} {
				cfg.Certify, cfg.MaxStates = &certify.Config{}, 1000
				eng, err := ceds.New(cfg)
				if err != nil {
					t.Fatal(err)
				}
				res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
				switch cert := res.Certificate; {
				case err != nil:
					t.Errorf("seed %d, program %d, configuration %d: %v\n%s", seed, i, j, err, text)
				case res.Verdict.Kind != property.True:
				case cert.Checked:
					certified++
					found := cert.Evidence.(*proof.MultiStates)
					inclusions, unions = inclusions+found.BySolver, unions+found.Unions
				default:
					t.Logf("seed %d, program %d, configuration %d: %v", seed, i, j, cert)
				}
			}
		}
	}
	t.Logf("%d certified, %d inclusions by the solver, %d in several states", certified, inclusions, unions)
	if certified < testflag.Times(programs)/2 {
		t.Errorf("only %d certified", certified)
	}
}
