package ts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"whittle.dev/term"
)

// State is a concrete state: the values of the variables, by their numbers. It is an
// assignment of their symbols.
type State struct {
	Values []term.Value
	sys    *System
	inputs term.Map
	vars   map[term.Term]int
}

// Value implements term.Assignment.
func (x *State) Value(sym term.Term) (term.Value, bool) {
	if v, ok := x.vars[sym]; ok {
		return x.Values[v], true
	}
	v, ok := x.inputs[sym]
	return v, ok
}

// Key tells states apart.
func (x *State) Key() string {
	var sb strings.Builder
	for _, v := range x.Values {
		sb.WriteString(v.String())
		sb.WriteByte(' ')
	}
	return sb.String()
}

// Initial returns the initial state for values of the inputs of initial values; missing ones are zero.
func (s *System) Initial(inputs term.Map) (*State, error) {
	x := &State{sys: s, vars: map[term.Term]int{}}
	for v := range s.Vars {
		x.vars[s.Vars[v].Sym] = v
	}
	all := zeroed{s.Terms, inputs}
	for v := range s.Vars {
		value, err := s.Terms.Eval(s.Vars[v].Init, all)
		if err != nil {
			return nil, fmt.Errorf("ts: initial value of %s: %w", s.Vars[v].Name, err)
		}
		x.Values = append(x.Values, value)
	}
	return x, nil
}

// zeroed gives zero to symbols without a value.
type zeroed struct {
	st *term.Store
	m  term.Map
}

func (z zeroed) Value(sym term.Term) (term.Value, bool) {
	if v, ok := z.m[sym]; ok {
		return v, true
	}
	return z.st.ZeroValue(z.st.Sort(sym)), true
}

// Reached reports whether a goal is reached in the state, for these inputs.
func (x *State) Reached(g *Goal, inputs term.Map) (bool, error) {
	return x.Holds(x.sys.Reached(g), inputs)
}

// Next executes an instruction with these inputs; the state is nil if it cannot be executed.
func (x *State) Next(in *Instruction, inputs term.Map) (*State, error) {
	ok, err := x.Holds(x.sys.Enabled(in), inputs)
	if err != nil || !ok {
		return nil, err
	}
	y := *x
	y.inputs = inputs
	eval := term.NewEvaluator(x.sys.Terms, &y)
	next := &State{Values: append([]term.Value(nil), x.Values...), sys: x.sys, vars: x.vars}
	for _, u := range in.Updates {
		if next.Values[u.Var], err = eval.Eval(u.Value); err != nil {
			return nil, err
		}
	}
	pc := x.sys.Processes[in.Process].PC
	next.Values[pc] = term.BVValue(x.sys.Terms.Sort(x.sys.Vars[pc].Sym).Width(), uint64(in.To))
	return next, nil
}

// Eval evaluates a term over the state and inputs.
func (x *State) Eval(t term.Term, inputs term.Map) (term.Value, error) {
	y := *x
	y.inputs = inputs
	return x.sys.Terms.Eval(t, &y)
}

// Holds evaluates a condition in a state.
func (x *State) Holds(t term.Term, inputs term.Map) (bool, error) {
	v, err := x.Eval(t, inputs)
	return v.Bool(), err
}

// Step is an instruction of a path, by its number, with the values of its inputs.
type Step struct {
	Instruction int
	Inputs      term.Map
}

// Path is a path of the system that ends in a state of a goal.
type Path struct {
	// Initial are the values of the inputs of the initial state.
	Initial term.Map
	Steps   []Step
	Goal    *Goal
	// Inputs are the values of the goal's inputs.
	Inputs term.Map
}

// InitialInputs are the inputs that initial values depend on.
func (s *System) InitialInputs() []term.Term {
	used := map[term.Term]bool{}
	for v := range s.Vars {
		for _, sym := range s.Terms.Symbols(s.Vars[v].Init) {
			used[sym] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(s.Inputs), func(sym term.Term) bool { return !used[sym] })
}

// Choices lists the values of inputs: all of up to three bits, and two of wider ones, which makes complete
// false.
func (s *System) Choices(inputs []term.Term, complete *bool) []term.Map {
	out := []term.Map{{}}
	for _, sym := range inputs {
		sort := s.Terms.Sort(sym)
		var values []term.Value
		switch w := sort.Width(); {
		case sort.IsBool():
			values = []term.Value{term.BoolValue(false), term.BoolValue(true)}
		case w > 0 && w <= 3:
			for i := range uint64(1) << w {
				values = append(values, term.BVValue(w, i))
			}
		case w > 3:
			*complete = false
			values = []term.Value{term.BVValue(w, 0), term.BVValue(w, 1)}
		default:
			*complete = false
			values = []term.Value{s.Terms.ZeroValue(sort)}
		}
		var next []term.Map
		for _, m := range out {
			for _, v := range values {
				n := maps.Clone(m)
				n[sym] = v
				next = append(next, n)
			}
		}
		out = next
	}
	return out
}
