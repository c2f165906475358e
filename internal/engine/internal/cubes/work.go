package cubes

import (
	"context"

	"whittle.dev/smt"
)

// Answer is what a solver says of a cube.
type Answer struct {
	smt.Result
	// Needed is how many of the decisions refute the cube, counted from the first.
	Needed int
	// Tired says of an unknown one that the solver would find out with more effort.
	Tired bool
}

// Solver decides cubes of one question. It belongs to one goroutine.
type Solver interface {
	// Solve works on a cube for a while.
	Solve(ctx context.Context, c Cube) (Answer, error)
	// Split proposes by what to cut a cube, and which half to go on with; false: it cannot be cut.
	Split(ctx context.Context, c Cube) (_ Choice, value, ok bool)
}

// Work lets a solver answer cubes until the question is decided or ctx ends. Unknown means that the solver
// gave up, or that ctx has ended; its cube is another's then.
func Work(ctx context.Context, p *Pool, s Solver) (smt.Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-p.done:
			stop()
		case <-ctx.Done():
		}
	}()
	for {
		n := p.take(ctx)
		if n == nil {
			return p.result(ctx), nil
		}
		a, err := p.solve(ctx, n, s)
		if err != nil || a.Status == smt.Unknown && !p.isDone() {
			return a, err
		}
	}
}

// result is the answer to the question.
func (p *Pool) result(ctx context.Context) smt.Result {
	refuted, _ := p.Refuted()
	switch {
	case refuted:
		return smt.Result{Status: smt.Unsat}
	case p.Winner() != nil:
		return smt.Result{Status: smt.Sat}
	}
	return smt.Result{Reason: smt.ReasonCanceled}
}

// solve works on a cube and on what is left of it after cuts, until that is decided. Whatever happens to the
// solver, what it has not refuted stays open.
func (p *Pool) solve(ctx context.Context, n *node, s Solver) (res smt.Result, err error) {
	settled := false
	defer func() {
		if !settled {
			p.giveBack(n)
		}
	}()
	for {
		a, err := s.Solve(ctx, n.cube)
		switch {
		case err != nil:
			return a.Result, err
		case a.Status == smt.Unsat:
			settled = true
			p.close(n, a.Needed)
			return a.Result, nil
		case a.Status == smt.Sat:
			settled = true
			p.found(s)
			return a.Result, nil
		case !a.Tired:
			return a.Result, nil
		case p.stale(n):
			settled = true
			return smt.Result{Status: smt.Unsat}, nil
		}
		if !p.wanted() {
			continue
		}
		if c, value, ok := s.Split(ctx, n.cube); ok {
			n = p.cut(n, c, value)
		}
	}
}
