package transition

import (
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Temporal is a property of the runs that go on for ever: all of them that are fair satisfy a formula. A run
// that comes to a state without a successor is none of them.
type Temporal struct {
	// Property is what the language of the system calls its kind.
	Property property.Property
	Name     string
	// Number is what the language of the system calls the property.
	Number  int
	Formula *ltl.Formula
	// Atoms are what the atoms of the formula mean, in the order of Formula.Atoms: conditions on a step, over
	// the state before it, inputs, and the state after it.
	Atoms []term.Term
	// Fair are conditions on a step, over the same, each of which holds again and again in runs that count.
	Fair []term.Term
	Pos  source.Pos
}

// Loop makes a path a run that goes on for ever: from its last state on it repeats its steps from the state
// Back on. The goal of such a path is an index into System.Temporals.
type Loop struct {
	Back int
	// Recurs is a condition on states, over the symbols Sym of variables, in Terms. The state Back and the
	// last one satisfy it, and from each state that does, the steps can be made with the inputs that the path
	// has, and lead to one that does again. None: the last state is the state Back.
	Recurs term.Term
	Terms  *term.Store
}

// Letters are the letters of a word over the atoms of a property that the steps of a path make.
func (s *System) Letters(p *Path, f *Temporal) ([]uint64, error) {
	out := make([]uint64, len(p.Steps))
	for i := range p.Steps {
		values, err := s.stepValues(p, i, f.Atoms)
		if err != nil {
			return nil, err
		}
		for bit, yes := range values {
			if yes {
				out[i] |= 1 << bit
			}
		}
	}
	return out, nil
}

// stepValues evaluates conditions on step i of a path.
func (s *System) stepValues(p *Path, i int, conds []term.Term) ([]bool, error) {
	at := assignment{s: s, vars: s.bySymbol(), before: p.States[i], after: p.States[i+1],
		inputs: p.Steps[i].Inputs}
	out := make([]bool, len(conds))
	for k, c := range conds {
		v, err := s.Terms.Eval(c, &at)
		if err != nil {
			return nil, err
		}
		out[k] = v.Bool()
	}
	return out, nil
}

// replayLoop evaluates what Replay does not for a path with a loop: that it violates the property by what the
// formula means, that the run is fair, and that the loop can be followed once more.
func (s *System) replayLoop(p *Path) error {
	if p.Goal < 0 || p.Goal >= len(s.Temporals) {
		return fmt.Errorf("transition: no property %d of infinite runs", p.Goal)
	}
	f, back := &s.Temporals[p.Goal], p.Loop.Back
	if back < 0 || back >= len(p.Steps) {
		return fmt.Errorf("transition: a loop from state %d back to state %d", len(p.Steps), back)
	}
	letters, err := s.Letters(p, f)
	if err != nil {
		return fmt.Errorf("transition: the formula: %w", err)
	}
	if f.Formula.Holds(letters[:back], letters[back:]) {
		return fmt.Errorf("transition: the run satisfies %s", f.Formula)
	}
	met, err := s.Met(p, f)
	if err != nil {
		return fmt.Errorf("transition: fairness: %w", err)
	}
	if i := slices.Index(met, -1); i >= 0 {
		return fmt.Errorf("transition: the loop is not fair: %s never holds in it", s.Terms.String(f.Fair[i]))
	}
	return s.again(p, f, letters[back:])
}

// again follows the loop of a path once more.
func (s *System) again(p *Path, f *Temporal, letters []uint64) error {
	back, last := p.States[p.Loop.Back], p.States[len(p.Steps)]
	if p.Loop.Recurs == term.None {
		for v := range s.Vars {
			if !back[v].Equal(last[v]) {
				return fmt.Errorf("transition: the loop does not close: %s is %v, then %v", s.Vars[v].Name,
					back[v], last[v])
			}
		}
		return nil
	}
	round, err := s.Round(p)
	if err != nil {
		return err
	}
	if err := s.replaySteps(round); err != nil {
		return fmt.Errorf("transition: the second round: %w", err)
	}
	second, err := s.Letters(round, f)
	if err != nil {
		return err
	}
	if !slices.Equal(letters, second) {
		return errors.New("transition: the second round differs in what the formula speaks of")
	}
	for _, state := range []State{back, last, round.States[len(round.Steps)]} {
		v, err := p.Loop.Terms.Eval(p.Loop.Recurs, &assignment{s: s, vars: s.bySymbol(), before: state})
		if err != nil {
			return err
		}
		if !v.Bool() {
			return errors.New("transition: a state at the beginning of a round is not in the set that recurs")
		}
	}
	return nil
}

// Round is the loop of a path as it is followed from the last state on: variables that a step leaves open get
// the values that they have in the first round.
func (s *System) Round(p *Path) (*Path, error) {
	out := &Path{States: []State{p.States[len(p.Steps)]}}
	at := assignment{s: s, vars: s.bySymbol()}
	for i := p.Loop.Back; i < len(p.Steps); i++ {
		next := slices.Clone(p.States[i+1])
		at.before, at.inputs = out.States[len(out.Steps)], p.Steps[i].Inputs
		for _, u := range s.Transitions[p.Steps[i].Transition].Updates {
			v, err := s.Terms.Eval(u.Value, &at)
			if err != nil {
				return nil, fmt.Errorf("transition: the second round: %w", err)
			}
			next[u.Var] = v
		}
		out.States, out.Steps = append(out.States, next), append(out.Steps, p.Steps[i])
	}
	return out, nil
}

// Met says of each fairness condition of a property at which step of the loop of a path it holds first; -1:
// at none.
func (s *System) Met(p *Path, f *Temporal) ([]int, error) {
	met := slices.Repeat([]int{-1}, len(f.Fair))
	for i := p.Loop.Back; i < len(p.Steps); i++ {
		values, err := s.stepValues(p, i, f.Fair)
		if err != nil {
			return nil, err
		}
		for k, yes := range values {
			if yes && met[k] < 0 {
				met[k] = i
			}
		}
	}
	return met, nil
}

// SpokenOf are the terms of a transition, and of what a property says of its step.
func (s *System) SpokenOf(t *Transition, f *Temporal) []term.Term {
	out := slices.Concat(t.Guards, t.Relations, f.Atoms, f.Fair)
	for _, u := range t.Updates {
		out = append(out, u.Value)
	}
	return out
}

// Input is the value of an input in a step.
func (s Step) Input(st *term.Store, sym term.Term) term.Value {
	if v, ok := s.Inputs[sym]; ok {
		return v
	}
	return st.ZeroValue(st.Sort(sym))
}
