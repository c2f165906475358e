package ranking

import (
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// pathWork bounds the search for a way to a set that recurs, in the units of engine.Task.Did.
const pathWork = 10_000_000_000

// A cycle is a way from a location back to it, as one guarded assignment. Guard and next are over the state
// before and inputs.
type cycle struct {
	loc    int
	edges  []int
	guard  term.Term
	next   []term.Term
	inputs []cycleInput
}

// cycleInput is an input of an edge of a cycle under a name of its own, or what is put in for it.
type cycleInput struct {
	edge     int // index in cycle.edges
	sym, own term.Term
}

// A recurrence is a set of states at the location of a cycle: from each of them the cycle can be taken and
// leads into the set again. If it is fixed the states are those that the cycle leaves as they are, as far as
// they matter.
type recurrence struct {
	cycle
	fixed bool
	set   term.Term // over the state; with fixed also over the inputs
	trap  *trap     // there is no cycle, but a set that is closed under all edges of a component; or nil
	// inputs are constants that are put in for those of the cycle.
	constants term.Map
}

const (
	maxCycle  = 3  // edges
	maxPeriod = 4  // rounds after which a state may come back
	maxCycles = 64 // of a component
	maxStarts = 8  // states that a set is made of, for each cycle
	// maxPairedCycles is up to how many cycles two are taken one after the other as well.
	maxPairedCycles = 8
)

// cycles are those of a component with few edges.
func (s *search) cycles(c measures.Component) []cycle {
	var out []cycle
	var extend func(x cycle)
	extend = func(x cycle) {
		at := x.loc
		if n := len(x.edges); n > 0 {
			at = s.g.Edges[x.edges[n-1]].To
		}
		for _, e := range c.Edges {
			if s.g.Edges[e].From != at || len(out) == maxCycles || s.ctx.Err() != nil {
				continue
			}
			y := s.append(x, e)
			switch {
			case s.st.IsFalse(y.guard):
			case s.g.Edges[e].To == x.loc:
				out = append(out, y)
			case len(y.edges) < maxCycle:
				extend(y)
			}
		}
	}
	for _, l := range c.Locs {
		x := cycle{loc: l, guard: s.st.True()}
		for _, v := range s.sys.Vars {
			x.next = append(x.next, v.Sym)
		}
		extend(x)
	}
	slices.SortStableFunc(out, func(a, b cycle) int { return len(a.edges) - len(b.edges) })
	return out
}

// append is the cycle with one edge more.
func (s *search) append(x cycle, edge int) cycle {
	e := &s.g.Edges[edge]
	m := map[term.Term]term.Term{}
	y := cycle{loc: x.loc, edges: append(slices.Clip(x.edges), edge), inputs: slices.Clip(x.inputs)}
	for _, in := range e.Inputs {
		m[in] = s.st.Fresh("in", s.st.Sort(in))
		y.inputs = append(y.inputs, cycleInput{len(x.edges), in, m[in]})
	}
	for v := range s.sys.Vars {
		m[s.sys.Vars[v].Sym] = x.next[v]
	}
	sub := term.NewSubstituter(s.st, m)
	y.guard = s.st.And(x.guard, sub.Apply(e.Guard))
	for _, t := range e.Next {
		y.next = append(y.next, sub.Apply(t))
	}
	return y
}

// extended is a cycle followed by the edges of another one from the same location.
func (s *search) extended(x cycle, edges []int) cycle {
	for _, e := range edges {
		x = s.append(x, e)
	}
	return x
}

// same is the condition that a cycle leaves the state as it is, as far as it matters.
func (s *search) same(x *cycle) term.Term {
	out := s.st.True()
	for v, live := range s.g.Locs[x.loc].Live {
		if live {
			out = s.st.And(out, s.st.Eq(x.next[v], s.sys.Vars[v].Sym))
		}
	}
	return out
}

// recurs looks for an execution that stays in one of some components for ever.
func (s *search) recurs(list []measures.Component) (engine.Result, bool, error) {
	var found []recurrence
	for _, c := range list {
		some, err := s.recurrences(c)
		if err != nil {
			return engine.Result{}, false, err
		}
		found = append(found, some...)
	}
	if len(found) == 0 {
		return engine.Result{}, false, nil
	}
	var goals []transition.Goal
	for i, r := range found {
		goal := transition.Goal{Name: "recurrence", Number: i, Cond: s.st.And(s.g.Locs[r.loc].At, r.set)}
		for _, in := range r.inputs {
			if r.fixed {
				goal.Inputs = append(goal.Inputs, in.own)
			}
		}
		goals = append(goals, goal)
	}
	eng := s.cfg.Paths
	if eng == nil {
		eng = s.cfg.Safety
	}
	a, err := s.reachBy(eng, goals, pathWork)
	if err != nil || a.path == nil {
		return engine.Result{}, false, err
	}
	res, err := s.lasso(&found[goals[a.path.Goal].Number], a.path)
	return res, true, err
}

// recurrences finds sets of states in a component that recur.
func (s *search) recurrences(c measures.Component) ([]recurrence, error) {
	var found []recurrence
	cycles := s.cycles(c)
	if len(cycles) <= maxPairedCycles {
		for _, x := range cycles {
			for _, y := range cycles {
				if x.loc == y.loc && !slices.Equal(x.edges, y.edges) {
					cycles = append(cycles, s.extended(x, y.edges))
				}
			}
		}
	}
	for _, x := range cycles {
		for y, n := x, 1; n <= maxPeriod; y, n = s.extended(y, y.edges), 2*n {
			if set := s.st.And(y.guard, s.same(&y)); s.ask(s.at(y.loc), set) == smt.Sat {
				found = append(found, recurrence{cycle: y, fixed: true, set: set})
				break
			}
		}
		list, err := s.closed(x)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	traps, err := s.traps(c)
	if err != nil {
		return nil, err
	}
	found = append(found, traps...)
	t, err := s.pinned(c)
	if t != nil {
		found = append(found, *t)
	}
	return found, err
}

// closed finds sets of states that a cycle with constant inputs leads into themselves. Each is made of a
// state that two rounds lead to: the conditions that hold in it and are kept by the cycle, if they say that
// the cycle can be taken again.
func (s *search) closed(x cycle) ([]recurrence, error) {
	st := s.st
	second := s.roundTerms(&x, x.next)
	third := s.roundTerms(&x, second.next)
	conds := append(s.conditions(x.loc), st.Conjuncts(x.guard)...)
	conds = slices.DeleteFunc(conds, func(c term.Term) bool { return !s.over(c, x.loc) })
	var out []recurrence
	tried := st.True()
	for range maxStarts {
		if s.ask(s.at(x.loc), x.guard, second.guard, third.guard, tried) != smt.Sat {
			break
		}
		constants, put := term.Map{}, map[term.Term]term.Term{}
		for _, in := range x.inputs {
			constants[in.own] = s.value(in.own)
			put[in.own] = st.FromValue(constants[in.own])
		}
		start := term.NewSubstituter(st, s.assigning(second.next))
		set := s.holding(x.loc, conds, func(t term.Term) term.Value { return s.value(start.Apply(t)) })
		tried = st.And(tried, st.Not(start.Apply(st.And(set...))))
		sub := term.NewSubstituter(st, put)
		y := x
		y.guard, y.next = sub.Apply(x.guard), nil
		for _, t := range x.next {
			y.next = append(y.next, sub.Apply(t))
		}
		set, err := s.kept(&y, set)
		if err != nil {
			return nil, err
		}
		if s.ask(s.at(x.loc), st.And(set...), st.Not(y.guard)) == smt.Unsat {
			out = append(out, recurrence{cycle: y, set: st.And(append(set, y.guard)...),
				constants: constants})
		}
	}
	return out, s.ctx.Err()
}

// roundTerms is a round of a cycle, with the same inputs, from where the values of the variables are these.
func (s *search) roundTerms(x *cycle, from []term.Term) cycle {
	sub := term.NewSubstituter(s.st, s.assigning(from))
	out := cycle{guard: sub.Apply(x.guard)}
	for _, t := range x.next {
		out.next = append(out.next, sub.Apply(t))
	}
	return out
}

// assigning maps the symbols of variables to values.
func (s *search) assigning(values []term.Term) map[term.Term]term.Term {
	m := make(map[term.Term]term.Term, len(values))
	for v, t := range values {
		m[s.sys.Vars[v].Sym] = t
	}
	return m
}

// value is that of a term in the model of the solver.
func (s *search) value(t term.Term) term.Value {
	if v, ok := s.solver.Value(t); ok {
		return v
	}
	return s.st.ZeroValue(s.st.Sort(t))
}

// holding are those of some conditions that hold in a state, with what its variables are and whether they are
// odd.
func (s *search) holding(loc int, conds []term.Term, value func(term.Term) term.Value) []term.Term {
	st := s.st
	var set []term.Term
	for _, c := range conds {
		if value(c).Bool() {
			set = append(set, c)
		}
	}
	for v, live := range s.g.Locs[loc].Live {
		x := s.sys.Vars[v].Sym
		if !live || s.sys.Vars[v].Counter || st.Sort(x).IsArray() {
			continue
		}
		set = append(set, st.Eq(x, st.FromValue(value(x))))
		if st.Sort(x).IsBitVec() {
			low := st.Extract(0, 0, x)
			set = append(set, st.Eq(low, st.FromValue(value(low))))
		}
	}
	return set
}

// kept leaves those of some conditions that a cycle keeps where all of them hold, and it can be taken.
func (s *search) kept(x *cycle, set []term.Term) ([]term.Term, error) {
	st := s.st
	sub := term.NewSubstituter(st, s.assigning(x.next))
	for {
		after := make([]term.Term, len(set))
		for i, c := range set {
			after[i] = sub.Apply(c)
		}
		r := s.ask(s.at(x.loc), x.guard, st.And(set...), st.Not(st.And(after...)))
		if err := s.ctx.Err(); err != nil || r == smt.Unsat {
			return set, err
		}
		n := 0
		set = slices.DeleteFunc(set, func(term.Term) bool {
			n++
			if r != smt.Sat {
				return true
			}
			v, ok := s.solver.Value(after[n-1])
			return !ok || !v.Bool()
		})
	}
}
