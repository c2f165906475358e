package guarded_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/term"
)

// TestCommand: what a command mentions changes as it says, and the rest stays.
func TestCommand(t *testing.T) {
	m := guarded.New()
	x, y, z, w := m.IntVar("x"), m.Var("y", term.BitVec(8)), m.RealVar("z"), m.BoolVar("w")
	any := m.Input("any", term.BitVec(8))
	m.Init(x.Is(0), w.Term)
	m.Init(z.AtLeast(1))
	m.Command("step", m.When(m.True(), x.Below(3)), y.Becomes(any), x.Becomes(x.Plus(2)), z.Changes(),
		guarded.Reading(any), guarded.Demanding(m.Gt(z.Next, z.Term)))
	m.Bad("far", x.Above(9), y.IsNot(300))
	late := m.IntVar("late")
	s := m.System()
	tr := s.Transitions[0]
	got := s.Conjuncts(&tr)
	want := []term.Term{m.Lt(x.Term, x.Num(3)), m.Eq(x.Next, x.Plus(2)), m.Eq(y.Next, any),
		m.Eq(w.Next, w.Term), m.Eq(late.Next, late.Term), m.Lt(z.Term, z.Next)}
	if !slices.Equal(got, want) {
		t.Errorf("conjuncts %s, want %s", m.String(m.And(got...)), m.String(m.And(want...)))
	}
	if len(tr.Inputs) != 1 || tr.Inputs[0] != any {
		t.Errorf("inputs %v", tr.Inputs)
	}
	init := m.And(m.Le(z.Num(1), z.Term), x.Is(0), w.Term)
	if s.Init != init {
		t.Errorf("initial condition %s", m.String(s.Init))
	}
	if bad := m.And(x.Above(9), m.Not(m.Eq(y.Term, m.BV(8, 44)))); s.Goals[0].Cond != bad {
		t.Errorf("goal %s", m.String(s.Goals[0].Cond))
	}
}
