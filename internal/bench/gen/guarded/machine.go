package guarded

import (
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Machine is a transition system under construction. Nothing is checked here: sorts must fit, as the
// constructors of terms want it.
type Machine struct {
	// Store makes the terms.
	*term.Store
	// Process is that of the variables and commands that are added next; transition.Shared at first.
	Process int
	sys     *transition.System
	touched []map[int]bool // by transition: the variables that it may change
}

// New returns a machine without variables and commands. Any state is initial until Init is called.
func New() *Machine {
	st := term.NewStore()
	return &Machine{Store: st, Process: transition.Shared,
		sys: &transition.System{Terms: st, Init: st.True()}}
}

// IntVar adds a variable of sort Int.
func (m *Machine) IntVar(name string) Var { return m.Var(name, term.Int) }

// RealVar adds a variable of sort Real.
func (m *Machine) RealVar(name string) Var { return m.Var(name, term.Real) }

// BoolVar adds a variable of sort Bool.
func (m *Machine) BoolVar(name string) Var { return m.Var(name, term.Bool) }

// Counter adds a program counter, of sort Int.
func (m *Machine) Counter(name string) Var {
	v := m.IntVar(name)
	m.sys.Vars[v.index].Counter = true
	return v
}

// Var adds a variable.
func (m *Machine) Var(name string, sort term.Sort) Var {
	i := m.sys.AddVar(name, sort)
	m.sys.Vars[i].Process = m.Process
	return Var{Term: m.sys.Vars[i].Sym, Next: m.sys.Vars[i].Next, index: i, m: m}
}

// Init demands conditions of the initial states, beside those of earlier calls.
func (m *Machine) Init(conds ...term.Term) { m.sys.Init = m.And(append(conds, m.sys.Init)...) }

// Bad adds a goal: the states of which all the conditions hold.
func (m *Machine) Bad(name string, conds ...term.Term) {
	m.sys.Goals = append(m.sys.Goals, transition.Goal{Name: name, Cond: m.And(conds...)})
}

// When is the list of the conditions under which a command can be taken.
func (m *Machine) When(conds ...term.Term) []term.Term { return conds }

// Input returns a symbol that stands for any value, for a command that mentions it by the effect Reading.
func (m *Machine) Input(name string, sort term.Sort) term.Term { return m.sys.Fresh(name, sort) }

// Command adds a command: a transition that can be taken where the guards hold and has the effects. Variables
// that have none stay, those that are added later too.
func (m *Machine) Command(name string, guards []term.Term, effects ...Effect) {
	t := transition.Transition{Name: name, Process: m.Process, Origin: len(m.sys.Transitions)}
	for _, g := range guards {
		if !m.IsTrue(g) {
			t.Guards = append(t.Guards, g)
		}
	}
	touched := map[int]bool{}
	for _, e := range effects {
		switch e.kind {
		case becomes:
			touched[e.v] = true
			t.Updates = append(t.Updates, transition.Update{Var: e.v, Value: e.t})
		case changes:
			touched[e.v] = true
		case demands:
			t.Relations = append(t.Relations, e.t)
		case reads:
			t.Inputs = append(t.Inputs, e.t)
		}
	}
	m.sys.Transitions = append(m.sys.Transitions, t)
	m.touched = append(m.touched, touched)
}

// System is the system. The machine is not used any more.
func (m *Machine) System() *transition.System {
	for i := range m.sys.Transitions {
		t := &m.sys.Transitions[i]
		for v := range m.sys.Vars {
			if !m.touched[i][v] {
				t.Updates = append(t.Updates, m.sys.Stays(v)...)
			}
		}
		slices.SortFunc(t.Updates, func(a, b transition.Update) int { return a.Var - b.Var })
	}
	return m.sys
}
