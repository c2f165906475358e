package slab

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	gen "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

func z3(st *term.Store) (smt.Solver, error) { return process.New(st, process.Config{Command: "z3"}) }

// decide checks all goals of a system and the evidence: paths are replayed, certificates asked of z3.
func decide(ctx context.Context, t testing.TB, sys *transition.System, cfg Config) engine.Result {
	t.Helper()
	sys.Terms.Freeze()
	res, err := New(cfg).Check(ctx, engine.Task{System: sys, Goal: engine.AllGoals, Property: property.Bad})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case res.Path != nil:
		if err := sys.Replay(res.Path); err != nil {
			t.Error(err)
		}
	case res.Invariant != nil:
		if _, err := exec.LookPath("z3"); err != nil {
			break
		}
		forked := sys.Fork()
		forked.Terms = res.Invariant.Terms
		claim := inductive.Claim{System: forked, Invariant: res.Invariant.Cond}
		for i := range sys.Goals {
			claim.Goals = append(claim.Goals, i)
		}
		a, err := claim.Check(ctx, z3)
		if err != nil || a.Status != inductive.Holds {
			t.Errorf("certificate: %+v, %v", a, err)
		}
	case res.Verdict == property.Holds():
		t.Error("no certificate")
	}
	return res
}

func TestRows(t *testing.T) {
	only := os.Getenv("ROWS")
	for _, r := range append(append(gen.Elevators(), gen.Broken()...), append(gen.Table2(), gen.Larger()...)...) {
		if only != "" && !strings.Contains(r.Name, only) {
			continue
		}
		if only == "" && (r.Size > 3) {
			continue
		}
		cfg := Config{}
		if v := os.Getenv("WINDOW"); v != "" {
			cfg.Window = v
		}
		if v := os.Getenv("STRENGTH"); v != "" {
			cfg.Strength = v
		}
		cfg.NoBypass = os.Getenv("NOBYPASS") != ""
		cfg.NoFragment = os.Getenv("NOSMALL") != ""
		if os.Getenv("Z3") != "" {
			cfg.Solver = func(st *term.Store) smt.Solver { s, _ := z3(st); return s }
		}
		start := time.Now()
		res := decide(t.Context(), t, r.System(), cfg)
		var line strings.Builder
		for _, s := range res.Stats {
			line.WriteString(" " + s.Name + " " + s.Text())
		}
		t.Logf("%-30s %v %s %.3fs %s", r.Name, res.Verdict, res.Why, time.Since(start).Seconds(), line.String())
		if res.Verdict.Kind != property.Unknown && (res.Verdict == property.Holds()) != r.Safe {
			t.Errorf("%s wrong", r.Name)
		}
	}
}
