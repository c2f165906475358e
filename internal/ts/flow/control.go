package flow

import (
	"slices"
	"strings"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Bounds of what locations are made of, if no variable is marked as a counter, and if one is.
const (
	maxControl     = 24 // Boolean variables
	maxLocations   = 64
	maxEdges       = 1024
	maxCounterLocs = 4096
	maxTargets     = 32 // locations that one transition leads to from one location
)

// locations makes the locations and the edges between them: with the variables for control that candidates
// proposes first, if that gives not too many.
func (b *builder) locations() error {
	for _, control := range b.candidates() {
		ok, err := b.split(control)
		if ok || err != nil {
			return err
		}
	}
	_, err := b.split(nil)
	return err
}

// candidates are sets of variables whose values may be locations: the counter of the only process; else all
// Boolean variables, or those that have one initial value.
func (b *builder) candidates() [][]int {
	if b.opt.OneLocation {
		return nil
	}
	var counters, bools, fixed []int
	for i, v := range b.sys.Vars {
		if v.Counter {
			counters = append(counters, i)
		}
		if b.st.Sort(v.Sym).IsBool() {
			bools = append(bools, i)
			if c := b.initial(i); c != term.None {
				fixed = append(fixed, i)
			}
		}
	}
	switch {
	case len(counters) == 1:
		return [][]int{counters}
	case len(counters) > 1:
		return nil
	}
	var out [][]int
	if len(bools) > 0 && len(bools) <= maxControl {
		out = append(out, bools)
	}
	if len(fixed) > 0 && len(fixed) < len(bools) && len(fixed) <= maxControl {
		out = append(out, fixed)
	}
	return out
}

// initial is the initial value of a variable if a conjunct of the initial condition says it.
func (b *builder) initial(v int) term.Term {
	d := definer{st: b.st, input: map[term.Term]bool{b.sys.Vars[v].Sym: true}, used: map[term.Term]bool{},
		defs: map[term.Term]term.Term{}}
	for _, c := range b.st.Conjuncts(b.sys.Init) {
		d.conjunct(c)
	}
	if t := d.defs[b.sys.Vars[v].Sym]; t != term.None && b.st.IsConst(t) {
		return t
	}
	return term.None
}

// split makes locations of the values of control variables, as far as they can be reached. It is false if
// there are too many.
func (b *builder) split(control []int) (bool, error) {
	s := &splitter{builder: b, number: map[string]int{}}
	locs, edges := maxLocations, maxEdges
	if len(control) == 0 || b.sys.Vars[control[0]].Counter {
		locs, edges = maxCounterLocs, len(b.base)*maxCounterLocs
	}
	b.control, b.locs, b.edges = control, nil, nil
	syms := make([]term.Term, len(control))
	for i, v := range control {
		syms[i] = b.sys.Vars[v].Sym
	}
	starts, ok := s.values(b.sys.Init, syms)
	if !ok {
		return false, b.ctx.Err()
	}
	for _, vals := range starts {
		l := &b.locs[s.location(vals)]
		l.Init = b.st.And(l.At, b.sys.Init)
	}
	for l := 0; l < len(b.locs); l++ {
		if err := b.ctx.Err(); err != nil {
			return false, err
		}
		if ok := s.leave(l); !ok || len(b.locs) > locs || len(b.edges) > edges {
			return false, b.ctx.Err()
		}
	}
	return true, b.ctx.Err()
}

// splitter is what split works with.
type splitter struct {
	*builder
	vals   [][]term.Term  // by location
	number map[string]int // locations by their values
}

// location is the location of values of the control variables.
func (s *splitter) location(vals []term.Term) int {
	var key strings.Builder
	for _, v := range vals {
		key.WriteString(s.st.String(v))
		key.WriteByte(' ')
	}
	if l, ok := s.number[key.String()]; ok {
		return l
	}
	l := len(s.locs)
	s.number[key.String()] = l
	at := make([]term.Term, len(vals))
	for i, v := range vals {
		at[i] = s.st.Eq(s.sys.Vars[s.control[i]].Sym, v)
	}
	s.vals = append(s.vals, vals)
	s.locs = append(s.locs, Location{At: s.st.And(at...), Init: s.st.False()})
	return l
}

// leave makes the edges from a location.
func (s *splitter) leave(l int) bool {
	here := map[term.Term]term.Term{}
	for i, v := range s.control {
		here[s.sys.Vars[v].Sym] = s.vals[l][i]
	}
	for _, base := range s.base {
		e := s.define(s.replaced(base, here))
		e.From = l
		if !s.possible(e.Guard) {
			continue
		}
		if e.To == Goal {
			s.edges = append(s.edges, e)
			continue
		}
		next := make([]term.Term, len(s.control))
		for i, v := range s.control {
			next[i] = e.Next[v]
		}
		targets, ok := s.values(e.Guard, next)
		if !ok {
			return false
		}
		for _, vals := range targets {
			s.edges = append(s.edges, s.to(e, next, vals))
		}
	}
	return true
}

// to is the edge e where it leads to the values given; next are those of control variables after it.
func (s *splitter) to(e *Edge, next, vals []term.Term) *Edge {
	guard := []term.Term{e.Guard}
	for i := range next {
		guard = append(guard, s.st.Eq(next[i], vals[i]))
	}
	narrow := *e
	narrow.Guard = s.st.And(guard...)
	out := *s.define(&narrow)
	out.To = s.location(vals)
	out.Next = slices.Clone(out.Next)
	for i, v := range s.control {
		out.Next[v] = vals[i]
	}
	return &out
}

// values lists the values that terms can have together where a condition holds. It is false if there are too
// many, or the solver does not know.
func (s *splitter) values(cond term.Term, ts []term.Term) ([][]term.Term, bool) {
	if !slices.ContainsFunc(ts, func(t term.Term) bool { return !s.st.IsConst(t) }) {
		return [][]term.Term{slices.Clone(ts)}, true
	}
	var out [][]term.Term
	for {
		r := s.solver.Check(s.ctx, cond)
		switch {
		case r.Status == smt.Unsat:
			return out, true
		case r.Status != smt.Sat || len(out) == maxTargets:
			return nil, false
		}
		vals, differ := make([]term.Term, len(ts)), make([]term.Term, len(ts))
		for i, t := range ts {
			v, ok := s.solver.Value(t)
			if !ok {
				return nil, false
			}
			vals[i] = s.st.FromValue(v)
			differ[i] = s.st.Not(s.st.Eq(t, vals[i]))
		}
		out = append(out, vals)
		cond = s.st.And(cond, s.st.Or(differ...))
	}
}
