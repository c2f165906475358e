package cubes_test

import (
	"context"
	"errors"
	"math/rand"
	"sync"
	"testing"

	"whittle.dev/internal/engine/internal/cubes"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
)

// table is a solver of a question about so many bits: models has the assignments that answer it. It is tired
// of cubes that leave many bits open.
type table struct {
	bits   int
	models map[int]bool
	dies   bool // it fails where it should say that there is a model
	tries  int
}

func (s *table) Solve(ctx context.Context, c cubes.Cube) (cubes.Answer, error) {
	if err := ctx.Err(); err != nil {
		return cubes.Answer{Result: smt.Result{Reason: smt.ReasonCanceled}}, nil
	}
	if s.tries++; s.bits-len(c) > 2 && s.tries%8 != 0 {
		return cubes.Answer{Tired: true}, nil
	}
	switch {
	case s.any(c) && s.dies:
		return cubes.Answer{}, errDied
	case s.any(c):
		return cubes.Answer{Result: smt.Result{Status: smt.Sat}}, nil
	}
	needed := len(c)
	for needed > 0 && !s.any(c[:needed-1]) {
		needed--
	}
	return cubes.Answer{Result: smt.Result{Status: smt.Unsat}, Needed: needed}, nil
}

var errDied = errors.New("the solver dies")

func (s *table) any(c cubes.Cube) bool {
	for m := range s.models {
		if s.agrees(c, m) {
			return true
		}
	}
	return false
}

func (s *table) agrees(c cubes.Cube, m int) bool {
	for _, d := range c {
		if m>>d.Choice.A&1 == 1 != d.Value {
			return false
		}
	}
	return true
}

func (s *table) Split(_ context.Context, c cubes.Cube) (cubes.Choice, bool, bool) {
	return cubes.Choice{A: len(c)}, len(c)%2 == 0, len(c) < s.bits
}

// run has some solvers answer, and returns what the first says.
func run(ctx context.Context, p *cubes.Pool, list []cubes.Solver) (smt.Result, error) {
	var all sync.WaitGroup
	defer all.Wait()
	for _, s := range list[1:] {
		all.Go(func() { cubes.Work(ctx, p, s) })
	}
	return cubes.Work(ctx, p, list[0])
}

func TestAnswers(t *testing.T) {
	r := rand.New(rand.NewSource(testflag.Seed()))
	for i := range testflag.Times(40) {
		models := map[int]bool{}
		if i%2 == 0 {
			models[r.Intn(256)] = true
		}
		var list []cubes.Solver
		for range 1 + i%4 {
			list = append(list, &table{bits: 8, models: models})
		}
		want := smt.Unsat
		if len(models) > 0 {
			want = smt.Sat
		}
		p := cubes.NewPool()
		res, err := run(t.Context(), p, list)
		if err != nil || res.Status != want {
			t.Errorf("%d solvers, models %v: %s (%v)", len(list), models, res, err)
		}
		if refuted, _ := p.Refuted(); refuted != (want == smt.Unsat) || (p.Winner() != nil) == refuted {
			t.Errorf("models %v: refuted %t, winner %v", models, refuted, p.Winner())
		}
	}
}

// TestOpenCube closes all cubes but one, whose solvers die of it: the question stays open.
func TestOpenCube(t *testing.T) {
	for killer := range testflag.Times(16) {
		p := cubes.NewPool()
		var all sync.WaitGroup
		for range 3 {
			s := &table{bits: 8, models: map[int]bool{killer * 15 % 256: true}, dies: true}
			all.Go(func() {
				if res, err := cubes.Work(t.Context(), p, s); res.Status != smt.Unknown || err != errDied {
					t.Errorf("cube of %d: %s (%v)", killer, res, err)
				}
			})
		}
		all.Wait()
		if refuted, _ := p.Refuted(); refuted || p.Winner() != nil {
			t.Errorf("cube of %d: refuted %t", killer, refuted)
		}
	}
}
