package drat

import (
	"context"

	"whittle.dev/sat"
)

// variable is the state of a variable that has a value.
type variable struct {
	reason id
	trail  int32 // position
	traced bool  // its derivation is in the core, see blame
	seen   bool  // by the running blame
}

// watch is an entry of the list of a watched literal; if the blocker, another
// literal of the clause, is true, the clause need not be looked at.
type watch struct {
	k       id
	blocker sat.Lit
}

// The two kinds of clauses have lists of their own.
const (
	coreKind  = 0
	otherKind = 1
)

func (c *Checker) kind(k id) int {
	if c.clauses[k].core {
		return coreKind
	}
	return otherKind
}

// attach chooses the watched literals of a clause: true ones that became so early, then open ones, then false
// ones that became so late. Whenever one of the watched literals is false, the other is true and was so
// before, or loses its value in the same moment, so taking back assignments leaves nothing to do.
func (c *Checker) attach(k id) {
	lits := c.literals(k)
	if c.clauses[k].tautology || len(lits) < 2 {
		return
	}
	for i := range 2 {
		best := i
		for j := i + 1; j < len(lits); j++ {
			if c.rank(lits[j]) > c.rank(lits[best]) {
				best = j
			}
		}
		lits[i], lits[best] = lits[best], lits[i]
	}
	kind := c.kind(k)
	c.watches[kind][lits[0]] = append(c.watches[kind][lits[0]], watch{k, lits[1]})
	c.watches[kind][lits[1]] = append(c.watches[kind][lits[1]], watch{k, lits[0]})
}

// rank is higher for literals that are better to watch.
func (c *Checker) rank(l sat.Lit) int64 {
	pos := int64(c.vars[l.Var()].trail)
	switch {
	case c.vals[l] > 0:
		return 2<<32 - pos
	case c.vals[l] < 0:
		return pos
	}
	return 1 << 32
}

func (c *Checker) detach(k id) {
	lits := c.literals(k)
	if c.clauses[k].tautology || len(lits) < 2 {
		return
	}
	for _, l := range lits[:2] {
		list := c.watches[c.kind(k)][l]
		for i := range list {
			if list[i].k == k {
				list[i] = list[len(list)-1]
				c.watches[c.kind(k)][l] = list[:len(list)-1]
				break
			}
		}
	}
}

// toCore makes a clause one of the core.
func (c *Checker) toCore(k id) {
	if cl := &c.clauses[k]; !cl.core {
		c.detach(k)
		cl.core = true
		if lits := c.literals(k); !cl.tautology && len(lits) >= 2 {
			for i := range 2 {
				list := &c.watches[coreKind][lits[i]]
				*list = append(*list, watch{k, lits[1-i]})
			}
		}
	}
}

func (c *Checker) assign(l sat.Lit, reason id) {
	c.vals[l], c.vals[l.Not()] = 1, -1
	c.vars[l.Var()] = variable{reason: reason, trail: int32(len(c.trail))}
	c.trail = append(c.trail, l)
}

// undo takes back all but the first n assignments, which were propagated completely.
func (c *Checker) undo(n int) {
	for _, l := range c.trail[n:] {
		c.vals[l], c.vals[l.Not()] = 0, 0
	}
	c.trail = c.trail[:n]
	c.heads = [2]int{n, n}
}

// propagate assigns what follows by unit clauses, from those of the core as long
// as they give something. It returns a clause that became false, or none; none as
// well when the context is done, which c.stopped then says.
func (c *Checker) propagate(ctx context.Context) id {
	for {
		kind := coreKind
		if c.heads[kind] == len(c.trail) {
			kind = otherKind
			if c.heads[kind] == len(c.trail) {
				return none
			}
		}
		if c.tick(ctx) {
			return none
		}
		l := c.trail[c.heads[kind]]
		c.heads[kind]++
		if k := c.visit(kind, l.Not()); k != none {
			return k
		}
	}
}

// tick looks at the context from time to time.
func (c *Checker) tick(ctx context.Context) bool {
	if c.steps++; c.steps&1023 == 0 && c.stopped == nil && ctx.Err() != nil {
		c.stopped = context.Cause(ctx)
	}
	return c.stopped != nil
}

// visit looks at the clauses that watch a literal that has become false.
func (c *Checker) visit(kind int, f sat.Lit) id {
	list := c.watches[kind][f]
	kept := list[:0]
next:
	for i, w := range list {
		if c.vals[w.blocker] > 0 {
			kept = append(kept, w)
			continue
		}
		lits := c.literals(w.k)
		if lits[0] == f {
			lits[0], lits[1] = lits[1], f
		}
		w.blocker = lits[0]
		if c.vals[lits[0]] <= 0 {
			for j := 2; j < len(lits); j++ {
				if c.vals[lits[j]] >= 0 {
					lits[1], lits[j] = lits[j], f
					c.watches[kind][lits[1]] = append(c.watches[kind][lits[1]], w)
					continue next
				}
			}
		}
		kept = append(kept, w)
		switch {
		case c.vals[lits[0]] < 0:
			kept = append(kept, list[i+1:]...)
			c.watches[kind][f] = kept
			return w.k
		case c.vals[lits[0]] == 0:
			c.assign(lits[0], w.k)
		}
	}
	c.watches[kind][f] = kept
	return none
}
