package inductive

import (
	"context"
	"errors"
	"fmt"
	"io"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// CheckLoop asks a solver whether the set that recurs in the loop of a path does so: from each of its states
// the steps of the loop can be made, with the inputs that the path has, lead to a state of the set again, and
// mean the same for the formula and for fairness as in the path. A set of which that is true and that has a
// state that is reached, which replaying the path shows, has a run that goes round for ever: no state need
// come back. A path whose last state is the first one of its loop needs no question.
func CheckLoop(ctx context.Context, sys *transition.System, p *transition.Path,
	solver func(*term.Store) (smt.Solver, error)) (a Answer, err error) {
	if p.Loop == nil || p.Goal < 0 || p.Goal >= len(sys.Temporals) {
		return a, errors.New("inductive: the path has no loop")
	}
	if p.Loop.Recurs == term.None {
		return Answer{Status: Holds}, nil
	}
	p.Loop.Terms.Freeze()
	c := *sys
	c.Terms = p.Loop.Terms.Fork()
	list, err := loopConditions(&c, p)
	if err != nil {
		return a, err
	}
	s, err := solver(c.Terms)
	if err != nil {
		return a, fmt.Errorf("inductive: %w", err)
	}
	if closer, ok := s.(io.Closer); ok {
		defer closer.Close() //nolint:errcheck // it has answered
	}
	return answer(ctx, s, list), nil
}

// round is the loop of a path, from any state on.
type round struct {
	s     *transition.System
	steps []map[term.Term]term.Term // by step: what symbols stand for, over the state at the beginning
	last  map[term.Term]term.Term   // the state at the end
}

func newRound(s *transition.System, p *transition.Path) *round {
	r := &round{s: s}
	now := map[term.Term]term.Term{}
	for _, v := range s.Vars {
		now[v.Sym] = v.Sym
	}
	for i := p.Loop.Back; i < len(p.Steps); i++ {
		t := &s.Transitions[p.Steps[i].Transition]
		of := map[term.Term]term.Term{}
		for x, t := range now {
			of[x] = t
		}
		for _, x := range s.Terms.Symbols(s.SpokenOf(t, &s.Temporals[p.Goal])...) {
			if of[x] == term.None {
				of[x] = s.Terms.FromValue(p.Steps[i].Input(s.Terms, x))
			}
		}
		sub := term.NewSubstituter(s.Terms, of)
		next := map[term.Term]term.Term{}
		for v := range s.Vars {
			next[s.Vars[v].Sym] = s.Terms.FromValue(p.States[i+1][v])
		}
		for _, u := range t.Updates {
			next[s.Vars[u.Var].Sym] = sub.Apply(u.Value)
		}
		for _, v := range s.Vars {
			of[v.Next] = next[v.Sym]
		}
		r.steps, now = append(r.steps, of), next
	}
	r.last = now
	return r
}

// loopConditions are what there is to show about the set that recurs.
func loopConditions(s *transition.System, p *transition.Path) ([]condition, error) {
	f, st, set := &s.Temporals[p.Goal], s.Terms, p.Loop.Recurs
	letters, err := s.Letters(p, f)
	if err != nil {
		return nil, err
	}
	met, err := s.Met(p, f)
	if err != nil {
		return nil, err
	}
	var out []condition
	holds := func(what string, sub *term.Substituter, t term.Term) {
		out = append(out, condition{what, []term.Term{set, st.Not(sub.Apply(t))}})
	}
	r := newRound(s, p)
	for k, of := range r.steps {
		i := p.Loop.Back + k
		t, sub := &s.Transitions[p.Steps[i].Transition], term.NewSubstituter(st, of)
		for _, c := range append(t.Guards[:len(t.Guards):len(t.Guards)], t.Relations...) {
			holds(fmt.Sprintf("step %d (%s) can be made in each round", i+1, t.Name), sub, c)
		}
		for bit, atom := range f.Atoms {
			if letters[i]>>bit&1 == 0 {
				atom = st.Not(atom)
			}
			holds(fmt.Sprintf("the formula sees the same at step %d in each round", i+1), sub, atom)
		}
		for j, at := range met {
			if at == i {
				holds(fmt.Sprintf("step %d is as fair in each round", i+1), sub, f.Fair[j])
			}
		}
	}
	holds("each round leads into the set again", term.NewSubstituter(st, r.last), set)
	return out, nil
}
