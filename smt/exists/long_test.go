package exists_test

import (
	"context"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/term"
)

// TestLongRuns: no solution of an equation goes through endless paths, which the test would not survive.
func TestLongRuns(t *testing.T) {
	for _, c := range []struct {
		program, rounds int
	}{{0, 300}, {1, 60}, {4, 25}, {3, 200}} {
		p := programs[c.program]
		st := term.NewStore()
		q := p.query(st, 32, c.rounds+1, c.rounds)
		s := newSolver(t, st, exists.Config{})
		start := time.Now()
		for _, g := range q.ground {
			s.Assert(g)
		}
		s.AssertForAll(q.bound, q.body)
		took := time.Since(start)
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		r := s.Check(ctx)
		cancel()
		t.Logf("%s, %d rounds: %v to prepare, %v after %v, %+v", p.name, c.rounds, took, r, time.Since(start),
			s.Counts())
		if r.Status == smt.Sat {
			t.Errorf("%s: %v", p.name, r)
		}
	}
}
