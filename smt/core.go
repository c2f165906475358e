package smt

import (
	"context"
	"slices"

	"whittle.dev/term"
)

// Cores is the optional capability to shrink the assumptions that an Unsat answer rests on. [MinimalCore] and
// [SmallestCore] do so with any solver; a solver that implements Cores has better means or none at all.
type Cores interface {
	// MinimalCore decides the asserted terms under the assumptions. If the result is
	// Unsat the core is a subset of the assumptions that suffices for it.
	MinimalCore(ctx context.Context, opt CoreOptions, assumptions ...term.Term) (Core, Result)
	// SmallestCore is MinimalCore for a core of the fewest terms.
	SmallestCore(ctx context.Context, opt CoreOptions, assumptions ...term.Term) (Core, Result)
}

// CoreOptions bounds the search for a core.
type CoreOptions struct {
	// Checks bounds the calls of Check after the first one; 0 is no bound.
	Checks int
	// Holds reports whether an assignment satisfies what is asserted in the solver. If it is not nil, models
	// are changed a little to find further assumptions that every core has, without a call of Check.
	Holds func(term.Assignment) bool
	// Store is the store of the terms; needed if Holds is not nil.
	Store *term.Store
}

// Core is a subset of assumptions that cannot hold together with what is asserted.
type Core struct {
	Terms []term.Term // in the order of the assumptions, each once
	// Exact reports whether the core is what was asked for: minimal (each of its terms is
	// needed) or smallest. If not, the context or the budget ended the search.
	Exact bool
	// Lower is, of SmallestCore, a number of terms that every core has at least; of
	// MinimalCore, the number of terms that are known to be in every core within this one.
	Lower  int
	Checks int // calls of Check
}

// coreSearch is what both searches share.
type coreSearch struct {
	ctx    context.Context
	s      Solver
	opt    CoreOptions
	all    []term.Term // the assumptions, each once
	pos    map[term.Term]int
	checks int
}

func newCoreSearch(ctx context.Context, s Solver, opt CoreOptions, assumptions []term.Term) *coreSearch {
	c := &coreSearch{ctx: ctx, s: s, opt: opt, pos: map[term.Term]int{}}
	for _, t := range assumptions {
		if _, ok := c.pos[t]; !ok {
			c.pos[t] = len(c.all)
			c.all = append(c.all, t)
		}
	}
	return c
}

// check decides the assumptions with these positions.
func (c *coreSearch) check(which []int) Result {
	if c.opt.Checks > 0 && c.checks > c.opt.Checks {
		return Result{Reason: ReasonTimeout}
	}
	c.checks++
	ts := make([]term.Term, len(which))
	for i, p := range which {
		ts[i] = c.all[p]
	}
	return c.s.Check(c.ctx, ts...)
}

// failed returns the positions of the assumptions that the last check failed by, ascending.
func (c *coreSearch) failed() []int {
	var out []int
	for _, t := range c.s.Failed() {
		out = append(out, c.pos[t])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// holds reports whether the assumption at p is true in the last model.
func (c *coreSearch) holds(p int) bool {
	v, ok := c.s.Value(c.all[p])
	return ok && v.Bool()
}

func (c *coreSearch) everything() []int {
	out := make([]int, len(c.all))
	for i := range out {
		out[i] = i
	}
	return out
}

func (c *coreSearch) core(which []int, exact bool, lower int) Core {
	ts := make([]term.Term, len(which))
	for i, p := range which {
		ts[i] = c.all[p]
	}
	return Core{Terms: ts, Exact: exact, Lower: lower, Checks: c.checks}
}
