package recurring

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ltl"
	"whittle.dev/term"
)

// errOther: a proof is about something other than what is asked.
var errOther = errors.New("the proof is about another property or another system")

// About implements engine.About.
func (p *roundsProof) About(ctx context.Context, t engine.Task) error { return p.product.about(ctx, t) }

// About implements engine.About.
func (p *measureProof) About(ctx context.Context, t engine.Task) error {
	return p.product.about(ctx, t)
}

// about makes the product of the system and the formula of a task again, and compares it with p. Both are
// over forks of the store of the system, in which what is made in the same order has the same handles.
func (p *product) about(ctx context.Context, t engine.Task) error {
	if t.System == nil || t.System != p.of || t.Goal < 0 || t.Goal >= len(t.System.Temporals) ||
		slices.ContainsFunc(p.split, func(c term.Term) bool { return c >= t.System.Terms.Limit() }) {
		return errOther
	}
	f := &t.System.Temporals[t.Goal]
	a, err := ltl.Translate(ctx, ltl.Negation(f.Formula))
	if err != nil {
		return err
	}
	q := newProduct(t.System, &monitor{f: f, automaton: a}, p.bound, p.split...)
	if q.Init != p.Init || q.levels != p.levels || !reflect.DeepEqual(q.monitor, p.monitor) {
		return errOther
	}
	for _, pair := range [][2]any{{q.Vars, p.Vars}, {q.InitInputs, p.InitInputs},
		{q.Transitions, p.Transitions}, {q.Goals, p.Goals}, {q.steps, p.steps}} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			return errOther
		}
	}
	return nil
}
