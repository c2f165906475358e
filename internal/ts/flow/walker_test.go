package flow_test

import (
	"fmt"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// walker visits all states of a graph, one by one.
type walker struct {
	g    *flow.Graph
	s    *transition.System
	seen map[string]bool
	todo []visit
}

// visit is a state at a location with the way to it.
type visit struct {
	loc     int
	state   transition.State
	first   transition.State
	initial term.Map
	steps   []flow.Step
}

// walk returns a path to each goal that is reached, by the number of the goal.
func (w *walker) walk() ([]*transition.Path, error) {
	found := make([]*transition.Path, len(w.s.Goals))
	for l := range w.g.Locs {
		w.start(l)
	}
	for len(w.todo) > 0 {
		v := w.todo[0]
		w.todo = w.todo[1:]
		l := &w.g.Locs[v.loc]
		for _, i := range append(append([]int(nil), l.Out...), l.Exits...) {
			e := &w.g.Edges[i]
			values := term.Map{}
			w.fix(values, v.state)
			var err error
			all(w.s.Terms, e.Inputs, values, func() {
				if !holds(w.s.Terms, e.Guard, values) {
					return
				}
				step := flow.Step{Edge: i, Inputs: term.Map{}}
				for _, in := range e.Inputs {
					step.Inputs[in] = values[in]
				}
				next := v
				next.steps = append(append([]flow.Step(nil), v.steps...), step)
				if e.To == flow.Goal {
					if found[e.Goal] == nil {
						var p *transition.Path
						if p, err = w.g.Path(next.first, next.initial, next.steps); err == nil {
							found[e.Goal] = p
						}
					}
					return
				}
				next.loc, next.state = e.To, w.after(e, values)
				w.add(next)
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// start adds the initial states of a location.
func (w *walker) start(loc int) {
	values := term.Map{}
	var syms []term.Term
	for _, v := range w.s.Vars {
		syms = append(syms, v.Sym)
	}
	all(w.s.Terms, append(syms, w.s.InitInputs...), values, func() {
		if !holds(w.s.Terms, w.g.Locs[loc].Init, values) {
			return
		}
		v := visit{loc: loc, initial: term.Map{}, state: make(transition.State, len(w.s.Vars))}
		for i := range w.s.Vars {
			v.state[i] = values[w.s.Vars[i].Sym]
		}
		for _, in := range w.s.InitInputs {
			v.initial[in] = values[in]
		}
		v.first = v.state
		w.add(v)
	})
}

// after is the state after an edge. Of variables that do not matter there the value does not either.
func (w *walker) after(e *flow.Edge, values term.Map) transition.State {
	out := make(transition.State, len(e.Next))
	for i, t := range e.Next {
		out[i] = w.s.Terms.ZeroValue(w.s.Terms.Sort(t))
		if w.g.Locs[e.To].Live[i] {
			out[i], _ = w.s.Terms.Eval(t, values)
		}
	}
	return out
}

func (w *walker) fix(values term.Map, x transition.State) {
	for i, v := range w.s.Vars {
		values[v.Sym] = x[i]
	}
}

func (w *walker) add(v visit) {
	key := fmt.Sprint(v.loc, v.state)
	if !w.seen[key] {
		w.seen[key] = true
		w.todo = append(w.todo, v)
	}
}

// all calls f with all values of symbols of few bits.
func all(st *term.Store, syms []term.Term, values term.Map, f func()) {
	if len(syms) == 0 {
		f()
		return
	}
	sort := st.Sort(syms[0])
	if sort.IsBool() {
		for _, b := range []bool{false, true} {
			values[syms[0]] = term.BoolValue(b)
			all(st, syms[1:], values, f)
		}
		return
	}
	for n := range uint64(1) << sort.Width() {
		values[syms[0]] = term.BVValue(sort.Width(), n)
		all(st, syms[1:], values, f)
	}
}

func holds(st *term.Store, t term.Term, values term.Map) bool {
	v, err := st.Eval(t, values)
	return err == nil && v.Bool()
}
