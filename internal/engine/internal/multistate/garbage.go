package multistate

import "whittle.dev/term"

// Garbage: regions of dead objects that nothing points to.
//
// A block that is entered again and again makes new objects each time. If each got a new region, no state
// would ever come back. So a new object takes the region of one that is dead, if no value of the state leads
// there any more: then nothing tells the two apart. Where a dead object is still pointed to its region stays
// dead, so that accesses through such a pointer are found to be invalid. A number of 64 bits that is far from
// all objects and from zero may have been computed from the address of any, and still tell objects apart: all
// regions stay dead then. In 32 bits many a number is far from all, and is taken to have nothing to do with
// them.

// vacant returns the region for a new object: the first one that is free, and not kept.
func (st *State) vacant(kept map[uint64]bool) uint64 {
	garbage := st.garbage(func(*object) bool { return true })
	for _, o := range st.made() {
		if r := st.p.RegionOf(o.addr); garbage[r] && !kept[r] {
			return r
		}
	}
	return st.nextRegion()
}

// garbage is the set of regions of those dead objects of a kind that no value of the state leads to.
func (st *State) garbage(kind func(*object) bool) map[uint64]bool {
	dead := map[uint64]bool{}
	for _, o := range st.made() {
		if !o.live && kind(o) {
			dead[st.p.RegionOf(o.addr)] = true
		}
	}
	if len(dead) > 0 {
		st.keepPointedTo(dead)
	}
	return dead
}

// keepPointedTo takes the regions out of a set that a value of the state leads to. What registers hold that
// are not live does not count: whether they are forgotten already must make no difference.
func (st *State) keepPointedTo(dead map[uint64]bool) {
	p := st.p
	keep := func(a uint64) { delete(dead, p.RegionOf(a)) }
	far := func(a uint64) {
		if r := p.RegionOf(a); p.PtrWidth == 64 && r >= st.nextRegion() && r != p.Regions()-1 {
			clear(dead)
		}
	}
	v := addressVisitor{p: p, keep: keep, far: far, seen: map[placedTerm]bool{}}
	for _, t := range st.threads {
		v.visit(t.exit, 0)
		for _, val := range t.shared {
			v.visit(val, 0)
		}
		for i := range t.frames {
			f := &t.frames[i]
			for _, k := range f.proc.live[f.loc] {
				v.visit(f.regs[k], 0)
			}
		}
	}
	for _, o := range st.objects {
		if !o.live {
			continue
		}
		for _, c := range o.cells {
			v.visit(c.val, 0)
			// A part of an address may lie anywhere in it.
			if w := p.terms.Sort(c.val).Width(); !p.terms.IsConst(c.val) {
				for place := 8; place+w <= p.PtrWidth; place += 8 {
					v.visit(c.val, place)
				}
			}
		}
		p.eachJoined(o, keep)
	}
}

// placedTerm is a term with place bits after it.
type placedTerm struct {
	t     term.Term
	place int
}

// addressVisitor calls keep with the addresses that terms are made of, and far with all numbers as wide.
type addressVisitor struct {
	p    *program
	keep func(uint64)
	far  func(uint64) // nil: nobody asks
	seen map[placedTerm]bool
}

// visit looks at a term that has place bits after it. The simplifier writes the sum of an address and a
// small offset that is not known as a concatenation, whose high part is then the beginning of an address.
func (v *addressVisitor) visit(t term.Term, place int) {
	s := v.p.terms
	if t == term.None || v.seen[placedTerm{t, place}] {
		return
	}
	v.seen[placedTerm{t, place}] = true
	switch {
	case s.IsConst(t):
		v.p.eachAddress(t, v.keep)
		if n, ok := s.ConstUint64(t); ok && place > 0 {
			v.keep(n << place & v.p.ptrMask())
		} else if ok && s.Sort(t).Width() == v.p.PtrWidth && v.far != nil {
			v.far(n)
		}
	case s.Op(t) == term.OpConcat:
		for i := s.NumArgs(t) - 1; i >= 0; i-- {
			a := s.Arg(t, i)
			if place >= v.p.PtrWidth {
				place = 0
			}
			v.visit(a, place)
			place += s.Sort(a).Width()
		}
	default:
		for i := range s.NumArgs(t) {
			v.visit(s.Arg(t, i), place)
		}
	}
}

// ptrMask has the bits of an address.
func (p *program) ptrMask() uint64 { return ^uint64(0) >> (64 - p.PtrWidth) }

// eachAddress calls f with the addresses that a constant may hold; a wide one may have several side by side.
func (p *program) eachAddress(t term.Term, f func(uint64)) {
	if !p.terms.Sort(t).IsBitVec() {
		return
	}
	w := p.terms.Sort(t).Width()
	if v, ok := p.terms.ConstUint64(t); ok && w <= p.PtrWidth {
		f(v)
		return
	}
	for lo := 0; lo+p.PtrWidth <= w; lo += 8 {
		if v, ok := p.terms.ConstUint64(p.terms.Extract(lo+p.PtrWidth-1, lo, t)); ok {
			f(v)
		}
	}
}

// eachJoined calls f with the addresses that the bytes of an object make up, whatever the cells they lie in.
// What is below the number of the region need not be known. Numbers side by side that would be an address far
// from any object are none.
func (p *program) eachJoined(o *object, f func(uint64)) {
	size := uint64(p.PtrWidth / 8)
	whole, region := p.ptrMask(), p.ptrMask()>>p.bits<<p.bits
	eighth := uint64(1) << (p.bits - 3)
	var value, known uint64 // of the last bytes, the newest in front
	push := func(b, k uint64) {
		value = value>>8 | b<<(p.PtrWidth-8)
		known = known>>8 | k<<(p.PtrWidth-8)
		if off := value &^ region; known&region == region &&
			(known != whole || off >= eighth && off < 7*eighth) {
			f(value)
		}
	}
	gap := func(n uint64) {
		k := uint64(0)
		if o.zero {
			k = 0xff
		}
		for range min(n, size) {
			push(0, k)
		}
	}
	end := uint64(0)
	for _, c := range o.cells {
		gap(c.off - end)
		end = cellEnd(p.terms, c)
		w := p.terms.Sort(c.val).Width()
		n, small := p.terms.ConstUint64(c.val)
		for lo := 0; lo < w; lo += 8 {
			b, k := n>>lo&0xff, uint64(0xff)
			if !small {
				b, k = p.byteOf(c.val, lo)
			}
			push(b, k)
		}
	}
	gap(o.size - end)
}

// byteOf is a byte of a term, and which of its bits are known.
func (p *program) byteOf(t term.Term, lo int) (value, known uint64) {
	if !p.terms.IsConst(t) && p.terms.Op(t) != term.OpConcat {
		return 0, 0
	}
	b, ok := p.terms.ConstUint64(p.terms.Extract(lo+7, lo, t))
	if !ok {
		return 0, 0
	}
	return b, 0xff
}
