package liveness

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/recurrence"
)

// graphProof is the proof of a search, with the program that was explored.
type graphProof struct {
	*recurrence.Proof
	of *cfa.Program
}

// errOther: a proof is about something other than what is asked.
var errOther = errors.New("the proof is about another property or another program")

// About implements engine.About. It translates the formula again, and compares the automaton.
func (p *graphProof) About(ctx context.Context, t engine.Task) error {
	if t.Program != p.of || t.Temporal == nil || t.Temporal.Fairness != p.Fairness ||
		!slices.Equal(p.Waiting, questions(t.Temporal, p.Threads)) {
		return errOther
	}
	a, why, err := automatonOf(ctx, t.Temporal.Formula)
	switch {
	case err != nil:
		return err
	case why != "" || !reflect.DeepEqual(a, p.Automaton):
		return errOther
	}
	return nil
}
