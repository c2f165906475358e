package drat

import (
	"context"

	"whittle.dev/sat"
)

// follows reports whether a clause that is not at hand follows from those at hand, by RUP or by RAT on the
// pivot. What the derivation depends on joins the core. If the context ends, c.stopped says so.
func (c *Checker) follows(ctx context.Context, k id, pivot sat.Lit) bool {
	if c.clauses[k].tautology {
		return true
	}
	base := len(c.trail)
	defer c.undo(base)
	c.base = base
	if c.refutes(ctx, c.literals(k), 0) {
		return true
	}
	if c.stopped != nil || c.clauses[k].size == 0 {
		return false
	}
	c.result.RATChecks++
	return c.resolvents(ctx, pivot)
}

// refutes assigns the complement of lits (but for the literal except) and
// reports whether that leads to a conflict. The assignments stay.
func (c *Checker) refutes(ctx context.Context, lits []sat.Lit, except sat.Lit) bool {
	for _, l := range lits {
		if c.vals[l] > 0 && l != except {
			c.blame(none, l)
			return true
		}
	}
	for _, l := range lits {
		if c.vals[l] == 0 {
			c.assign(l.Not(), none)
		}
	}
	if conflict := c.propagate(ctx); conflict != none {
		c.blame(conflict, 0)
		return true
	}
	return false
}

// resolvents checks the resolvents on the pivot of the lemma, whose complement is
// assigned and propagated, with all clauses at hand.
func (c *Checker) resolvents(ctx context.Context, pivot sat.Lit) bool {
	top := len(c.trail)
	for k := range c.clauses {
		cl := &c.clauses[k]
		if !cl.live || cl.tautology {
			continue
		}
		if c.tick(ctx) {
			return false
		}
		lits := c.literals(id(k))
		for _, l := range lits {
			if l != pivot.Not() {
				continue
			}
			ok := c.refutes(ctx, lits, l)
			c.undo(top)
			if !ok {
				return false
			}
			break
		}
	}
	return true
}

// blame puts the clauses that a conflict, or the value of a literal, depends on into the core. The reasons of
// the assignments that stay (those before c.base) are looked at once.
func (c *Checker) blame(conflict id, l sat.Lit) {
	if c.cfg.Forward {
		return
	}
	c.stack = c.stack[:0]
	if conflict != none {
		c.use(conflict)
	} else {
		c.see(l.Var())
	}
	for i := 0; i < len(c.stack); i++ {
		v := c.stack[i]
		x := &c.vars[v]
		if x.reason != none {
			c.use(x.reason)
		}
		x.traced = int(x.trail) < c.base
	}
	for _, v := range c.stack {
		c.vars[v].seen = false
	}
}

// use puts a clause into the core and its variables on the stack.
func (c *Checker) use(k id) {
	c.toCore(k)
	for _, l := range c.literals(k) {
		c.see(l.Var())
	}
}

func (c *Checker) see(v sat.Var) {
	if x := &c.vars[v]; !x.seen && !x.traced {
		x.seen = true
		c.stack = append(c.stack, v)
	}
}
