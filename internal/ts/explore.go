package ts

import (
	"context"
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

// key tells states apart.
func (x *State) key() string {
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

// ExploreOptions bounds an exploration.
type ExploreOptions struct {
	// Depth is the length of the longest paths; 0: no bound.
	Depth int
	// MaxStates bounds the states; 0: 100,000.
	MaxStates int
	// Visit is called for each state when it is first found, at the end of a shortest path
	// to it; nil: no one listens. It must not change the state.
	Visit func(x *State, depth int)
}

// Exploration is what Explore found.
type Exploration struct {
	States int
	// Reached has, for each goal, the length of a shortest path to it, or -1.
	Reached []int
	// Complete is set when no state was left out, but for those beyond the depth.
	Complete bool
	// Deepest is set when states were left out beyond the depth.
	Deeper bool
}

// Explore visits the states of a system, breadth first. Inputs of up to three bits
// take all values, wider ones make the exploration incomplete.
func (s *System) Explore(ctx context.Context, opt ExploreOptions) (*Exploration, error) {
	limit := opt.MaxStates
	if limit == 0 {
		limit = 100_000
	}
	out := &Exploration{Complete: true, Reached: make([]int, len(s.Goals))}
	for i := range out.Reached {
		out.Reached[i] = -1
	}
	var queue []*State
	seen := map[string]bool{}
	add := func(x *State, depth int) error {
		k := x.key()
		if seen[k] {
			return nil
		}
		if len(seen) >= limit {
			out.Complete = false
			return nil
		}
		seen[k] = true
		queue = append(queue, x)
		if opt.Visit != nil {
			opt.Visit(x, depth)
		}
		for i := range s.Goals {
			g := &s.Goals[i]
			for _, m := range s.choices(g.Inputs, &out.Complete) {
				ok, err := x.Reached(g, m)
				if err != nil {
					return err
				}
				if ok && out.Reached[i] < 0 {
					out.Reached[i] = depth
				}
			}
		}
		return nil
	}
	for _, m := range s.choices(s.InitialInputs(), &out.Complete) {
		x, err := s.Initial(m)
		if err != nil {
			return nil, err
		}
		if err := add(x, 0); err != nil {
			return nil, err
		}
	}
	for depth := 0; len(queue) > 0; depth++ {
		level := queue
		queue = nil
		if opt.Depth > 0 && depth == opt.Depth {
			out.Deeper = true
			break
		}
		for _, x := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for i := range s.Instructions {
				in := &s.Instructions[i]
				for _, m := range s.choices(in.Inputs, &out.Complete) {
					y, err := x.Next(in, m)
					if err != nil {
						return nil, err
					}
					if y != nil {
						if err := add(y, depth+1); err != nil {
							return nil, err
						}
					}
				}
			}
		}
	}
	out.States = len(seen)
	return out, nil
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

// choices lists the values of inputs.
func (s *System) choices(inputs []Input, complete *bool) []term.Map {
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
