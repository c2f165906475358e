package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Regions of dead objects.
//
// A block that is entered again and again makes new objects each time. If each got a new region, no state would ever
// come back. So a new object takes the region of one that is dead, if no value of the state
// leads there any more: then nothing tells the two apart. Where a dead object is still pointed to its region stays
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

// keepPointedTo takes the regions out of a set that a value of the state leads to. What registers hold that are not
// live does not count: whether they are forgotten already must make no difference.
func (x *Stepper) keepPointedTo(st *State, dead map[uint64]bool) {
	seen := map[term.Term]bool{}
	var visit func(t term.Term)
	visit = func(t term.Term) {
		if t == term.None || seen[t] {
			return
		}
		seen[t] = true
		if x.s.IsConst(t) {
			x.eachAddress(t, func(a uint64) { delete(dead, x.p.RegionOf(a)) })
			return
		}
		for i := range x.s.NumArgs(t) {
			visit(x.s.Arg(t, i))
		}
	}
	for _, t := range st.threads {
		visit(t.exit)
		for _, v := range t.shared {
			visit(v)
		}
		for i := range t.frames {
			f := &t.frames[i]
			for _, k := range f.proc.live[f.loc] {
				visit(f.regs[k])
			}
		}
	}
	for _, o := range st.objects {
		if !o.live {
			continue
		}
		for i, c := range o.cells {
			visit(c.val)
			if v, ok := x.joined(o, i); ok {
				visit(v)
			}
		}
	}
}

// eachAddress calls f with the addresses that a constant may hold; a wide one may have several side by side.
func (x *Stepper) eachAddress(t term.Term, f func(uint64)) {
	if v, ok := x.s.ConstUint64(t); ok {
		f(v)
		return
	}
	if !x.s.Sort(t).IsBitVec() {
		return
	}
	for lo := 0; lo+x.p.PtrWidth <= x.s.Sort(t).Width(); lo += 8 {
		if v, ok := x.s.ConstUint64(x.s.Extract(lo+x.p.PtrWidth-1, lo, t)); ok {
			f(v)
		}
	}
}

// joined is the constant that small cells from number i on make up, if they may be the pieces of an address.
func (x *Stepper) joined(o *object, i int) (term.Term, bool) {
	v := o.cells[i].val
	if x.s.Sort(v).Width() >= x.p.PtrWidth || !x.s.IsConst(v) {
		return term.None, false
	}
	for k := i + 1; k < len(o.cells) && o.cells[k].off == x.cellEnd(o.cells[k-1]); k++ {
		if !x.s.IsConst(o.cells[k].val) {
			return term.None, false
		}
		v = x.s.Concat(o.cells[k].val, v)
		if x.s.Sort(v).Width() >= x.p.PtrWidth {
			return x.s.Extract(x.p.PtrWidth-1, 0, v), true
		}
	}
	return term.None, false
}

// enter puts a new object where its address says.
func (x *Stepper) enter(st *State, o *object) {
	if i, _, ok := x.index(st, x.p.RegionOf(o.addr)); ok {
		st.objects[i] = o
		return
	}
	st.objects = append(st.objects, o)
}

// regionFor is the region of the object that an edge makes. Where another one than the next is taken, the script of
// the step says so: when it is made again from a state with more in it, the same one is taken.
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
