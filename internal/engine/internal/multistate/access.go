package multistate

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// access executes a Load, Store or Free.
func (x *Stepper) access(r *run, e *cfa.Edge, stack *[]*run, out *Step) {
	th := r.st.threads[r.i]
	switch op := e.Op.(type) {
	case cfa.Load:
		n := uint64(x.p.Regs[op.Dst].Sort.Width() / 8)
		a, ok := x.place(r, e, x.eval(op.Addr, th), n, false, stack, out)
		if !ok {
			return
		}
		o := x.region(r.st, a>>x.p.bits)
		x.foresee(r, e, o, out)
		v := x.read(r.st, a>>x.p.bits, a-o.addr, n)
		x.assign(op.Dst, v, x.thread(r.st, r.i))
	case cfa.Store:
		n := uint64(x.s.Sort(op.Value).Width() / 8)
		a, ok := x.place(r, e, x.eval(op.Addr, th), n, true, stack, out)
		if !ok {
			return
		}
		o := x.region(r.st, a>>x.p.bits)
		x.foresee(r, e, o, out)
		// The value is read behind the choice of an address, which may tell it.
		v := x.eval(op.Value, r.st.threads[r.i])
		x.write(r.st, a>>x.p.bits, a-o.addr, v)
	case cfa.Free:
		a, ok := x.concrete(r, e, x.eval(op.Addr, th), stack, out)
		if !ok {
			return
		}
		if a == 0 && op.Kind == cfa.Heap {
			break
		}
		o := x.region(r.st, a>>x.p.bits)
		if o == nil || o.static >= 0 || o.kind != op.Kind || o.addr != a || !o.live {
			x.end(r, out, Invalid, e, "invalid free")
			return
		}
		x.foresee(r, e, o, out)
		o = x.own(r.st, a>>x.p.bits)
		o.live, o.cells = false, nil
	}
	x.next(r, e)
}

// foresee checks that the points-to analysis, on which the reductions rely, knows that an edge may access an
// object. It does not follow what the program tells by branches, such as an address that is copied bit by bit
// through conditions, nor arithmetic that leads from one object into another. Then there will be no proof,
// but perhaps a violation. An execution that the reductions leave out because of such an access does not hide
// it: up to the first one they are sound, and what is reordered before it does not change its address.
func (x *Stepper) foresee(r *run, e *cfa.Edge, o *object, out *Step) {
	if x.rec == nil && x.facts != nil && o.abstract >= 0 && !x.facts.knows(e, o.abstract) {
		out.report(Stop{Unsupported, e, "an address that was computed in a way that is not followed",
			r.script.clone()})
	}
}

// valid reports whether an access of n bytes at a is to a live object that it may be
// made to, and why not.
func (x *Stepper) valid(st *State, a, n uint64, write bool) (string, bool) {
	o := x.region(st, a>>x.p.bits)
	switch {
	case o == nil || !o.live || a-o.addr >= o.size || n > o.size-(a-o.addr):
		return "invalid access", false
	case write && o.readOnly:
		return "write to a constant object", false
	}
	return "", true
}

// place makes the address of an access explicit: for each value that it may have there is a
// run. What is not valid is reported once for all addresses.
func (x *Stepper) place(r *run, e *cfa.Edge, addr term.Term, n uint64, write bool, stack *[]*run,
	out *Step) (uint64, bool) {
	if a, ok := x.s.ConstUint64(addr); ok {
		if what, ok := x.valid(r.st, a, n, write); !ok {
			x.end(r, out, Invalid, e, what)
			return 0, false
		}
		return a, true
	}
	keep := func(a uint64) (string, bool) { return x.valid(r.st, a, n, write) }
	inside := func() term.Term { return x.inside(r.st, addr, n, write) }
	return x.choose(r, e, addr, keep, inside, stack, out)
}

// inside is the condition that an access is valid.
func (x *Stepper) inside(st *State, addr term.Term, n uint64, write bool) term.Term {
	var any []term.Term
	add := func(o *object) {
		if o != nil && o.live && o.size >= n && !(write && o.readOnly) {
			off := x.s.BVSub(addr, x.s.BV(x.p.PtrWidth, o.addr))
			any = append(any, x.s.BVUle(off, x.s.BV(x.p.PtrWidth, o.size-n)))
		}
	}
	for _, o := range st.objects {
		add(o)
	}
	for _, o := range x.p.constant {
		add(o)
	}
	return x.s.Or(any...)
}

// concrete makes a value explicit: there is a run for each value that it may have.
func (x *Stepper) concrete(r *run, e *cfa.Edge, t term.Term, stack *[]*run, out *Step) (uint64, bool) {
	if v, ok := x.s.ConstUint64(t); ok {
		return v, true
	}
	keep := func(uint64) (string, bool) { return "", true }
	return x.choose(r, e, t, keep, nil, stack, out)
}

