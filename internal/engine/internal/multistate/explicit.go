package multistate

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Making values explicit.
//
// Addresses, sizes, ids of threads and targets of calls are explicit. Where a term has several values in a
// state, the step divides: there is a run for each. The values are found one by one. A model of the path
// condition gives one, the condition that the term has another value is added to a copy of the state, and so
// on until the copy is empty.

// explicit is a term of which one value is wanted.
type explicit struct {
	term term.Term
	// allowed reports whether a value is allowed, or why not; inside is the condition that the value is. nil:
	// all are.
	allowed func(uint64) (string, bool)
	inside  func() term.Term
}

// allows reports whether a value is allowed, or why not.
func (want *explicit) allows(v uint64) (string, bool) {
	if want.allowed == nil {
		return "", true
	}
	return want.allowed(v)
}

// explicit returns the value of a term in this run; ok is false if the run is over, or its thread has ended.
// Runs with other values begin the edge anew. Values that are not allowed end a path, which is reported once.
func (x *expansion) explicit(r *run, e *cfa.Edge, want explicit) (v uint64, ok bool) {
	if v, ok := x.s.ConstUint64(want.term); ok {
		if why, ok := want.allows(v); !ok {
			x.end(r, Invalid, e, why)
			return 0, false
		}
		return v, true
	}
	if r.value.edge == r.edges {
		return r.value.value, true
	}
	r.met = true
	if v, ok := x.rec.value(r, e); ok {
		if x.conditions.assume(r.st, x.is(want.term, v)) == smt.Unsat {
			r.over = true
		} else if why, ok := want.allows(v); !ok {
			x.end(r, Invalid, e, why)
			return 0, false
		}
		return v, !r.over
	}
	values, all, ok := x.values(r, e, want)
	if !ok {
		return 0, false
	}
	return x.divide(r, want.term, values, all)
}

// is is the condition that a term has a value.
func (x *expansion) is(t term.Term, v uint64) term.Term {
	return x.s.Eq(t, x.s.BV(x.s.Sort(t).Width(), v))
}

// values lists the allowed values of a term; all says that it has no others. Beyond the limit there is the
// smallest one alone: then there will be no proof, but perhaps a violation. ok is false if the run does not
// go on, for want of values.
func (x *expansion) values(r *run, e *cfa.Edge, want explicit) (values []uint64, all, ok bool) {
	rest := r.st.fork() // where the term has none of the values found so far
	all = true
	for empty := false; !empty; {
		v, found := x.conditions.sample(rest, want.term)
		why, allowed := want.allows(v)
		switch {
		case !found || !allowed && !all:
			x.end(r, Unsupported, e, quantity(e)+" that the solver does not find")
			return nil, false, false
		case !allowed:
			all = false
			script := r.whole()
			script.add(r.edges, v)
			x.out.report(Stop{Kind: x.failing(Invalid, e), Edge: e, What: why, Script: script,
				Term: want.term})
			empty = x.conditions.restrict(rest, want.inside()) == smt.Unsat
		case len(values) == x.cfg.MaxValues:
			x.out.report(Stop{Kind: Unsupported, Edge: e, What: fmt.Sprintf(
				"%s with more than %d possible values", quantity(e), x.cfg.MaxValues), Script: r.whole(),
				Term: want.term})
			least := slices.Min(append(values, v))
			return []uint64{x.smallest(r.st, want, least)}, false, true
		default:
			values = append(values, v)
			empty = x.conditions.restrict(rest, x.s.Not(x.is(want.term, v))) == smt.Unsat
		}
	}
	r.over = len(values) == 0
	return values, all, !r.over
}

// divide goes on with the first of the values of a term and leaves the others to runs that begin the edge
// anew. all: the term has no other values.
func (x *expansion) divide(r *run, t term.Term, values []uint64, all bool) (v uint64, ok bool) {
	for n, v := range slices.Backward(values) {
		w := r
		if n > 0 {
			w = r.fork()
		}
		if x.conditions.assume(w.st, x.is(t, v)) == smt.Unsat {
			w.over = true
			continue
		}
		if len(values) > 1 || !all {
			w.script.add(r.edges, v)
		}
		if n > 0 {
			w.value = choice{w.edges, v}
			w.again()
			x.stack = append(x.stack, w)
		}
	}
	return values[0], !r.over
}

// smallest looks for an allowed value of a term that is smaller than v, for a while.
func (x *expansion) smallest(st *State, want explicit, v uint64) uint64 {
	width := x.s.Sort(want.term).Width()
	for v > 0 {
		less := st.fork()
		bound := x.s.BV(width, max(v/2, 1))
		if x.conditions.restrict(less, x.s.BVUlt(want.term, bound)) != smt.Sat {
			break
		}
		w, found := x.conditions.sample(less, want.term)
		if _, allowed := want.allows(w); !found || !allowed || w >= v {
			break
		}
		v = w
	}
	return v
}

// quantity says what of an operation is made explicit.
func quantity(e *cfa.Edge) string {
	switch e.Op.(type) {
	case cfa.Alloc:
		return "an object of a size"
	case cfa.Join:
		return "a thread id"
	}
	return "an address"
}
