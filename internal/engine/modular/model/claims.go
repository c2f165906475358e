package model

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// A claim is a condition on one field that all published objects satisfy, which are those whose address has
// been stored in a static variable that leads to objects, or in an object: the depth of each cell of a stack
// is not zero. A pointer that was read from such a place leads to a published object. So the claim is assumed
// of the field of an object to which such a pointer leads, and it is an error of its own if the node is
// published and does not satisfy it. That is no circle: of an execution take the first step after which some
// published object does not satisfy the claim, and let the node be this object. Whatever was read until then
// satisfied the claim, so the step is one of the system, and the error is reached. Which claims there are is
// suggested by what assertions say of the fields that they read, and by numbers that these are compared with.
type claim struct {
	field *field
	// hole stands for the value of the field in holds; None: the claim is that the field of a published
	// object never changes, so that a thread that reads it again reads the same.
	hole, holds term.Term
}

// maxClaims bounds the claims.
const maxClaims = 8

// suggest lists the claims: that fields do not change, that the conditions on them that lead to violations do
// not hold, and that they are at most, or at least, what they are compared with.
func (n *nodes) suggest() {
	var limits []claim
	for _, f := range n.list() {
		if !f.pointer {
			n.put(claim{field: f})
		}
	}
	for _, w := range n.x.walkers {
		fails := map[cfa.LocID]bool{}
		for _, e := range w.proc.Edges {
			if _, ok := e.Op.(cfa.Violation); ok {
				fails[e.From] = true
			}
		}
		read := n.read(w.proc)
		for _, e := range w.proc.Edges {
			a, ok := e.Op.(cfa.Assume)
			if !ok {
				continue
			}
			if fails[e.To] {
				for _, c := range n.x.st.Conjuncts(a.Cond) {
					n.claim(n.x.st.Not(c), read)
				}
			}
			limits = append(limits, n.limits(a.Cond, read)...)
		}
	}
	for _, c := range limits {
		n.put(c)
	}
}

// read are the registers of a procedure that hold nothing but what was read from one field.
func (n *nodes) read(proc *cfa.Proc) map[term.Term]*field {
	out := map[term.Term]*field{}
	again := map[term.Term]bool{}
	put := func(r cfa.RegID, f *field) {
		sym := n.x.prog.Sym(r)
		if again[sym] || f == nil || f.pointer {
			f = nil
		}
		out[sym], again[sym] = f, true
	}
	for _, e := range proc.Edges {
		switch op := e.Op.(type) {
		case cfa.Load:
			put(op.Dst, n.at(e))
		default:
			if r := cfa.Def(op); r != cfa.NoReg {
				put(r, nil)
			}
		}
	}
	for _, e := range proc.Edges {
		if op, ok := e.Op.(cfa.Assign); ok && out[op.Value] != nil {
			if sym := n.x.prog.Sym(op.Dst); again[sym] && out[sym] == nil && n.once(proc, op.Dst) {
				out[sym] = out[op.Value]
			}
		}
	}
	return out
}

// once reports whether a register is given a value at one edge alone.
func (n *nodes) once(proc *cfa.Proc, r cfa.RegID) bool {
	count := 0
	for _, e := range proc.Edges {
		if cfa.Def(e.Op) == r {
			count++
		}
	}
	return count == 1
}

// claim adds a condition if it is about what was read from one field.
func (n *nodes) claim(cond term.Term, read map[term.Term]*field) {
	st := n.x.st
	if syms := st.Symbols(cond); len(syms) == 1 && read[syms[0]] != nil {
		f := read[syms[0]]
		hole := n.hole(f)
		n.put(claim{f, hole, st.Substitute(cond, map[term.Term]term.Term{syms[0]: hole})})
	}
}

// hole stands for the value of a field.
func (n *nodes) hole(f *field) term.Term {
	return n.x.st.Symbol("claim of "+f.cell.Name, n.x.st.Sort(f.cell.Sym))
}

// put adds a claim.
func (n *nodes) put(c claim) {
	constant := c.hole != term.None && n.x.st.IsConst(c.holds)
	if len(n.claims) < maxClaims && !constant && !slices.Contains(n.claims, c) {
		n.claims = append(n.claims, c)
	}
}

