package native

import (
	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/aig"
)

// cnf translates gates into clauses, on demand and each once (Tseitin). Both directions of a definition are
// given, so that the variables of gates may be used with either sign in later clauses and assumptions, and so
// that a model of the clauses gives each gate the value that its inputs give it.
//
// A tree of conjunctions whose inner gates have no other use becomes one wide
// definition, and an exclusive or of an otherwise unused exclusive or a three-way one.
type cnf struct {
	g   *aig.Graph
	sat *sat.Solver

	vars    []sat.Lit // by gate: its literal, 0 if it has none
	mapped  []uint32  // the gates that have one
	inputs  []uint32  // the inputs among them
	atoms   []uint32  // those with atomFlag that activate has not seen
	queue   []uint32  // gates with a variable but no definition yet
	buf     []sat.Lit
	leaves  []aig.Lit
	stack   []aig.Lit
	clauses int64
	print   uint64 // of the clauses, see Solver.Fingerprint
	few     [4]sat.Lit
	truth   sat.Lit // a literal that is true, 0 if there is none yet
}

// maxLeaves bounds the width of a conjunction that is one definition.
const maxLeaves = 1 << 12

// reset forgets all clauses.
func (c *cnf) reset(g *aig.Graph, s *sat.Solver) {
	for _, n := range c.mapped {
		c.vars[n] = 0
	}
	*c = cnf{g: g, sat: s, vars: c.vars, mapped: c.mapped[:0], inputs: c.inputs[:0],
		atoms: c.atoms[:0], queue: c.queue[:0], buf: c.buf, leaves: c.leaves, stack: c.stack}
}

// has reports whether the gate of l has a variable.
func (c *cnf) has(l aig.Lit) bool { n := l.Node(); return int(n) < len(c.vars) && c.vars[n] != 0 }

// lit returns the SAT literal of l, after adding the clauses that define it.
func (c *cnf) lit(l aig.Lit) sat.Lit {
	if l.IsConst() {
		if c.truth == 0 {
			c.truth = c.sat.NewVar().Pos()
			c.add([]sat.Lit{c.truth})
		}
		return c.truth ^ sat.Lit(l^1)
	}
	v := c.need(l)
	c.define()
	return v
}

// need returns the SAT literal of l and leaves the definition for later.
func (c *cnf) need(l aig.Lit) sat.Lit {
	n := l.Node()
	if int(n) >= len(c.vars) {
		c.vars = append(c.vars, make([]sat.Lit, c.g.Len()-len(c.vars))...)
	}
	v := c.vars[n]
	if v == 0 {
		v = c.sat.NewVar().Pos()
		c.vars[n] = v
		c.mapped = append(c.mapped, n)
		if p := c.g.Gate(n); p.Kind() != aig.Input {
			c.queue = append(c.queue, n)
		} else {
			c.inputs = append(c.inputs, n)
			if p.Atom() {
				c.atoms = append(c.atoms, n)
			}
		}
	}
	return v ^ sat.Lit(l.Sign())
}

// add, add2, add3 and add4 add a clause. Those with a fixed number of literals
// go through one array, because a variadic call would allocate its slice.
func (c *cnf) add(ls []sat.Lit) {
	c.clauses++
	for _, l := range ls {
		c.mix(uint64(l))
	}
	c.mix(0)
	c.sat.AddClause(ls...)
}

// mix takes something into the fingerprint (FNV-1a).
func (c *cnf) mix(x uint64) { c.print = (c.print ^ x) * 1099511628211 }

func (c *cnf) add2(x, y sat.Lit) {
	c.few = [4]sat.Lit{x, y}
	c.add(c.few[:2])
}

func (c *cnf) add3(x, y, z sat.Lit) {
	c.few = [4]sat.Lit{x, y, z}
	c.add(c.few[:3])
}

func (c *cnf) add4(x, y, z, u sat.Lit) {
	c.few = [4]sat.Lit{x, y, z, u}
	c.add(c.few[:4])
}

// define adds the definitions of all gates that wait for theirs.
func (c *cnf) define() {
	for len(c.queue) > 0 {
		n := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		y := c.vars[n]
		if c.g.Gate(n).Bounded() {
			c.bounded(n)
		}
		switch p := c.g.Gate(n); p.Kind() {
		case aig.And:
			c.defineAnd(n, y)
		case aig.Xor:
			c.defineXor(p, y)
		case aig.Ite:
			x, t, e := c.need(p.F0), c.need(p.F1), c.need(p.F2)
			c.add3(x^1, t^1, y)
			c.add3(x^1, t, y^1)
			c.add3(x, e^1, y)
			c.add3(x, e, y^1)
			// Implied, but they propagate when x is open.
			c.add3(t^1, e^1, y)
			c.add3(t, e, y^1)
		case aig.Maj:
			x, t, e := c.need(p.F0), c.need(p.F1), c.need(p.F2)
			c.add3(x^1, t^1, y)
			c.add3(x^1, e^1, y)
			c.add3(t^1, e^1, y)
			c.add3(x, t, y^1)
			c.add3(x, e, y^1)
			c.add3(t, e, y^1)
		}
	}
}

