package randltl

import (
	"fmt"
	"math/rand/v2"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A System is a random transition system over small words and truth values, with inputs, steps that leave
// variables open, states without a successor, and one property of its infinite runs.
type System struct {
	*transition.System
	r      *rand.Rand
	inputs []term.Term
}

// NewSystem makes a random system with a random formula of the given depth. Its store is frozen.
func NewSystem(seed uint64, depth int) *System {
	st := term.NewStore()
	s := &System{System: &transition.System{Terms: st}, r: rand.New(rand.NewPCG(seed, 91))}
	sorts := []term.Sort{term.Bool, term.BitVec(2), term.BitVec(3), term.Bool, term.BitVec(2)}
	for i := range 1 + s.r.IntN(3) {
		s.AddVar(fmt.Sprintf("v%d", i), sorts[s.r.IntN(len(sorts))])
	}
	for i := range s.r.IntN(3) {
		s.inputs = append(s.inputs, s.Fresh(fmt.Sprintf("in%d", i), sorts[s.r.IntN(2)]))
	}
	init := []term.Term{st.True()}
	for _, v := range s.Vars {
		if s.r.IntN(4) > 0 {
			init = append(init, st.Eq(v.Sym, s.constant(st.Sort(v.Sym))))
		}
	}
	s.Init = st.And(init...)
	for i := range 1 + s.r.IntN(4) {
		t := transition.Transition{Name: fmt.Sprintf("t%d", i), Process: transition.Shared, Inputs: s.inputs}
		for range s.r.IntN(3) {
			t.Guards = append(t.Guards, s.condition(false))
		}
		for v := range s.Vars {
			if s.r.IntN(8) > 0 {
				t.Updates = append(t.Updates, transition.Update{Var: v,
					Value: s.value(st.Sort(s.Vars[v].Sym), 2)})
			}
		}
		if s.r.IntN(5) == 0 {
			t.Relations = append(t.Relations, s.condition(true))
		}
		s.Transitions = append(s.Transitions, t)
	}
	f, err := ltl.Parse(s.formula(depth))
	if err != nil {
		panic(err)
	}
	p := transition.Temporal{Name: "formula", Formula: f}
	for range f.Atoms() {
		p.Atoms = append(p.Atoms, s.condition(s.r.IntN(6) == 0))
	}
	for range s.r.IntN(3) {
		p.Fair = append(p.Fair, s.condition(s.r.IntN(6) == 0))
	}
	s.Temporals = []transition.Temporal{p}
	st.Freeze()
	return s
}

func (s *System) formula(depth int) string {
	if depth == 0 || s.r.IntN(6) == 0 {
		return fmt.Sprintf("p%d", s.r.IntN(3))
	}
	return compound(s.r, true, func() string { return s.formula(depth - 1) })
}

func (s *System) constant(sort term.Sort) term.Term {
	if sort.IsBool() {
		return s.Terms.Bool(s.r.IntN(2) == 0)
	}
	return s.Terms.BV(sort.Width(), uint64(s.r.IntN(1<<sort.Width())))
}

// value is a random term over the state before and the inputs.
func (s *System) value(sort term.Sort, depth int) term.Term {
	st := s.Terms
	var of []term.Term
	for _, v := range s.Vars {
		if st.Sort(v.Sym) == sort {
			of = append(of, v.Sym, v.Sym)
		}
	}
	for _, in := range s.inputs {
		if st.Sort(in) == sort {
			of = append(of, in)
		}
	}
	of = append(of, s.constant(sort))
	x := of[s.r.IntN(len(of))]
	if depth == 0 {
		return x
	}
	switch k := s.r.IntN(6); {
	case k == 0:
		return st.Ite(s.condition(false), x, s.value(sort, depth-1))
	case k < 3 && sort.IsBool():
		return st.Not(x)
	case k < 3:
		return st.BVAdd(x, st.BV(sort.Width(), uint64(1+s.r.IntN(2))))
	}
	return x
}

// condition is a random formula over a step; after: over the state after it as well.
func (s *System) condition(after bool) term.Term {
	st := s.Terms
	v := s.Vars[s.r.IntN(len(s.Vars))]
	x := v.Sym
	if after {
		x = v.Next
	}
	sort := st.Sort(x)
	y := s.value(sort, 0)
	switch {
	case sort.IsBool():
		return st.Eq(x, y)
	case s.r.IntN(3) == 0:
		return st.Not(st.Eq(x, y))
	case s.r.IntN(2) == 0:
		return st.BVUle(x, y)
	}
	return st.Eq(x, y)
}

// Size is how many vertices an explicit search for the property has, at most.
func (s *System) Size() int {
	t := tableau{bit: s.bit}
	t.core(s.Temporals[0].Formula)
	return len(s.explore()) << t.bits
}

func (s *System) bit(a ltl.Atom) int {
	for i, b := range s.Temporals[0].Formula.Atoms() {
		if a == b {
			return i
		}
	}
	panic("an atom that is none of the formula")
}

// move is a step between two states, numbered by the values of variables, with what the formula and fairness
// see of it.
type move struct {
	from, to     int
	letter, fair uint64
	first        bool // from is an initial state
}

// explore lists the steps between all states, reachable or not.
func (s *System) explore() []move {
	st, p := s.Terms, &s.Temporals[0]
	var syms []term.Term
	for _, v := range s.Vars {
		syms = append(syms, v.Sym)
	}
	for _, v := range s.Vars {
		syms = append(syms, v.Next)
	}
	syms = append(syms, s.inputs...)
	bits := 0
	for _, x := range syms {
		bits += width(st, x)
	}
	m := term.Map{}
	holds := func(t term.Term) bool {
		v, err := st.Eval(t, m)
		if err != nil {
			panic(err)
		}
		return v.Bool()
	}
	state := func(n, from int) int {
		low := 0
		for _, x := range syms[:from] {
			low += width(st, x)
		}
		size := 0
		for _, x := range syms[from : from+len(s.Vars)] {
			size += width(st, x)
		}
		return n >> low & (1<<size - 1)
	}
	seen := map[move]bool{}
	var out []move
	for n := range 1 << bits {
		rest := n
		for _, x := range syms {
			w := width(st, x)
			if k := uint64(rest & (1<<w - 1)); st.Sort(x).IsBool() {
				m[x] = term.BoolValue(k == 1)
			} else {
				m[x] = term.BVValue(w, k)
			}
			rest >>= w
		}
		possible := false
		for i := range s.Transitions {
			possible = possible || s.possible(&s.Transitions[i], holds, m)
		}
		if !possible {
			continue
		}
		x := move{from: state(n, 0), to: state(n, len(s.Vars)), first: holds(s.Init)}
		for i, a := range p.Atoms {
			if holds(a) {
				x.letter |= 1 << i
			}
		}
		for i, c := range p.Fair {
			if holds(c) {
				x.fair |= 1 << i
			}
		}
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

func width(st *term.Store, x term.Term) int {
	if st.Sort(x).IsBool() {
		return 1
	}
	return st.Sort(x).Width()
}

// possible reports whether a transition is the step that m describes.
func (s *System) possible(t *transition.Transition, holds func(term.Term) bool, m term.Map) bool {
	for _, c := range append(t.Guards[:len(t.Guards):len(t.Guards)], t.Relations...) {
		if !holds(c) {
			return false
		}
	}
	for _, u := range t.Updates {
		v, err := s.Terms.Eval(u.Value, m)
		if err != nil {
			panic(err)
		}
		if !v.Equal(m[s.Vars[u.Var].Next]) {
			return false
		}
	}
	return true
}

// Holds reports whether all infinite runs that are fair satisfy the formula.
func (s *System) Holds() bool {
	t := tableau{bit: s.bit}
	goal := not(t.core(s.Temporals[0].Formula))
	moves := s.explore()
	at := map[int][]int{} // moves by where they begin
	for i, x := range moves {
		at[x.from] = append(at[x.from], i)
	}
	// A vertex is a step with a guess.
	edges, first := map[int][]int{}, []int(nil)
	for i, x := range moves {
		for guess := range 1 << t.bits {
			v := i<<t.bits | guess
			if x.first && goal.holds(x.letter, guess) {
				first = append(first, v)
			}
			for _, j := range at[x.to] {
				for g := range 1 << t.bits {
					if t.fits(x.letter, guess, moves[j].letter, g) {
						edges[v] = append(edges[v], j<<t.bits|g)
					}
				}
			}
		}
	}
	alive := reaches(first, func(v int) []int { return edges[v] })
	for _, v := range first {
		alive[v] = true
	}
	for _, c := range partsOf(alive, edges) {
		if s.recurs(&t, c, edges, moves) {
			return false
		}
	}
	return true
}

// recurs reports whether a run that violates the formula can stay in a component.
func (s *System) recurs(t *tableau, c map[int]bool, edges map[int][]int, moves []move) bool {
	inner, fair := false, uint64(0)
	met := make([]bool, len(t.untils))
	for v := range c {
		x, guess := moves[v>>t.bits], v&(1<<t.bits-1)
		fair |= x.fair
		for _, w := range edges[v] {
			inner = inner || c[w]
		}
		for i, u := range t.untils {
			met[i] = met[i] || !u.holds(x.letter, guess) || u.r.holds(x.letter, guess)
		}
	}
	for _, yes := range met {
		inner = inner && yes
	}
	return inner && fair == 1<<len(s.Temporals[0].Fair)-1
}
