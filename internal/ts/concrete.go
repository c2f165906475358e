package ts

import (
	"fmt"
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

// Initial returns the initial state for values of the inputs of initial values;
// missing ones are zero.
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

// holds evaluates a condition in a state.
func (x *State) holds(t term.Term, inputs term.Map) (bool, error) {
	y := *x
	y.inputs = inputs
	v, err := x.sys.Terms.Eval(t, &y)
	return v.Bool(), err
}

// Reached tells whether a goal is reached in the state, for these inputs.
func (x *State) Reached(g *Goal, inputs term.Map) (bool, error) {
	return x.holds(x.sys.Reached(g), inputs)
}

// Next executes an instruction with these inputs; the state is nil if it cannot be
// executed.
func (x *State) Next(in *Instruction, inputs term.Map) (*State, error) {
	ok, err := x.holds(x.sys.Enabled(in), inputs)
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

// Step is an instruction of a path, by its number, with the values of its inputs.
type Step struct {
	Instruction int
	Inputs      term.Map
}

// InitialInputs are the inputs that initial values depend on.
func (s *System) InitialInputs() []Input {
	used := map[term.Term]bool{}
	for v := range s.Vars {
		for _, sym := range s.Terms.Symbols(s.Vars[v].Init) {
			used[sym] = true
		}
	}
	var out []Input
	for _, in := range s.Inputs {
		if used[in.Sym] {
			out = append(out, in)
		}
	}
	for _, x := range s.starts {
		if used[x.sym] {
			out = append(out, Input{Sym: x.sym})
		}
	}
	return out
}

// Choices lists the values of inputs: all of up to three bits, and two of wider ones, which makes complete
// false.
func (s *System) Choices(inputs []Input, complete *bool) []term.Map {
	out := []term.Map{{}}
	for _, in := range inputs {
		sort := s.Terms.Sort(in.Sym)
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
				n := term.Map{in.Sym: v}
				for k, w := range m {
					n[k] = w
				}
				next = append(next, n)
			}
		}
		out = next
	}
	return out
}
