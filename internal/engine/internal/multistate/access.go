package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// access executes a Load, Store or Free.
func (x *expansion) access(r *run, e *cfa.Edge) {
	switch op := e.Op.(type) {
	case cfa.Load:
		n := uint64(x.p.Regs[op.Dst].Sort.Width() / 8)
		if _, whole, ok := x.smears(r, e, op.Addr, n, false); !ok {
			return
		} else if whole {
			x.registers.assign(op.Dst, x.symbols.Fresh(&r.st.used, x.p.Regs[op.Dst].Sort), r.st.thread(r.i))
			break
		}
		a, ok := x.address(r, e, op.Addr, n, false)
		if !ok {
			return
		}
		if x.conflicts(r, e, a, n, false); r.over {
			return
		}
		v := r.st.read(a, n, func(o *object, off uint64, sort term.Sort) term.Term {
			v := x.symbols.Fresh(&r.st.used, sort)
			x.rec.undefined(o, off, v)
			return v
		})
		x.registers.assign(op.Dst, v, r.st.thread(r.i))
	case cfa.Store:
		n := uint64(x.s.Sort(op.Value).Width() / 8)
		if region, whole, ok := x.smears(r, e, op.Addr, n, true); !ok {
			return
		} else if whole {
			x.smear(r, region, x.registers.eval(op.Value, r.st.threads[r.i]))
			r.acts = max(r.acts, MayAct)
			break
		}
		a, ok := x.address(r, e, op.Addr, n, true)
		if !ok {
			return
		}
		if x.conflicts(r, e, a, n, true); r.over {
			return
		}
		// The value is read after the choice of an address, which may tell it.
		v := x.registers.eval(op.Value, r.st.threads[r.i])
		x.changes(r, e, a, v)
		r.st.write(a, v)
		r.st.writes(r.i, a, n)
	case cfa.Free:
		a, ok := x.explicit(r, e, explicit{term: x.registers.eval(op.Addr, r.st.threads[r.i])})
		if !ok {
			return
		}
		if a == 0 && op.Kind.IsHeap() {
			break
		}
		o := r.st.pointed(a)
		if o == nil || o.static >= 0 || o.kind != op.Kind || o.addr != a || !o.live {
			x.end(r, Invalid, e, "invalid free")
			return
		}
		x.foresee(r, e, o)
		o = r.st.own(a >> x.p.bits)
		o.live, o.cells = false, nil
		r.st.writes(r.i, o.addr, o.size)
	}
	x.next(r, e)
}

// address returns the address of an access of n bytes in this run; ok is false if the run ends there. There
// is a run for each address that is valid; what is not valid is reported once for all addresses.
func (x *expansion) address(r *run, e *cfa.Edge, addr term.Term, n uint64, write bool) (a uint64, ok bool) {
	t := x.registers.eval(addr, r.st.threads[r.i])
	a, ok = x.explicit(r, e, explicit{
		term:    t,
		allowed: func(a uint64) (string, bool) { return r.st.valid(a, n, write) },
		inside:  func() term.Term { return r.st.inside(t, n, write) },
	})
	if ok {
		x.foresee(r, e, r.st.pointed(a))
	}
	return a, ok
}

// foresee checks that the points-to analysis, on which the reductions rely, knows that an edge may access an
// object. If it does not, the access may also be one of another object than that whose address it has, which
// is invalid wherever objects lie. The analysis does not follow what the program tells by branches, such as
// an address that is copied bit by bit through conditions, nor arithmetic that leads from one object into
// another. Then there will be no proof, but perhaps a violation. An execution that the reductions leave out
// because of such an access does not hide it: up to the first one they are sound, and what is reordered
// before it does not change its address.
func (x *expansion) foresee(r *run, e *cfa.Edge, o *object) {
	if x.rec == nil && x.effects != nil && o.abstract >= 0 && !x.effects.knows(e, o.abstract) {
		x.report(r, Unsupported, e, "an address that was computed in a way that is not followed")
	}
}

// alloc executes an Alloc.
func (x *expansion) alloc(r *run, e *cfa.Edge, op cfa.Alloc) {
	size, ok := x.explicit(r, e, explicit{term: x.registers.eval(op.Size, r.st.threads[r.i])})
	if !ok {
		return
	}
	region := x.regionFor(r, e, op)
	switch {
	case size > x.p.MaxObject():
		x.end(r, Unsupported, e, "an object larger than the address space is cut for")
		return
	case region >= x.p.Regions()-1:
		x.end(r, Unsupported, e, "more objects than the address space has room for")
		return
	}
	if r.st.threads[r.i].crowd {
		r.st.thread(r.i).crowd = false // the object is its own
	}
	o := &object{addr: x.p.RegionStart(region), size: size, kind: op.Kind, static: -1, abstract: -1,
		function: cfa.NoProc, zero: op.Zero, live: true, aside: op.Aside, immortal: op.Immortal}
	if x.effects != nil {
		if id, ok := x.effects.pts.Site(e); ok {
			o.abstract = int32(id)
		}
	}
	x.rec.alloc(r, e, o)
	r.st.enter(o)
	x.registers.assign(op.Dst, x.s.BV(x.p.PtrWidth, o.addr), r.st.thread(r.i))
	x.next(r, e)
}

// regionFor is the region of the object that an edge makes. Where another one than the next is taken, the
// script of the step says so: when it is made again from a state with more in it, the same one is taken.
func (x *expansion) regionFor(r *run, e *cfa.Edge, op cfa.Alloc) uint64 {
	next := r.st.nextRegion()
	x.survey(r.st)
	switch {
	case reuses(e):
		return x.reusedRegion(r, next)
	case !x.s.IsConst(op.Size):
		return next // the script may have the size at this edge
	case x.rec != nil:
		if v, ok := x.rec.decided(r); ok {
			return v
		}
		return next
	}
	region := r.st.vacant(x.forgotten)
	if region != next {
		x.again[region] = true
		r.script.add(r.edges, region)
	}
	return region
}
