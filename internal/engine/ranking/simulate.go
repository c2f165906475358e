package ranking

import (
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// maxSimulated bounds the edges of an execution that is looked at.
const maxSimulated = 3000

// simulate follows executions from the beginning, whose inputs are all the same small number, until one comes
// back to a state that it was in, as far as that matters.
func (s *search) simulate() (engine.Result, bool, error) {
	for l := range s.g.Locs {
		start := &s.g.Locs[l].Start
		if s.st.IsFalse(s.g.Locs[l].Init) || s.ask(start.Guard) != smt.Sat {
			continue
		}
		first := &transition.Path{Initial: term.Map{}}
		for _, in := range s.sys.InitInputs {
			first.Initial[in] = s.value(in)
		}
		var state transition.State
		for _, t := range start.Next {
			state = append(state, s.value(t))
		}
		first.States = []transition.State{state}
		for _, input := range []uint64{0, 1} {
			res, ok, err := s.follow(l, first, input)
			if err != nil || ok {
				return res, ok, err
			}
		}
	}
	return engine.Result{}, false, s.ctx.Err()
}

// follow is simulate from a state at a location.
func (s *search) follow(loc int, first *transition.Path, input uint64) (engine.Result, bool, error) {
	path := &transition.Path{Initial: first.Initial, States: first.States}
	seen := map[string]int{} // steps before a state
	again, end := -1, -1
	for n := 0; n < maxSimulated || again >= 0; n++ {
		if err := s.ctx.Err(); err != nil {
			return engine.Result{}, false, err
		}
		state := path.States[len(path.States)-1]
		key := s.key(loc, state)
		if at, ok := seen[key]; ok && again < 0 {
			again, end = at, len(path.Steps)
		}
		seen[key] = len(path.Steps)
		next, err := s.take(path, s.g.Locs[loc].Out, input)
		if err != nil || next < 0 {
			return engine.Result{}, false, err
		}
		if again >= 0 && len(path.Steps) >= end+end-again { // the next round was made
			res, err := s.endless(path, again, end)
			return res, err == nil, err
		}
		loc = s.g.Edges[next].To
	}
	return engine.Result{}, false, nil
}

// take makes a path longer by the first of some edges that can be taken with this number as all its inputs;
// -1: there is none.
func (s *search) take(path *transition.Path, edges []int, input uint64) (int, error) {
	state := path.States[len(path.States)-1]
	for _, i := range edges {
		inputs := s.inputs(&s.g.Edges[i], input)
		v, err := s.st.Eval(s.g.Edges[i].Guard, s.g.At(state, inputs))
		if err != nil {
			return -1, err
		}
		if v.Bool() {
			return i, s.g.Extend(path, []flow.Step{{Edge: i, Inputs: inputs}})
		}
	}
	return -1, nil
}

// inputs are those of an edge, each the same number.
func (s *search) inputs(e *flow.Edge, n uint64) term.Map {
	out := make(term.Map, len(e.Inputs))
	for _, in := range e.Inputs {
		switch sort := s.st.Sort(in); {
		case sort.IsBool():
			out[in] = term.BoolValue(n != 0)
		case sort.IsBitVec():
			out[in] = term.BVValue(sort.Width(), n)
		default:
			out[in] = s.st.ZeroValue(sort)
		}
	}
	return out
}

// key is what matters of a state at a location.
func (s *search) key(loc int, state transition.State) string {
	var b strings.Builder
	fmt.Fprint(&b, loc)
	for v, live := range s.g.Locs[loc].Live {
		if live {
			b.WriteByte(' ')
			b.WriteString(state[v].String())
		}
	}
	return b.String()
}
