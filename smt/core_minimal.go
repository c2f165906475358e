package smt

import (
	"context"
	"slices"

	"whittle.dev/term"
)

// Deletion with refinement: each assumption of the core is left out once. If the others still fail, the core
// becomes what they fail by; if not, the assumption belongs to every core within the present one. Then the
// model, in which it alone is false, is changed bit by bit: an assumption that becomes the only false one
// instead belongs to the core as well.
//
// Sources: Nadel, "Boosting minimal unsatisfiable core extraction" (FMCAD 2010); Belov and Marques-Silva,
// "Accelerating MUS extraction with recursive model rotation" (FMCAD 2011).

// MinimalCore decides what is asserted in s under the assumptions. If the result is Unsat,
// the core is one of whose terms none can be left out; if the search ends early, by the
// context or the budget, the core still suffices but is not Exact. For other results the
// core is empty, and the model of s is that of the assumptions.
func MinimalCore(ctx context.Context, s Solver, opt CoreOptions, assumptions ...term.Term) (Core, Result) {
	c := newCoreSearch(ctx, s, opt, assumptions)
	all := c.everything()
	if r := c.check(all); r.Status != Unsat {
		return Core{Checks: c.checks}, r
	}
	core, needed, exact := c.minimise(c.failed())
	return c.core(core, exact, needed), Result{Status: Unsat}
}

// minimise shrinks a core. needed is the number of terms known to be necessary.
func (c *coreSearch) minimise(core []int) (minimal []int, needed int, exact bool) {
	need := make(map[int]bool, len(core))
	for {
		// The last candidate first: later assumptions tend to depend on earlier ones.
		i := len(core) - 1
		for i >= 0 && need[core[i]] {
			i--
		}
		if i < 0 {
			return core, len(core), true
		}
		p := core[i]
		rest := slices.Delete(slices.Clone(core), i, i+1)
		switch r := c.check(rest); r.Status {
		case Unsat:
			core = c.failed()
		case Sat:
			need[p] = true
			c.rotate(core, p, need)
		default:
			return core, len(need), false
		}
	}
}

// maxRotations bounds the assignments that one model is changed to, and maxFlips the bits of one
// assumption that are changed.
const (
	maxRotations = 200
	maxFlips     = 64
)

// changed is an assignment that differs from a model in a few symbols.
type changed struct {
	base term.Assignment
	by   map[term.Term]term.Value
}

// Value implements term.Assignment.
func (m changed) Value(sym term.Term) (term.Value, bool) {
	if v, ok := m.by[sym]; ok {
		return v, true
	}
	return m.base.Value(sym)
}

// rotate looks for further needed assumptions near the last model, in which only
// the one at p, of those in the core, is false.
func (c *coreSearch) rotate(core []int, p int, need map[int]bool) {
	if c.opt.Holds == nil || c.opt.Store == nil || c.holds(p) {
		return
	}
	type start struct {
		p int
		m changed
	}
	work := []start{{p, changed{base: Model{c.s}}}}
	for budget := maxRotations; len(work) > 0 && budget > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range c.neighbours(at.m, c.all[at.p]) {
			if budget--; budget < 0 {
				return
			}
			q, ok := c.onlyFalse(core, m)
			if ok && !need[q] && c.opt.Holds(m) {
				need[q] = true
				work = append(work, start{q, m})
			}
		}
	}
}

// onlyFalse returns the assumption of the core that is the only false one under m.
func (c *coreSearch) onlyFalse(core []int, m changed) (p int, ok bool) {
	e := term.NewEvaluator(c.opt.Store, m)
	p = -1
	for _, q := range core {
		v, err := e.Eval(c.all[q])
		if err != nil || !v.Bool() {
			if p >= 0 || err != nil {
				return 0, false
			}
			p = q
		}
	}
	return p, p >= 0
}

// neighbours returns assignments in which one bit of one symbol of t differs from m.
func (c *coreSearch) neighbours(m changed, t term.Term) (out []changed) {
	st := c.opt.Store
	for _, x := range st.Symbols(t) {
		v, ok := m.Value(x)
		sort := st.Sort(x)
		if !ok || !sort.IsBool() && (!sort.IsBitVec() || sort.Width() > 64) {
			continue
		}
		for bit := range max(sort.Width(), 1) {
			if len(out) == maxFlips {
				return out
			}
			by := make(map[term.Term]term.Value, len(m.by)+1)
			for k, v := range m.by {
				by[k] = v
			}
			if sort.IsBool() {
				by[x] = term.BoolValue(!v.Bool())
			} else {
				by[x] = term.BVValue(sort.Width(), v.Uint64()^1<<bit)
			}
			out = append(out, changed{m.base, by})
		}
	}
	return out
}