// limits are the claims that a field is at most, or at least, a number that it is compared with.
func (n *nodes) limits(cond term.Term, read map[term.Term]*field) []claim {
	st := n.x.st
	var out []claim
	for t := range st.Subterms(cond) {
		compare := st.BVUle
		switch st.Op(t) {
		case term.OpBVSlt, term.OpBVSle:
			compare = st.BVSle
		case term.OpBVUlt, term.OpBVUle:
		default:
			continue
		}
		for i := range 2 {
			if f, c := read[st.Arg(t, i)], st.Arg(t, 1-i); f != nil && st.IsConst(c) {
				hole := n.hole(f)
				zero := st.BV(st.Sort(c).Width(), 0)
				out = append(out, claim{f, hole, compare(hole, c)}, claim{f, hole, compare(c, hole)},
					claim{f, hole, compare(zero, hole)})
			}
		}
	}
	return out
}

// active yields the claims about the values of a field that are made, with their numbers.
func (n *nodes) active(f *field, yield func(number int, holds func(value term.Term) term.Term)) {
	for i, c := range n.claims {
		if c.field == f && c.hole != term.None && n.x.opt.Claims>>i&1 != 0 {
			yield(i+1, func(value term.Term) term.Term {
				return n.x.st.Substitute(c.holds, map[term.Term]term.Term{c.hole: value})
			})
		}
	}
}

// frozen is the number of the claim that a field never changes, 0 if it is not made.
func (n *nodes) frozen(f *field) int {
	for i, c := range n.claims {
		if c.field == f && c.hole == term.None && n.x.opt.Claims>>i&1 != 0 {
			return i + 1
		}
	}
	return 0
}

// claimed is what is read from a field of an object that is not the node, if it is published: what the thread
// read there last, if that was the same object, or what satisfies the claims.
func (p *path) claimed(f *field, at, mark term.Term) term.Term {
	n, st := p.w.x.nodes, p.w.x.st
	value := p.input(st.Sort(f.cell.Sym))
	if n.published == nil {
		return value
	}
	published := st.And(p.isRegion(mark), st.Not(p.isKept(mark)))
	n.active(f, func(_ int, holds func(term.Term) term.Term) {
		p.Cond = st.And(p.Cond, st.Or(st.Not(published), holds(value)))
	})
	if n.frozen(f) != 0 {
		where, what := f.seen[p.w.template][0], f.seen[p.w.template][1]
		value = st.Ite(st.And(published, st.Eq(p.value(where), at)), p.value(what), value)
		p.mem[where.Sym] = st.Ite(published, at, p.value(where))
		p.mem[what.Sym] = st.Ite(published, value, p.value(what))
	}
	return value
}

// publishes notes that the address of an object has been stored where others may find it. It fails where that
// is the node and does not satisfy a claim.
func (p *path) publishes(object term.Term, pos source.Pos) {
	n, st := p.w.x.nodes, p.w.x.st
	if n.published == nil {
		return
	}
	is := st.Eq(n.node, object)
	p.mem[n.published.Sym] = st.Ite(is, st.BV(1, 1), p.value(n.published))
	for _, f := range n.list() {
		n.active(f, func(number int, holds func(term.Term) term.Term) {
			p.claims(number, st.And(is, st.Not(holds(p.value(f.cell)))), pos)
		})
	}
}

// changes fails where a field of the node, which is published, is given a value that claims exclude.
func (p *path) changes(f *field, at, value term.Term, pos source.Pos) {
	n, st := p.w.x.nodes, p.w.x.st
	if n.published == nil {
		return
	}
	is := st.And(st.Eq(n.node, at), st.Eq(p.value(n.published), st.BV(1, 1)))
	if number := n.frozen(f); number != 0 {
		p.claims(number, is, pos)
	}
	n.active(f, func(number int, holds func(term.Term) term.Term) {
		p.claims(number, st.And(is, st.Not(holds(value))), pos)
	})
}

// claims fails where a claim would not hold any more.
func (p *path) claims(number int, bad term.Term, pos source.Pos) {
	before := len(p.w.edges)
	p.failIf(bad, Unsupported, pos, "an object is not as all others are said to be")
	for i := before; i < len(p.w.edges); i++ {
		p.w.edges[i].Claim = number
	}
}