// conjuncts collects in c.leaves the operands of the tree of conjunctions at n.
func (c *cnf) conjuncts(n uint32) {
	p := c.g.Gate(n)
	c.leaves = c.leaves[:0]
	c.stack = append(c.stack[:0], p.F1, p.F0)
	for len(c.stack) > 0 {
		l := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		q := c.g.Gate(l.Node())
		if !l.Complemented() && q.Kind() == aig.And && !q.Shared() && !c.has(l) && len(c.leaves) < maxLeaves {
			c.stack = append(c.stack, q.F1, q.F0)
			continue
		}
		c.leaves = append(c.leaves, l)
	}
}

func (c *cnf) defineAnd(n uint32, y sat.Lit) {
	c.conjuncts(n)
	buf := append(c.buf[:0], y)
	for _, l := range c.leaves {
		x := c.need(l)
		c.add2(y^1, x)
		buf = append(buf, x^1)
	}
	c.buf = buf
	c.add(buf)
}

func (c *cnf) defineXor(p *aig.Gate, y sat.Lit) {
	a, b := p.F0, p.F1
	if a0, a1, ok := c.innerXor(b); ok {
		c.xor3(y, c.need(a), c.need(a0), c.need(a1))
		return
	}
	if b0, b1, ok := c.innerXor(a); ok {
		c.xor3(y, c.need(b), c.need(b0), c.need(b1))
		return
	}
	u, v := c.need(a), c.need(b)
	c.add3(y^1, u, v)
	c.add3(y^1, u^1, v^1)
	c.add3(y, u^1, v)
	c.add3(y, u, v^1)
}

// innerXor returns the operands of the exclusive or l if nothing else uses it.
func (c *cnf) innerXor(l aig.Lit) (a, b aig.Lit, ok bool) {
	p := c.g.Gate(l.Node())
	if p.Kind() != aig.Xor || p.Shared() || c.has(l) {
		return 0, 0, false
	}
	return p.F0, p.F1, true
}

// xor3 defines y as a xor b xor d.
func (c *cnf) xor3(y, a, b, d sat.Lit) {
	for m := sat.Lit(0); m < 8; m++ {
		i, j, k := m&1, m>>1&1, m>>2
		// a = i, b = j, d = k makes y the parity of the three.
		c.add4(a^i, b^j, d^k, y^1^(i^j^k))
	}
}

// assert adds clauses that make l true, or, with a guard, true if the guard is true.
// The top of the formula needs no variables: conjunctions are split and
// disjunctions, exclusive ors and choices become clauses themselves.
func (c *cnf) assert(l aig.Lit, guard sat.Lit) {
	tops := []aig.Lit{l}
	for len(tops) > 0 {
		l := tops[len(tops)-1]
		tops = tops[:len(tops)-1]
		p := c.g.Gate(l.Node())
		buf := c.buf[:0]
		if guard != 0 {
			buf = append(buf, guard^1)
		}
		switch {
		case l == aig.True:
			continue
		case l == aig.False:
			c.clause(buf)
		case p.Kind() == aig.And && !l.Complemented():
			tops = append(tops, p.F1, p.F0)
			continue
		case p.Kind() == aig.And && !c.has(l):
			c.conjuncts(l.Node())
			for _, x := range c.leaves {
				buf = append(buf, c.need(x)^1)
			}
			c.clause(buf)
		case p.Kind() == aig.Xor && !c.has(l) && !p.Shared():
			a, b := c.need(p.F0), c.need(p.F1)^sat.Lit(l.Sign())
			k := len(buf)
			c.clause(append(buf, a, b))
			c.clause(append(buf[:k], a^1, b^1))
		case p.Kind() == aig.Ite && !c.has(l) && !p.Shared():
			s := l.Sign()
			x, t, e := c.need(p.F0), c.need(p.F1^s), c.need(p.F2^s)
			k := len(buf)
			c.clause(append(buf, x^1, t))
			c.clause(append(buf[:k], x, e))
			c.clause(append(buf[:k], t, e))
		default:
			c.clause(append(buf, c.need(l)))
		}
		c.define()
	}
}

func (c *cnf) clause(ls []sat.Lit) {
	c.add(ls)
	c.buf = ls[:0]
}

// bounded adds the clauses of the bound whose top bit gate n is: for each zero of the bound, that
// the bit there and all ones above are not set together.
func (c *cnf) bounded(n uint32) {
	b := c.g.Bound(n)
	var above []sat.Lit // the negations of the ones
	for j := len(b.Bits) - 1; j >= 0; j-- {
		l := b.Bits[j]
		switch one := b.Max>>j&1 == 1; {
		case one && l == aig.False:
			return // below for sure
		case one && l != aig.True:
			above = append(above, c.need(l)^1)
		case !one && l == aig.True:
			c.add(above)
		case !one && l != aig.False:
			c.add(append(above[:len(above):len(above)], c.need(l)^1))
		}
	}
}
