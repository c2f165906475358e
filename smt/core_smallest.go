package smt

import (
	"context"
	"slices"

	"whittle.dev/term"
)

// A core is a set that meets every correction set: every set of assumptions without which the others hold
// together. So a smallest set that meets all correction sets found so far is no larger than a smallest core;
// if it fails it is one, and if it holds a maximal extension of it that holds gives another correction set.
//
// Source: Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS extraction with
// minimal hitting set dualization" (CP 2015).

// SmallestCore decides what is asserted in s under the assumptions. If the result is Unsat, no core has fewer
// terms than the one returned; if the search ends early, by the context or the budget, the core is the best
// that is known, is not Exact, and Lower says how small one may be. For other results the core is empty.
func SmallestCore(ctx context.Context, s Solver, opt CoreOptions, assumptions ...term.Term) (Core, Result) {
	c := newCoreSearch(ctx, s, opt, assumptions)
	if r := c.check(c.everything()); r.Status != Unsat {
		return Core{Checks: c.checks}, r
	}
	unsat := Result{Status: Unsat}
	best, _, exact := c.minimise(c.failed())
	if !exact || len(best) <= 1 {
		return c.core(best, exact, min(1, len(best))), unsat
	}
	h := newHitting(len(c.all))
	lower := 1
	if !c.disjoint(h) {
		return c.core(best, false, lower), unsat
	}
	for {
		set, ok := h.smallest(ctx, lower, len(best))
		if !ok {
			return c.core(best, false, lower), unsat
		}
		lower = max(lower, len(set))
		if lower >= len(best) { // nothing smaller
			return c.core(best, true, len(best)), unsat
		}
		switch r := c.check(set); r.Status {
		case Unsat:
			return c.core(set, true, len(set)), unsat
		case Sat:
			m, ok := c.correction(set)
			if !ok {
				return c.core(best, false, lower), unsat
			}
			h.add(m)
		default:
			return c.core(best, false, lower), unsat
		}
	}
}

// disjoint adds correction sets of which no two meet, until what is in none of them fails.
func (c *coreSearch) disjoint(h *hitting) bool {
	left := c.everything()
	for {
		switch r := c.check(c.without(left)); r.Status {
		case Unsat:
			return true
		case Sat:
		default:
			return false
		}
		m, ok := c.correction(c.without(left))
		if !ok {
			return false
		}
		h.add(m)
		left = slices.DeleteFunc(left, func(p int) bool { return slices.Contains(m, p) })
	}
}

// without returns the positions that are not in the ascending list.
func (c *coreSearch) without(list []int) (out []int) {
	for p := range c.all {
		if _, ok := slices.BinarySearch(list, p); !ok {
			out = append(out, p)
		}
	}
	return out
}

// correction extends the set, which holds in the last model, by assumptions until it is
// maximal, and returns the others: a minimal correction set.
func (c *coreSearch) correction(set []int) (rest []int, ok bool) {
	in := make([]bool, len(c.all))
	for _, p := range set {
		in[p] = true
	}
	absorb := func() {
		for p := range in {
			in[p] = in[p] || c.holds(p)
		}
	}
	absorb()
	for p := range in {
		if in[p] {
			continue
		}
		in[p] = true
		var try []int
		for q := range in {
			if in[q] {
				try = append(try, q)
			}
		}
		switch r := c.check(try); r.Status {
		case Sat:
			absorb()
		case Unsat:
			in[p] = false
			rest = append(rest, p)
		default:
			return nil, false
		}
	}
	return rest, true
}
