package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Accesses somewhere in an object.
//
// In proofs with crowds an address that has many values need not be explicit, if it leads into one object: a
// Load gives any value, and after a Store nothing is known of the content of the object. Values outside end a
// path as those of other accesses do.

// fewValues is how many values an address may have and still be explicit.
const fewValues = 4

// The choice of an object as a whole, or of what is outside of it, in a script: its region with one of these
// bits.
const (
	somewhere = 1 << 62
	outside   = 1 << 61
)

// smears returns the region of the object in which an access of n bytes lies somewhere; whole is false if its
// address is to be explicit. ok is false if the run is over, or its thread has ended.
func (x *expansion) smears(r *run, e *cfa.Edge, addr term.Term, n uint64, write bool) (region uint64, whole,
	ok bool) {
	t := x.registers.eval(addr, r.st.threads[r.i])
	if !x.cfg.Crowds || x.s.IsConst(t) || r.value.edge == r.edges {
		return 0, false, true
	}
	if x.rec != nil {
		return x.smearsAgain(r, e, t, n)
	}
	o := x.many(r.st, e, t)
	if o == nil || write && o.readOnly {
		return 0, false, true
	}
	region = x.p.RegionOf(o.addr)
	in := x.within(o, t, n)
	out := r.st.fork()
	if x.conditions.restrict(out, x.s.Not(in)) != smt.Unsat {
		if x.sees(r) {
			script := r.whole()
			script.add(r.edges, outside|region)
			x.out.report(Stop{Kind: x.failing(Invalid, e), Edge: e, What: "invalid access", Script: script,
				Term: t})
		}
	}
	r.met = true
	r.script.add(r.edges, somewhere|region)
	if x.conditions.assume(r.st, in) == smt.Unsat {
		r.over = true
		return 0, false, false
	}
	x.foresee(r, e, r.st.region(region))
	return region, true, true
}

// smearsAgain is smears where a script is followed.
func (x *expansion) smearsAgain(r *run, e *cfa.Edge, t term.Term, n uint64) (region uint64, whole, ok bool) {
	v, found := x.rec.value(r, e)
	if !found || v&(somewhere|outside) == 0 {
		return 0, false, true
	}
	region = v &^ (somewhere | outside)
	o := r.st.region(region)
	if o == nil {
		r.over = true
		return 0, false, false
	}
	in := x.within(o, t, n)
	if v&outside != 0 {
		if x.conditions.assume(r.st, x.s.Not(in)) == smt.Unsat {
			r.over = true
		} else {
			x.end(r, Invalid, e, "invalid access")
		}
		return 0, false, false
	}
	if x.conditions.assume(r.st, in) == smt.Unsat {
		r.over = true
		return 0, false, false
	}
	return region, true, true
}

// many returns the object in which an access with many addresses has to be; nil: that is not known, or the
// address has few values.
func (x *expansion) many(st *State, e *cfa.Edge, t term.Term) *object {
	if x.effects == nil || x.effects.edges[e.ID].any || len(x.effects.edges[e.ID].objects) != 1 {
		return nil
	}
	var found *object
	for _, list := range [...][]*object{st.objects, x.p.constant} {
		for _, o := range list {
			switch {
			case o.abstract != x.effects.edges[e.ID].objects[0]:
			case found != nil || !o.live:
				return nil
			default:
				found = o
			}
		}
	}
	if found == nil {
		return nil
	}
	rest := st.fork()
	for range fewValues {
		v, ok := x.conditions.sample(rest, t)
		if !ok || x.conditions.restrict(rest, x.s.Not(x.is(t, v))) == smt.Unsat {
			return nil
		}
	}
	return found
}

// within is the condition that an access of n bytes lies in an object.
func (x *expansion) within(o *object, addr term.Term, n uint64) term.Term {
	if o.size < n {
		return x.s.False()
	}
	off := x.s.BVSub(addr, x.s.BV(x.p.PtrWidth, o.addr))
	return x.s.BVUle(off, x.s.BV(x.p.PtrWidth, o.size-n))
}

// smear forgets the content of an object, somewhere in which a value is written.
func (x *expansion) smear(r *run, region uint64, v term.Term) {
	o := r.st.own(region)
	lost := x.lost(r.st)
	lost.visit(v, 0)
	for _, c := range o.cells {
		lost.visit(c.val, 0)
	}
	o.cells, o.zero = nil, false
}

// lost is called with values that are forgotten.
func (x *Stepper) lost(st *State) *addressVisitor {
	return &addressVisitor{p: x.p, keep: func(a uint64) {
		if r := x.p.RegionOf(a); r >= x.p.firstFree && st.pointed(a) != nil {
			x.forgotten[r] = true
		}
	}, seen: map[placedTerm]bool{}}
}
