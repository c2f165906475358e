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

// Board is where solvers take cubes from and say what they have found out: a Pool, or a Guest.
type Board interface {
	// take waits for a cube; nil: the question is decided, or ctx has ended.
	take(ctx context.Context) *node
	wanted() bool
	giveBack(n *node)
	stale(n *node) bool
	close(n *node, needed int)
	found(s Solver)
	cut(n *node, c Choice, value bool) *node
	ended() <-chan struct{}
	isDone() bool
	result(ctx context.Context) smt.Result
}

// Work lets a solver answer cubes until the question is decided or ctx ends. Unknown means that the solver
// gave up, or that ctx has ended; its cube is another's then.
func Work(ctx context.Context, b Board, s Solver) (smt.Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-b.ended():
			stop()
		case <-ctx.Done():
		}
	}()
	for {
		n := b.take(ctx)
		if n == nil {
			return b.result(ctx), nil
		}
		a, err := solve(ctx, b, n, s)
		if err != nil || a.Status == smt.Unknown && !b.isDone() {
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
func solve(ctx context.Context, b Board, n *node, s Solver) (res smt.Result, err error) {
	settled := false
	defer func() {
		if !settled {
			b.giveBack(n)
		}
	}()
	for {
		a, err := s.Solve(ctx, n.cube)
		switch {
		case err != nil:
			return a.Result, err
		case a.Status == smt.Unsat:
			settled = true
			b.close(n, a.Needed)
			return a.Result, nil
		case a.Status == smt.Sat:
			settled = true
			b.found(s)
			return a.Result, nil
		case !a.Tired:
			return a.Result, nil
		case b.stale(n):
			settled = true
			return smt.Result{Status: smt.Unsat}, nil
		}
		if !b.wanted() {
			continue
		}
		if c, value, ok := s.Split(ctx, n.cube); ok {
			n = b.cut(n, c, value)
		}
	}
}