// choose goes on with one value of t and puts runs for the others on the stack. keep says
// which values are allowed, and inside is the condition that the value is; one that is not
// ends a path.
func (x *Stepper) choose(r *run, e *cfa.Edge, t term.Term, keep func(uint64) (string, bool),
	inside func() term.Term, stack *[]*run, out *Step) (uint64, bool) {
	if r.chosen == r.edges {
		return r.value, true
	}
	is := func(v uint64) term.Term { return x.s.Eq(t, x.s.BV(x.s.Sort(t).Width(), v)) }
	r.met = true
	if v, ok := x.rec.value(r); ok && !(reuses(e) && v&retaken != 0) {
		if x.assume(r.st, is(v)) == smt.Unsat {
			r.over = true
			return 0, false
		}
		return v, true
	}
	rest := x.fork(r.st)
	var values []uint64
	bad := false
	for {
		v, ok := x.sample(rest, t)
		if !ok {
			x.end(r, out, Unsupported, e, explicit(e)+" that the solver does not find")
			return 0, false
		}
		if what, ok := keep(v); !ok && !bad {
			bad = true
			script := r.script.clone()
			script.add(r.edges, v)
			out.report(Stop{Invalid, e, what, script})
			if x.restrict(rest, inside()) == smt.Unsat {
				break
			}
			continue
		} else if !ok {
			x.end(r, out, Unsupported, e, explicit(e)+" that the solver does not find")
			return 0, false
		}
		if values = append(values, v); len(values) > x.cfg.MaxValues {
			// There will be no proof, but perhaps a violation: go on with the smallest value.
			out.report(Stop{Unsupported, e, fmt.Sprintf("%s with more than %d possible values", explicit(e),
				x.cfg.MaxValues), r.script.clone()})
			values = []uint64{x.smallest(r.st, t, slices.Min(values), keep)}
			bad = true // the value is not forced
			break
		}
		if x.restrict(rest, x.s.Not(is(v))) == smt.Unsat {
			break
		}
	}
	if len(values) == 0 {
		r.over = true
		return 0, false
	}
	// The other values begin the edge anew, with the value known.
	for n := len(values) - 1; n >= 0; n-- {
		w := r
		if n > 0 {
			w = r.fork(x)
		}
		if x.assume(w.st, is(values[n])) == smt.Unsat {
			w.over = true
			continue
		}
		if len(values) > 1 || bad {
			w.script.add(r.edges, values[n])
		}
		if w != r {
			w.chosen, w.value, w.moved = w.edges, values[n], w.before
			w.edges--
			*stack = append(*stack, w)
		}
	}
	return values[0], !r.over
}

// explicit says what of an operation is made explicit.
func explicit(e *cfa.Edge) string {
	switch e.Op.(type) {
	case cfa.Alloc:
		return "an object of a size"
	case cfa.Join:
		return "a thread id"
	}
	return "an address"
}

// smallest looks for a value of t that is allowed and smaller than v, for a while.
func (x *Stepper) smallest(st *State, t term.Term, v uint64, keep func(uint64) (string, bool)) uint64 {
	st = x.fork(st)
	width := x.s.Sort(t).Width()
	for bound := v / 2; v > 0; bound = v / 2 {
		less := x.fork(st)
		if x.restrict(less, x.s.BVUlt(t, x.s.BV(width, max(bound, 1)))) != smt.Sat {
			break
		}
		w, ok := x.sample(less, t)
		if _, allowed := keep(w); !ok || !allowed || w >= v {
			break
		}
		v = w
	}
	return v
}

// sample is a value that t has in some state of st.
func (x *Stepper) sample(st *State, t term.Term) (uint64, bool) {
	model := term.Map{}
	syms := x.Symbols(t)
	for _, p := range st.parts {
		if !meets(p.syms, syms) {
			continue
		}
		if p.model == nil {
			return 0, false
		}
		for _, sym := range p.syms {
			if v, ok := p.model[sym]; ok {
				model[sym] = v
			}
		}
	}
	v, err := x.s.Eval(t, Model{x.s, model})
	return v.Uint64(), err == nil
}

func (x *Stepper) alloc(r *run, e *cfa.Edge, op cfa.Alloc, stack *[]*run, out *Step) {
	size, ok := x.concrete(r, e, x.eval(op.Size, r.st.threads[r.i]), stack, out)
	if !ok {
		return
	}
	region := x.regionFor(r, e, op, stack)
	switch {
	case size > x.p.MaxObject():
		x.end(r, out, Unsupported, e, "an object larger than the address space is cut for")
		return
	case region >= x.p.Regions()-1:
		x.end(r, out, Unsupported, e, "more objects than the address space has room for")
		return
	}
	o := &object{addr: x.p.RegionStart(region), size: size, kind: op.Kind, static: -1, abstract: -1,
		function: cfa.NoProc, zero: op.Zero, live: true, gen: r.st.gen}
	if x.facts != nil {
		if id, ok := x.facts.pts.Site(e); ok {
			o.abstract = int32(id)
		}
	}
	x.rec.alloc(r, e, o)
	x.enter(r.st, o)
	x.assign(op.Dst, x.s.BV(x.p.PtrWidth, o.addr), x.thread(r.st, r.i))
	x.next(r, e)
}
