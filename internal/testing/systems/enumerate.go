package systems

import (
	"math/big"
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// enumerate reports whether a goal of a random system is reached, by search through its states. It panics
// where a condition cannot be evaluated, which is a defect of the generator.
func enumerate(s *transition.System) bool {
	e := &enumeration{s: s, values: make([][]term.Value, len(s.Vars))}
	for i, v := range s.Vars {
		e.values[i] = domain(s.Terms.Sort(v.Sym))
	}
	seen := map[int]bool{}
	var queue []int
	add := func(state int) {
		if !seen[state] {
			seen[state] = true
			queue = append(queue, state)
		}
	}
	for state := range e.states() {
		if e.holds(state, state, s.Init) {
			add(state)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		state := queue[0]
		for _, g := range s.Goals {
			if e.holds(state, state, g.Cond) {
				return true
			}
		}
		for i := range s.Transitions {
			t := &s.Transitions[i]
			if !e.holds(state, state, t.Guards...) {
				continue
			}
			conds := s.Conjuncts(t)
			for next := range e.states() {
				if !seen[next] && e.holds(state, next, conds...) {
					add(next)
				}
			}
		}
	}
	return false
}

// domain lists the values of a variable of a random system.
func domain(sort term.Sort) []term.Value {
	if sort == term.Bool {
		return []term.Value{term.BoolValue(false), term.BoolValue(true)}
	}
	var out []term.Value
	for n := range intValues {
		if sort == term.Int {
			out = append(out, term.IntValue(big.NewInt(int64(n))))
		} else {
			out = append(out, term.BVValue(sort.Width(), uint64(n)))
		}
	}
	return out
}

// enumeration numbers the states of a system: the values of variables are digits.
type enumeration struct {
	s      *transition.System
	values [][]term.Value
}

func (e *enumeration) states() int {
	n := 1
	for _, vs := range e.values {
		n *= len(vs)
	}
	return n
}

// holds reports whether the conditions are true in a state and its successor.
func (e *enumeration) holds(state, next int, conds ...term.Term) bool {
	at := term.Map{}
	for i, v := range e.s.Vars {
		n := len(e.values[i])
		at[v.Sym], at[v.Next] = e.values[i][state%n], e.values[i][next%n]
		state, next = state/n, next/n
	}
	return !slices.ContainsFunc(conds, func(c term.Term) bool {
		v, err := e.s.Terms.Eval(c, at)
		if err != nil {
			panic(err)
		}
		return !v.Bool()
	})
}
