package recurring

import (
	"fmt"
	"math/bits"
	"slices"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// monitor is the automaton of the runs that violate a property. Its marks are those of the automaton and,
// after these, the conditions of fairness.
type monitor struct {
	f         *transition.Temporal
	automaton *ltl.Automaton
}

func (m *monitor) marks() int { return m.automaton.Marks + len(m.f.Fair) }

// label is the condition of an edge of the automaton, as conjuncts over a step.
func (m *monitor) label(st *term.Store, e *ltl.Edge) []term.Term {
	var out []term.Term
	for bit, atom := range m.f.Atoms {
		switch {
		case e.Label.Pos>>bit&1 != 0:
			out = append(out, atom)
		case e.Label.Neg>>bit&1 != 0:
			out = append(out, st.Not(atom))
		}
	}
	return out
}

// A product is a system with a monitor as its last variable, which has the state of the automaton, the marks
// that have recurred in this round, as how many of them in their order, and how many rounds there were.
type product struct {
	*transition.System
	of      *transition.System // that the product was asked for
	base    *transition.System // a fork of it
	monitor *monitor
	levels  int
	// bound is how many rounds are counted: one more is a goal. -1: none is counted.
	bound int
	// split are conditions on states. A place of a product that counts nothing says which of them hold.
	split []term.Term
	// steps are what the transitions consist of.
	steps []step
}

// step is a transition of the system with one of the monitor.
type step struct {
	transition int // of the base
	round      bool
	// from and place are the places before and after it: the values of the monitor, but for the rounds that
	// are counted, and which conditions of split hold.
	from, place int
}

// maxProduct bounds the transitions of a product.
const maxProduct = 20_000

// size is how many transitions a product has.
func (m *monitor) size(base *transition.System, bound int) int {
	_, edges := m.automaton.Size()
	levels := max(1, m.marks())
	return len(base.Transitions) * edges * levels * (len(m.f.Fair) + 1) * max(1, bound+1)
}

// newProduct makes the product of a system, in a fork of its store. Its symbols are as new as Fresh makes
// them.
func newProduct(of *transition.System, m *monitor, bound int, split ...term.Term) *product {
	base := of.Fork()
	p := &product{System: &transition.System{Terms: base.Terms, Files: base.Files,
		Vars: slices.Clone(base.Vars), InitInputs: base.InitInputs, Hints: base.Hints, Chosen: base.Chosen},
		of: of, base: base, monitor: m, levels: max(1, m.marks()), bound: bound,
		split: split}
	for i := range p.Vars {
		p.Vars[i].Counter = false
	}
	st := base.Terms
	width := bits.Len(uint(p.last())) + 1
	v := p.AddVar("monitor", term.BitVec(width))
	p.Vars[v].Counter = true
	at := func(code int) term.Term { return st.Eq(p.Vars[v].Sym, st.BV(width, uint64(code))) }
	var starts []term.Term
	for _, q := range m.automaton.Initial {
		starts = append(starts, at(p.code(q, 0, 0)))
	}
	p.Init = st.And(base.Init, st.Or(append(starts, st.False())...))
	for count := range max(1, bound+1) {
		for q, edges := range m.automaton.Edges {
			for level := range p.levels {
				for i := range edges {
					p.follow(&edges[i], q, level, count, at)
				}
			}
		}
	}
	if bound >= 0 {
		p.Goals = []transition.Goal{{Name: fmt.Sprintf("round %d", bound+1), Cond: at(p.last())}}
	}
	return p
}

// code is the value of the monitor.
func (p *product) code(state, level, count int) int {
	return (count*p.levels+level)*len(p.monitor.automaton.Edges) + state
}

// place is that of a value of the monitor with some of the conditions of split, which are bits of holds.
func (p *product) place(code, holds int) int { return code<<len(p.split) | holds }

// places is how many places there are.
func (p *product) places() int { return p.levels * len(p.monitor.automaton.Edges) << len(p.split) }

// halves is how many combinations of the conditions of split there are.
func (p *product) halves() int { return 1 << len(p.split) }

// holding are some of the conditions of split, and the negations of the others.
func (p *product) holding(bits int) []term.Term {
	var out []term.Term
	for i, c := range p.split {
		if bits>>i&1 == 0 {
			c = p.Terms.Not(c)
		}
		out = append(out, c)
	}
	return out
}

// last is the value of the monitor after one round more than is counted.
func (p *product) last() int { return p.code(0, 0, max(1, p.bound+1)) }

// follow makes the transitions in which the automaton takes an edge: one for each mark that is the first not
// to be met in them.
func (p *product) follow(e *ltl.Edge, state, level, count int, at func(int) term.Term) {
	st, m, v := p.Terms, p.monitor, len(p.Vars)-1
	width, first, next := st.Sort(p.Vars[v].Sym).Width(), level, p.successor()
	conds := append([]term.Term{at(p.code(state, level, count))}, m.label(st, e)...)
	add := func(level int, round bool, conds ...term.Term) {
		to := p.code(e.To, level, count)
		switch {
		case round && p.bound >= 0 && count == p.bound:
			to = p.last()
		case round && p.bound >= 0:
			to = p.code(e.To, level, count+1)
		}
		for i := range len(p.base.Transitions) * p.halves() * p.halves() {
			i, before, after := i/p.halves()/p.halves(), i/p.halves()%p.halves(), i%p.halves()
			t := p.base.Transitions[i]
			t.Process = transition.Shared
			t.Guards, t.Relations = slices.Clip(t.Guards), slices.Clip(t.Relations)
			for _, c := range conds {
				if p.after(c) {
					t.Relations = append(t.Relations, c)
				} else {
					t.Guards = append(t.Guards, c)
				}
			}
			t.Guards = append(t.Guards, p.holding(before)...)
			for _, c := range p.holding(after) {
				t.Relations = append(t.Relations, next.Apply(c))
			}
			t.Inputs = p.inputs(&t, conds)
			t.Updates = append(slices.Clip(t.Updates), transition.Update{Var: v,
				Value: st.BV(width, uint64(to))})
			p.Transitions = append(p.Transitions, t)
			p.steps = append(p.steps, step{i, round, p.place(p.code(state, first, 0), before),
				p.place(p.code(e.To, level, 0), after)})
		}
	}
	for ; level < m.marks(); level++ {
		met, decided := p.met(e, level)
		if decided && met == st.False() {
			add(level, false, conds...)
			return
		}
		if !decided {
			add(level, false, append(slices.Clip(conds), st.Not(met))...)
			conds = append(conds, met)
		}
	}
	add(0, true, conds...)
}

// met is the condition that an edge has a mark; decided: it is a constant.
func (p *product) met(e *ltl.Edge, mark int) (cond term.Term, decided bool) {
	if n := p.monitor.automaton.Marks; mark >= n {
		return p.monitor.f.Fair[mark-n], false
	}
	return p.Terms.Bool(e.Marks>>mark&1 != 0), true
}

// after reports whether a condition speaks of the state after a step.
func (p *product) after(c term.Term) bool {
	return slices.ContainsFunc(p.Terms.Symbols(c), func(x term.Term) bool {
		return slices.ContainsFunc(p.base.Vars, func(v transition.Var) bool { return v.Next == x })
	})
}

// inputs are those of a transition, and the other symbols of conditions that are of no variable.
func (p *product) inputs(t *transition.Transition, conds []term.Term) []term.Term {
	out := slices.Clone(t.Inputs)
	for _, x := range p.Terms.Symbols(conds...) {
		if !slices.Contains(out, x) && !slices.ContainsFunc(p.Vars, func(v transition.Var) bool {
			return v.Sym == x || v.Next == x
		}) {
			out = append(out, x)
		}
	}
	return out
}

// project is a path of the product as one of the system.
func (p *product) project(path *transition.Path) *transition.Path {
	n := len(p.base.Vars)
	out := &transition.Path{Initial: path.Initial}
	for _, s := range path.States {
		out.States = append(out.States, s[:n:n])
	}
	for _, s := range path.Steps {
		out.Steps = append(out.Steps, transition.Step{Transition: p.steps[s.Transition].transition,
			Inputs: s.Inputs})
	}
	return out
}

// loop finds in a path of the product a part that leads from a state to the same with a round in between;
// nil: there is none.
func (p *product) loop(path *transition.Path) *transition.Path {
	flat := p.project(path)
	place := func(i int) int {
		if i == 0 {
			return int(path.States[0][len(p.base.Vars)].Uint64())
		}
		return p.steps[path.Steps[i-1].Transition].place
	}
	for from := range path.Steps {
		rounds := 0
		for to := from + 1; to < len(path.States); to++ {
			if p.steps[path.Steps[to-1].Transition].round {
				rounds++
			}
			if rounds > 0 && place(from) == place(to) &&
				slices.EqualFunc(flat.States[from], flat.States[to], term.Value.Equal) {
				return &transition.Path{Initial: flat.Initial, States: flat.States[:to+1],
					Steps: flat.Steps[:to], Loop: &transition.Loop{Back: from}}
			}
		}
	}
	return nil
}
