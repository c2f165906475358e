package systems

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A random system has two to four variables of Bool, Int or bit-vectors of two bits. Ints stay between 0 and
// 3 by construction, so that all states can be enumerated; an engine does not know that.

// bounds of random systems.
const (
	randomVars = 3 // beside the first
	intValues  = 4 // the values of an Int are below
)

// randomizer makes one random system.
type randomizer struct {
	*rand.Rand
	m    *guarded.Machine
	vars []guarded.Var
}

// Random makes a system from a seed, with the verdict by enumeration of its states.
func Random(seed int64) Case {
	make := func() *transition.System {
		r := &randomizer{Rand: rand.New(rand.NewPCG(uint64(seed), 7)), m: guarded.New()}
		return r.system()
	}
	return enumerated(fmt.Sprintf("random_%d", seed), make)
}

// enumerated is a case whose verdict is found by enumeration of the states. It panics where a condition
// cannot be evaluated, which is a defect of the generator.
func enumerated(name string, make func() *transition.System) Case {
	reached, err := Reached(make())
	if err != nil {
		panic(err)
	}
	return Case{Name: name, Safe: !slices.Contains(reached, true), System: make}
}

func (r *randomizer) system() *transition.System {
	m := r.m
	for i := range 2 + r.IntN(randomVars) {
		name := fmt.Sprintf("x%d", i)
		switch r.IntN(4) {
		case 0:
			r.vars = append(r.vars, m.BoolVar(name))
		case 1:
			r.vars = append(r.vars, m.Var(name, term.BitVec(2)))
		default:
			r.vars = append(r.vars, m.IntVar(name))
		}
	}
	for _, v := range r.vars {
		if m.Sort(v.Term) == term.Int {
			m.Init(v.AtLeast(0), v.Below(intValues))
		}
	}
	for range 1 + r.IntN(len(r.vars)) {
		m.Init(r.clause())
	}
	for i := range 1 + r.IntN(5) {
		r.command(i)
	}
	for i := range 1 + r.IntN(2) {
		conds := []term.Term{r.atom(), r.atom(), r.atom()}
		if r.IntN(2) == 0 {
			conds = append(conds, r.clause())
		}
		m.Bad(fmt.Sprintf("goal %d", i), conds...)
	}
	return m.System()
}

// command adds a command with some guards and effects.
func (r *randomizer) command(i int) {
	m := r.m
	var guards []term.Term
	for range r.IntN(3) {
		guards = append(guards, r.clause())
	}
	var effects []guarded.Effect
	for _, v := range r.vars {
		switch r.IntN(4) {
		case 0: // stays
		case 1, 2:
			effects = append(effects, v.Becomes(r.value(m.Sort(v.Term))))
		default:
			effects = append(effects, v.Changes(), guarded.Demanding(r.related(v)))
			if m.Sort(v.Term) == term.Int {
				effects = append(effects, guarded.Demanding(m.Le(v.Num(0), v.Next)),
					guarded.Demanding(m.Lt(v.Next, v.Num(intValues))))
			}
		}
	}
	m.Command(fmt.Sprintf("step %d", i), guards, effects...)
}

// clause is a disjunction of one to three atoms.
func (r *randomizer) clause() term.Term {
	c := r.atom()
	for range r.IntN(3) {
		c = r.m.Or(c, r.atom())
	}
	return c
}

// atom is a condition on one variable or two.
func (r *randomizer) atom() term.Term {
	m, v := r.m, r.vars[r.IntN(len(r.vars))]
	sort := m.Sort(v.Term)
	if sort == term.Bool {
		return pick(r.IntN(2) == 0, v.Term, m.Not(v.Term))
	}
	other := r.value(sort)
	switch r.IntN(4) {
	case 0:
		return m.Eq(v.Term, other)
	case 1:
		return m.Not(m.Eq(v.Term, other))
	case 2:
		return r.atMost(v.Term, other)
	default:
		return r.atMost(other, v.Term)
	}
}

func (r *randomizer) atMost(a, b term.Term) term.Term {
	if r.m.Sort(a).IsBitVec() {
		return r.m.BVUle(a, b)
	}
	return r.m.Le(a, b)
}

// related relates the next value of a variable to something before.
func (r *randomizer) related(v guarded.Var) term.Term {
	m, sort := r.m, r.m.Sort(v.Term)
	if sort == term.Bool {
		return m.Or(v.Next, r.atom())
	}
	other := r.value(sort)
	switch r.IntN(3) {
	case 0:
		return r.atMost(v.Next, other)
	case 1:
		return r.atMost(other, v.Next)
	default:
		return m.Or(m.Eq(v.Next, other), r.atMost(v.Next, v.Term))
	}
}

// value is a term of a sort; as an Int it stays between 0 and 3 where the variables do.
func (r *randomizer) value(sort term.Sort) term.Term {
	m := r.m
	var of []guarded.Var
	for _, v := range r.vars {
		if m.Sort(v.Term) == sort {
			of = append(of, v)
		}
	}
	if sort == term.Bool {
		return r.atom2()
	}
	if len(of) == 0 || r.IntN(3) == 0 {
		n := int64(r.IntN(intValues))
		if sort == term.Int {
			return m.Int64(n)
		}
		return m.BV(2, uint64(n))
	}
	v := of[r.IntN(len(of))]
	switch r.IntN(3) {
	case 0:
		return v.Term
	case 1:
		return m.Ite(v.Below(intValues-1), v.Plus(1), v.Num(0))
	default:
		return m.Ite(v.Above(0), v.Plus(-1), pick(r.IntN(2) == 0, v.Num(0), v.Num(intValues-1)))
	}
}

// atom2 is a Bool for an update, without recursion to value of Bool.
func (r *randomizer) atom2() term.Term {
	v := r.vars[r.IntN(len(r.vars))]
	if r.m.Sort(v.Term) == term.Bool {
		return pick(r.IntN(2) == 0, v.Term, r.m.Not(v.Term))
	}
	return pick(r.IntN(2) == 0, v.Is(int64(r.IntN(intValues))), v.Above(0))
}
