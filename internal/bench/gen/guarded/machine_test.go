package guarded_test

import (
	"fmt"
	"strings"
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
	m.IntVar("late")
	s := m.System()
	tr := s.Transitions[0]
	var got []string
	for _, c := range s.Conjuncts(&tr) {
		got = append(got, s.Terms.String(c))
	}
	want := []string{"(not (<= 3 x))",
		"(= x (+ |x'| (- 2)))", "(= |y'| any)", "(= w |w'|)", "(= late |late'|)", "(not (<= |z'| z))"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("conjuncts %s, want %s", strings.Join(got, "; "), strings.Join(want, "; "))
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
