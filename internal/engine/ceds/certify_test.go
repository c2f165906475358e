package ceds_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randprog"
)

// TestCertifyExamples certifies all examples that hold.
func TestCertifyExamples(t *testing.T) {
	names, err := filepath.Glob("../../../examples/*.c")
	if err != nil {
		t.Fatal(err)
	}
	certified := 0
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
			eng, err := ceds.New(ceds.Config{Certify: &ceds.Certify{}, MaxStates: 3000})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
			defer cancel()
			start := time.Now()
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			total := time.Since(start)
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict.Kind != property.True {
				t.Skip(res.Verdict, res.Why)
			}
			cert := res.Certificate
			t.Logf("%v; %v; search %v, check %v, %d questions, %d unions", res.Why, cert, (total - cert.Time).Round(time.Microsecond*100), cert.Time.Round(time.Microsecond*100), cert.Questions, cert.Unions)
			if cert.Checked {
				certified++
			} else if cert.Reason != "timeout" {
				t.Error(cert)
			}
		})
	}
	if certified < 40 {
		t.Errorf("%d examples are certified", certified)
	}
}

// TestCertifyRandom certifies random programs that hold, explored in several ways.
func TestCertifyRandom(t *testing.T) {
	configs := []ceds.Config{
		{}, {Search: "bfs", Match: "equal"}, {Store: "whole"}, {NoTau: true, NoModels: true}, {Store: "whole", NoCache: true, Match: "equal"}, {Workers: 3},
		ceds.Config{}.RenewAfter(200), {Match: "none"},
	}
	certified, other := 0, 0
	for seed := range int64(*programs) {
		p := newRandomProgram(seed)
		for i, cfg := range configs {
			cfg.Certify, cfg.MaxStates = &ceds.Certify{}, 2000
			eng, err := ceds.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			cancel()
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
	if certified < *programs {
		t.Errorf("only %d certified", certified)
	}
}

// TestCertifyCases certifies the programs that have gone wrong.
func TestCertifyCases(t *testing.T) {
	for _, tt := range cases {
		for _, cfg := range []ceds.Config{{}, {Store: "whole", NoTau: true}} {
			cfg.Certify, cfg.MaxStates = &ceds.Certify{}, 5000
			eng, err := ceds.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			res, err := eng.Check(ctx, engine.Task{Program: compile(t, prelude+tt.text), Property: property.UnreachCall})
			cancel()
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			} else if res.Verdict.Kind == property.True && (!res.Certificate.Checked || tt.want == "false") {
				t.Errorf("%s: %v", tt.name, res.Certificate)
			}
		}
	}
}

// TestCertifyRandomC certifies random C programs that hold.
func TestCertifyRandomC(t *testing.T) {
	certified, inclusions, unions := 0, int64(0), int64(0)
	for seed := range int64(*programs) / 4 {
		for i, text := range []string{randprog.NewMixed(seed), randprog.NewSymbolic(seed)} {
			p, err := lawLoad("p.c", text, property.UnreachCall, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			for j, cfg := range []ceds.Config{{}, {Search: "bfs"}, {Match: "equal", NoTau: true}} {
				cfg.Certify, cfg.MaxStates = &ceds.Certify{}, 1000
				eng, err := ceds.New(cfg)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
				res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
				cancel()
				switch cert := res.Certificate; {
				case err != nil:
					t.Errorf("seed %d, program %d, configuration %d: %v\n%s", seed, i, j, err, text)
				case res.Verdict.Kind != property.True:
				case cert.Checked:
					certified++
					inclusions += cert.BySolver
					unions += cert.Unions
				case cert.Reason != "timeout":
					t.Logf("seed %d, program %d, configuration %d: %v", seed, i, j, cert)
				}
			}
		}
	}
	t.Logf("%d certified, %d inclusions by the solver, %d in several states", certified, inclusions, unions)
	if certified < *programs/8 {
		t.Errorf("only %d certified", certified)
	}
}
