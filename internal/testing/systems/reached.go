package systems

import (
	"fmt"
	"math/big"
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Reached says of each goal of a random system whether it is reached, by looking at all states.
func Reached(s *transition.System) ([]bool, error) {
	steps, err := Steps(s)
	reached := make([]bool, len(steps))
	for i, n := range steps {
		reached[i] = n >= 0
	}
	return reached, err
}

// Steps says of each goal of a random system with how many steps it is reached, -1 if it is not, by looking
// at all states, the nearest first.
func Steps(s *transition.System) ([]int, error) {
	x := &explorer{s: s, values: term.Map{}, reached: make([]int, len(s.Goals)), seen: map[string]bool{}}
	for i := range x.reached {
		x.reached[i] = -1
	}
	x.all(append(symbols(s, false), s.InitInputs...), func() {
		if x.holds(s.Init) {
			x.add(false)
		}
	})
	for steps := 0; len(x.todo) > 0 && x.err == nil; steps++ {
		layer := x.todo
		x.todo = nil
		for _, state := range layer {
			x.visit(state, steps)
		}
	}
	return x.reached, x.err
}

// visit looks at a state that is reached with so many steps.
func (x *explorer) visit(state transition.State, steps int) {
	for i, v := range x.s.Vars {
		x.values[v.Sym] = state[i]
	}
	for i := range x.s.Goals {
		x.all(x.s.Goals[i].Inputs, func() {
			if x.holds(x.s.Goals[i].Cond) && x.reached[i] < 0 {
				x.reached[i] = steps
			}
		})
	}
	for i := range x.s.Transitions {
		x.take(&x.s.Transitions[i])
	}
}

func symbols(s *transition.System, next bool) []term.Term {
	var out []term.Term
	for _, v := range s.Vars {
		if next {
			out = append(out, v.Next)
		} else {
			out = append(out, v.Sym)
		}
	}
	return out
}

// take takes a transition from the present state in all ways.
func (x *explorer) take(t *transition.Transition) {
	st := x.s.Terms
	guard, relation := st.And(t.Guards...), st.And(t.Relations...)
	x.all(t.Inputs, func() {
		if !x.holds(guard) {
			return
		}
		open := symbols(x.s, true) // next values that no update says
		for _, u := range t.Updates {
			v, err := st.Eval(u.Value, x.values)
			if err != nil {
				x.err = err
				return
			}
			next := x.s.Vars[u.Var].Next
			x.values[next] = v
			open = slices.DeleteFunc(open, func(sym term.Term) bool { return sym == next })
		}
		x.all(open, func() {
			if x.holds(relation) {
				x.add(true)
			}
		})
	})
}

// explorer is the search of Steps.
type explorer struct {
	s       *transition.System
	values  term.Map
	reached []int
	seen    map[string]bool
	todo    []transition.State
	err     error
}

// all calls f with all values of some symbols.
func (x *explorer) all(syms []term.Term, f func()) {
	if len(syms) == 0 {
		f()
		return
	}
	for _, v := range domain(x.s.Terms.Sort(syms[0])) {
		x.values[syms[0]] = v
		x.all(syms[1:], f)
	}
}

// domain lists the values of a variable or input of a random system.
func domain(sort term.Sort) (out []term.Value) {
	switch sort {
	case term.Bool:
		return []term.Value{term.BoolValue(false), term.BoolValue(true)}
	case term.Int:
		for n := range int64(intValues) {
			out = append(out, term.IntValue(big.NewInt(n)))
		}
	default:
		for n := range uint64(1) << sort.Width() {
			out = append(out, term.BVValue(sort.Width(), n))
		}
	}
	return out
}

func (x *explorer) holds(t term.Term) bool {
	v, err := x.s.Terms.Eval(t, x.values)
	if err != nil {
		x.err = err
	}
	return err == nil && v.Bool()
}

// add notes a state that was found.
func (x *explorer) add(next bool) {
	state := make(transition.State, len(x.s.Vars))
	for i, sym := range symbols(x.s, next) {
		state[i] = x.values[sym]
	}
	key := fmt.Sprint(state)
	if !x.seen[key] {
		x.seen[key] = true
		x.todo = append(x.todo, state)
	}
}
