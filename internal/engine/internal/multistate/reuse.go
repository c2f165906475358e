package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Regions of dead objects.
//
// A block that is entered again and again makes new objects each time. If each got a new region, no state
// would ever come back. So a new object takes the region of one that is dead, if no value of the state leads
// there any more: then nothing tells the two apart. Where a dead object is still pointed to its region stays
// dead, so that accesses through such a pointer are found to be invalid.

// vacant returns the region for a new object: the first one that is free.
func (x *Stepper) vacant(st *State) uint64 {
	made := len(x.p.writable)
	dead := map[uint64]bool{}
	for i := made; i < len(st.objects); i++ {
		if o := st.objects[i]; !o.live {
			dead[x.p.RegionOf(o.addr)] = true
		}
	}
	if len(dead) > 0 {
		x.keepPointedTo(st, dead)
	}
	for i := made; i < len(st.objects) && len(dead) > 0; i++ {
		if r := x.p.RegionOf(st.objects[i].addr); dead[r] {
			return r
		}
	}
	return x.p.firstFree + uint64(len(st.objects)-made)
}

// keepPointedTo takes the regions out of a set that a value of the state leads to. What registers hold that
// are not live does not count: whether they are forgotten already must make no difference.
func (x *Stepper) keepPointedTo(st *State, dead map[uint64]bool) {
	keep := func(a uint64) { delete(dead, x.p.RegionOf(a)) }
	v := addressVisitor{x, keep, map[placedTerm]bool{}}
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
			if w := x.s.Sort(c.val).Width(); !x.s.IsConst(c.val) {
				for place := 8; place+w <= x.p.PtrWidth; place += 8 {
					v.visit(c.val, place)
				}
			}
		}
		x.eachJoined(o, keep)
	}
}

// placedTerm is a term with place bits behind it.
type placedTerm struct {
	t     term.Term
	place int
}

// addressVisitor calls keep with the addresses that terms are made of.
type addressVisitor struct {
	x    *Stepper
	keep func(uint64)
	seen map[placedTerm]bool
}

// visit looks at a term that has place bits behind it. The simplifier writes the sum of an address and a
// small offset that is not known as a concatenation, whose high part is then the beginning of an address.
func (v *addressVisitor) visit(t term.Term, place int) {
	s := v.x.s
	if t == term.None || v.seen[placedTerm{t, place}] {
		return
	}
	v.seen[placedTerm{t, place}] = true
	switch {
	case s.IsConst(t):
		v.x.eachAddress(t, v.keep)
		if n, ok := s.ConstUint64(t); ok && place > 0 {
			v.keep(n << place & v.x.ptrMask())
		}
	case s.Op(t) == term.OpConcat:
		for i := s.NumArgs(t) - 1; i >= 0; i-- {
			a := s.Arg(t, i)
			if place >= v.x.p.PtrWidth {
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
func (x *Stepper) ptrMask() uint64 { return ^uint64(0) >> (64 - x.p.PtrWidth) }

// eachAddress calls f with the addresses that a constant may hold; a wide one may have several side by side.
func (x *Stepper) eachAddress(t term.Term, f func(uint64)) {
	if !x.s.Sort(t).IsBitVec() {
		return
	}
	w := x.s.Sort(t).Width()
	if v, ok := x.s.ConstUint64(t); ok && w <= x.p.PtrWidth {
		f(v)
		return
	}
	for lo := 0; lo+x.p.PtrWidth <= w; lo += 8 {
		if v, ok := x.s.ConstUint64(x.s.Extract(lo+x.p.PtrWidth-1, lo, t)); ok {
			f(v)
		}
	}
}

// eachJoined calls f with the addresses that the bytes of an object make up, whatever the cells they lie in.
// What is below the number of the region need not be known. Numbers side by side that would be an address far
// from any object are none.
func (x *Stepper) eachJoined(o *object, f func(uint64)) {
	size := uint64(x.p.PtrWidth / 8)
	whole, region := x.ptrMask(), x.ptrMask()>>x.p.bits<<x.p.bits
	eighth := uint64(1) << (x.p.bits - 3)
	var value, known uint64 // of the last bytes, the newest in front
	push := func(b, k uint64) {
		value = value>>8 | b<<(x.p.PtrWidth-8)
		known = known>>8 | k<<(x.p.PtrWidth-8)
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
		end = x.cellEnd(c)
		w := x.s.Sort(c.val).Width()
		n, small := x.s.ConstUint64(c.val)
		for lo := 0; lo < w; lo += 8 {
			b, k := n>>lo&0xff, uint64(0xff)
			if !small {
				b, k = x.byteOf(c.val, lo)
			}
			push(b, k)
		}
	}
	gap(o.size - end)
}

// byteOf is a byte of a term, and which of its bits are known.
func (x *Stepper) byteOf(t term.Term, lo int) (value, known uint64) {
	if !x.s.IsConst(t) && x.s.Op(t) != term.OpConcat {
		return 0, 0
	}
	b, ok := x.s.ConstUint64(x.s.Extract(lo+7, lo, t))
	if !ok {
		return 0, 0
	}
	return b, 0xff
}

// enter puts a new object where its address says.
func (x *Stepper) enter(st *State, o *object) {
	if i, _, ok := x.index(st, x.p.RegionOf(o.addr)); ok {
		st.objects[i] = o
		return
	}
	st.objects = append(st.objects, o)
}

// regionFor is the region of the object that an edge makes. Where another one than the next is taken, the
// script of the step says so: when it is made again from a state with more in it, the same one is taken.
func (x *Stepper) regionFor(r *run, e *cfa.Edge, op cfa.Alloc, stack *[]*run) uint64 {
	next := x.p.firstFree + uint64(len(r.st.objects)-len(x.p.writable))
	if reuses(e) {
		return x.retake(r, next, stack)
	}
	if !x.s.IsConst(op.Size) {
		return next // the script may have the size at this edge
	}
	if x.rec != nil {
		if v, ok := x.rec.decided(r); ok {
			return v
		}
		return next
	}
	region := x.vacant(r.st)
	if region != next {
		r.script.add(r.edges, region)
	}
	return region
}
