package ranking_test

import (
	"context"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/engine/ranking"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randloop"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// check decides termination of a program, and looks at the evidence.
func check(t *testing.T, text string) property.Verdict {
	t.Helper()
	cfg := compiled.File("loop.c", text)
	cfg.Property = property.Termination
	prog := compiled.Program(t, cfg)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	e := ranking.New(ranking.Config{Safety: pdr.New(pdr.Config{})})
	res, err := e.Check(ctx, engine.Task{Program: prog, Property: property.Termination})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	switch res.Verdict.Kind {
	case property.True:
		c, err := res.Proof.Check(ctx, func(st *term.Store) (smt.Solver, error) {
			return native.New(st, native.Config{}), nil
		})
		if err != nil || !c.Checked {
			t.Errorf("the proof is wrong: %v %v\n%s", c, err, text)
		}
	case property.False:
		if _, err := interp.Replay(ctx, prog, res.Trace); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	return res.Verdict
}

// TestRandom compares verdicts on random loops with what all their executions do.
func TestRandom(t *testing.T) {
	count := map[string]int{}
	for seed := range testflag.Seeds(60) {
		p := randloop.New(uint64(seed))
		ends, ok := p.Ends(1 << 20)
		if !ok {
			count["too many states"]++
			continue
		}
		begin := time.Now()
		v := check(t, p.C())
		if d := time.Since(begin); d > time.Second {
			t.Logf("seed %d: %v", seed, d)
		}
		count[v.String()]++
		if v.Kind == property.Unknown {
			t.Logf("seed %d is undecided, ends: %t\n%s", seed, ends, p.C())
		} else if (v.Kind == property.True) != ends {
			t.Errorf("seed %d: %s, but ends: %t\n%s", seed, v, ends, p.C())
		}
	}
	t.Log(count)
}
