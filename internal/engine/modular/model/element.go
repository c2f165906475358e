package model

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Of an array that is accessed at computed indices one element is followed, at an offset that is a rigid
// symbol; all others hold any value. A violation that depends on an element is shown not to be reached for
// each value of the symbol, so of each execution that reaches it, one value may be chosen: a term over the
// state. The choice is sound whichever term it is, if its value is where an element begins; one that names
// the element which the violation is about gives a proof a chance, the others none.

// array is an array of which one element is followed.
type array struct {
	*object
	stride, count uint64
	fields        []uint64 // offsets in the element of what is followed
	begin         term.Term
}

// maxElements bounds the elements of such an array, maxListed those that are listed one by one, and maxFields
// what is followed of one.
const (
	maxElements = 1 << 20
	maxListed   = 64
	maxFields   = 4
)

// isArray reports whether an object is an array whose elements can be followed.
func isArray(o *object) bool {
	l := o.static
	return l != nil && l.Layout != nil && l.Layout.Elem != nil && l.Layout.Len > 1 &&
		l.Layout.Len <= maxElements && l.Layout.Elem.Size > 0
}

// array returns the array that an object is.
func (m *memory) array(o *object) *array {
	for _, a := range m.arrays {
		if a.object == o {
			return a
		}
	}
	a := &array{object: o, stride: o.static.Layout.Elem.Size, count: o.static.Layout.Len}
	name := o.name + "@element"
	for n := 2; m.begins(name); n++ { // static variables of two blocks may have one name
		name = fmt.Sprintf("%s@element'%d", o.name, n)
	}
	a.begin = m.x.st.Symbol(name, term.BitVec(m.x.prog.PtrWidth))
	for _, w := range m.x.walkers {
		for _, e := range w.proc.Edges {
			for _, t := range m.x.addresses(e.Op) {
				d, ok := a.field(m.x, t)
				if ok && !slices.Contains(a.fields, d) && len(a.fields) < maxFields {
					a.fields = append(a.fields, d)
				}
			}
		}
	}
	slices.Sort(a.fields)
	m.arrays = append(m.arrays, a)
	return a
}

// begins reports whether the element of an array has a name: each array has an element of its own.
func (m *memory) begins(name string) bool {
	sym := m.x.st.Lookup(name)
	return slices.ContainsFunc(m.arrays, func(a *array) bool { return a.begin == sym })
}

// addresses are the terms of an operation that may be addresses.
func (x *extractor) addresses(op cfa.Op) []term.Term {
	if addr, _ := x.access(op); addr != term.None {
		return []term.Term{addr}
	}
	if op, ok := op.(cfa.Assign); ok && x.prog.Regs[op.Dst].Sort == term.BitVec(x.prog.PtrWidth) {
		return []term.Term{op.Value}
	}
	return nil
}

// field is the offset in its element that an address has, by the constant in it; false if it is not one in
// the array.
func (a *array) field(x *extractor, addr term.Term) (uint64, bool) {
	if ref, ok := x.pts.Of(addr).Only(); !ok || ref.Obj != a.obj {
		return 0, false
	}
	c, _ := x.st.ConstUint64(addr)
	if x.st.Op(addr) == term.OpBVAdd {
		for _, t := range x.st.Args(addr) {
			if n, ok := x.st.ConstUint64(t); ok {
				c = n
			}
		}
	}
	if x.prog.RegionOf(c) == x.prog.RegionOf(a.addr) {
		c -= a.addr
	}
	return c % a.stride, c < a.stride*a.count
}

// allowed is the condition that an offset is where an element begins.
func (a *array) allowed(x *extractor, t term.Term) term.Term {
	if a.count > maxListed {
		rest := x.st.BVURem(t, x.prog.Ptr(a.stride))
		return x.st.And(x.st.BVUle(t, x.prog.Ptr((a.count-1)*a.stride)), x.st.Eq(rest, x.prog.Ptr(0)))
	}
	var any []term.Term
	for i := range a.count {
		any = append(any, x.st.Eq(t, x.prog.Ptr(i*a.stride)))
	}
	return x.st.Or(any...)
}

// hint is that what an element is compared with in a condition is where an element begins.
func (m *memory) hint(x *extractor, is term.Term) term.Term {
	for _, a := range m.arrays {
		switch a.begin {
		case x.st.Arg(is, 0):
			return a.allowed(x, x.st.Arg(is, 1))
		case x.st.Arg(is, 1):
			return a.allowed(x, x.st.Arg(is, 0))
		}
	}
	return x.st.True()
}

// aboutElements is the condition that the elements followed are those that the program is about at an edge.
func (p *path) aboutElements(at *cfa.Edge) term.Term {
	x, st := p.w.x, p.w.x.st
	out := st.True()
	for _, a := range x.memory.arrays {
		if t := p.index(a, at); t != term.None {
			out = st.And(out, st.Or(st.Eq(a.begin, t), st.Not(a.allowed(x, t))))
		}
	}
	if x.nodes != nil {
		if t := p.nodeIndex(at); t != term.None {
			out = st.And(out, st.Or(st.Eq(x.nodes.node, t), st.Eq(t, x.prog.Ptr(0))))
		}
	}
	return out
}

// aboutAccess is the condition that the element followed is that of an access.
func (p *path) aboutAccess(e *cfa.Edge) term.Term {
	x, st := p.w.x, p.w.x.st
	addr, _ := x.access(e.Op)
	for _, a := range x.memory.arrays {
		if d, ok := a.field(x, addr); ok {
			t := st.BVSub(p.Apply(addr), x.prog.Ptr(a.addr+d))
			return st.Or(st.Eq(a.begin, t), st.Not(a.allowed(x, t)))
		}
	}
	return st.True()
}

// index is the offset of an element of an array, computed as by the access of it that stands nearest to an
// edge; None if there is no access whose address is still known.
func (p *path) index(a *array, at *cfa.Edge) term.Term {
	x := p.w.x
	best, nearest := term.None, cfa.EdgeID(0)
	for _, e := range p.w.proc.Edges {
		class, ok := x.cut.ByEdge[e]
		addr, _ := x.access(e.Op)
		if !ok || x.memory.modes[class] != asElement {
			continue
		}
		d, ok := a.field(x, addr)
		distance := max(e.ID-at.ID, at.ID-e.ID)
		if !ok || best != term.None && distance >= nearest || !p.known(addr) {
			continue
		}
		best, nearest = x.st.BVSub(p.Apply(addr), x.prog.Ptr(a.addr+d)), distance
	}
	return best
}

// known reports whether the registers in a term have the values that the program gave them last.
func (p *path) known(t term.Term) bool {
	for _, r := range p.w.x.regs.Of(t) {
		if _, set := p.Regs[r]; !set && !p.w.live[p.w.Todo[p.from]].Has(r) {
			return false
		}
	}
	return true
}
