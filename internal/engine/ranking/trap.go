package ranking

import (
	"fmt"
	"slices"

	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// A trap is a set of states for each location of a component, such that each edge of it leads from the sets
// into the sets, and in each state some edge can be taken, whatever the inputs. With all inputs the same
// number these are other edges.
type trap struct {
	measures.Component
	sets  [][]term.Term // by location: conditions
	steps []flow.Edge   // those of the graph, or what they are with the inputs
	input uint64        // of roam
}

// fixed are the edges of the graph with an input in place of all inputs of those of a component. It is nil if
// there are none.
func (s *search) fixed(c measures.Component, input uint64) []flow.Edge {
	out := slices.Clone(s.g.Edges)
	any := false
	for _, i := range c.Edges {
		e := &out[i]
		put := map[term.Term]term.Term{}
		for in, v := range s.inputs(e, input) {
			put[in], any = s.st.FromValue(v), true
		}
		sub := term.NewSubstituter(s.st, put)
		e.Guard, e.Next, e.Inputs = sub.Apply(e.Guard), slices.Clone(e.Next), nil
		for v := range e.Next {
			e.Next[v] = sub.Apply(e.Next[v])
		}
	}
	if !any {
		return nil
	}
	return out
}

// traps finds traps of a component, with any inputs and with constant ones.
func (s *search) traps(c measures.Component) ([]recurrence, error) {
	found, err := s.trapsOf(&trap{Component: c, steps: s.g.Edges})
	for input := uint64(0); input < 2 && err == nil && len(found) == 0; input++ {
		if steps := s.fixed(c, input); steps != nil {
			found, err = s.trapsOf(&trap{Component: c, steps: steps, input: input})
		}
	}
	return found, err
}

// trapsOf finds traps that are made of a state in which the component can be entered or is stayed in: at each
// location, what all states have in common that can be reached from it in the component.
func (s *search) trapsOf(of *trap) ([]recurrence, error) {
	st, c := s.st, of.Component
	var found []recurrence
	conds := make([][]term.Term, len(s.g.Locs))
	for _, l := range c.Locs {
		conds[l] = s.conditions(l)
	}
	for _, l := range c.Locs {
		tried := st.True()
		for range maxStarts {
			if s.ask(s.at(l), s.stays(of, l), tried) != smt.Sat {
				break
			}
			sets := make([][]term.Term, len(s.g.Locs))
			for _, other := range c.Locs {
				sets[other] = slices.Clone(conds[other])
			}
			sets[l] = s.holding(l, conds[l], s.value)
			tried = st.And(tried, st.Not(st.And(sets[l]...)))
			if err := s.close(sets, c.Locs, func(l int) []flow.Edge {
				var out []flow.Edge
				for _, i := range s.inside(c, l) {
					out = append(out, of.steps[i])
				}
				return out
			}); err != nil {
				return nil, err
			}
			t := &trap{c, sets, of.steps, of.input}
			if s.closes(t, s.solver) {
				found = append(found, recurrence{cycle: cycle{loc: l}, set: st.And(sets[l]...), trap: t})
			}
		}
	}
	return found, s.ctx.Err()
}

// inside are the edges of a component from a location.
func (s *search) inside(c measures.Component, loc int) []int {
	var out []int
	for _, e := range c.Edges {
		if s.g.Edges[e].From == loc {
			out = append(out, e)
		}
	}
	return out
}

// stays is the condition that some edge of a trap can be taken from a location.
func (s *search) stays(t *trap, loc int) term.Term {
	out := s.st.False()
	for _, e := range s.inside(t.Component, loc) {
		out = s.st.Or(out, t.steps[e].Guard)
	}
	return out
}

// closes reports whether some edge can be taken from every state of a trap.
func (s *search) closes(t *trap, solver smt.Solver) bool {
	for _, l := range t.Locs {
		s.asked++
		if solver.Check(s.ctx, s.at(l), s.st.And(t.sets[l]...), s.st.Not(s.stays(t, l))).Status !=
			smt.Unsat {
			return false
		}
	}
	return true
}

// recheckTrap asks a fresh solver whether a trap is one.
func (s *search) recheckTrap(t *trap, solver smt.Solver) error {
	for _, i := range t.Edges {
		e := &t.steps[i]
		after := s.after(e, s.st.And(t.sets[e.To]...))
		if got := solver.Check(s.ctx, s.at(e.From), s.st.And(t.sets[e.From]...), e.Guard,
			s.st.Not(after)).Status; got != smt.Unsat {
			return fmt.Errorf("ranking: a set of states is left: %s", got)
		}
	}
	if !s.closes(t, solver) {
		return fmt.Errorf("ranking: a set of states has one from which no step leads on")
	}
	return nil
}

// roam takes edges of a trap until it comes back to a location, and then as many steps more, and returns the
// number of steps before and after the part that repeats. All inputs are that of the trap.
func (s *search) roam(r *recurrence, path *transition.Path) (again, end int, err error) {
	visited := map[int]int{}
	again = -1
	for loc := r.loc; ; {
		if at, ok := visited[loc]; ok && again < 0 {
			again, end = at, len(path.Steps)
		}
		visited[loc] = len(path.Steps)
		next, err := s.take(path, s.inside(r.trap.Component, loc), r.trap.input)
		switch {
		case err != nil:
			return 0, 0, err
		case next < 0:
			return 0, 0, fmt.Errorf("ranking: a trap is left")
		}
		if again >= 0 && len(path.Steps) >= end+end-again {
			return again, end, nil
		}
		loc = s.g.Edges[next].To
	}
}
