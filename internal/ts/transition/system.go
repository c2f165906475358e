package transition

import (
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// System is a transition system (slab.txt, section 3). In each step one of its transitions is taken.
type System struct {
	// Terms holds every term of the system.
	Terms *term.Store
	Vars  []Var
	// Init is the initial condition, of sort Bool over the symbols Sym of Vars and over InitInputs.
	Init term.Term
	// InitInputs are further symbols in Init, which stand for any value: Init holds in a state if some values
	// of them make it true.
	InitInputs  []term.Term
	Transitions []Transition
	// Goals are the sets of bad states: the disjuncts of the error condition.
	Goals []Goal
	// Temporals are the properties of infinite runs, and Fair the conditions of fairness that all of them
	// have.
	Temporals []Temporal
	Fair      []term.Term
	// Hints are conditions on states, over the symbols Sym of Vars, that the author of the system takes for
	// useful predicates.
	Hints []term.Term
	// Names are terms to which the author of the system has given a name, by these.
	Names map[string]term.Term
	// Chosen are the inputs that Parts has made, each the next value of this variable.
	Chosen map[term.Term]int
	// Files names the files of positions; nil: there are none.
	Files *source.Files
}

// Shared is the process of variables and transitions that belong to none.
const Shared = -1

// Var is a state variable.
type Var struct {
	Name string
	// Sym stands for its value before a step and in sets of states, Next for its value after a step. Both are
	// symbols of the same sort.
	Sym, Next term.Term
	// Process is the only process that reads or writes the variable, or Shared. It is a hint.
	Process int
	// Counter: a program counter, which takes few values. It is a hint.
	Counter bool
	Pos     source.Pos
}

// Update is the conjunct v' = e of a transition: Value is over the state before and the inputs.
type Update struct {
	Var   int // index into Vars
	Value term.Term
}

// Transition is a conjunction of guards, updates and relations. A variable whose next value occurs in none of
// them has any value after the step: that a variable stays is said by an update with its own symbol.
//
// A transition without Relations is a guarded W-assignment in the sense of section 3, for the set W of the
// variables that it updates.
type Transition struct {
	Name string
	// Guards are over the state before and the inputs.
	Guards []term.Term
	// Updates are at most one for each variable, ascending.
	Updates []Update
	// Relations are over the states before and after and the inputs.
	Relations []term.Term
	// Inputs are symbols that stand for any value, anew in each step: the transition relates two states if
	// some values of them make it true.
	Inputs []term.Term
	// Process takes the transition; Shared: none, or all together. It is a hint.
	Process int
	// Origin means something to the maker of the system only.
	Origin int
	Pos    source.Pos
}

// Goal is a set of bad states.
type Goal struct {
	Name string
	// Number is what the language of the system calls the goal.
	Number int
	// Cond is over the state and Inputs, symbols that stand for any value.
	Cond   term.Term
	Inputs []term.Term
	// Origin means something to the maker of the system only.
	Origin int
	Pos    source.Pos
}

// AddVar adds a variable of the given sort and returns its index. Its symbols are name and name', with a
// number where the store has symbols of these names already.
func (s *System) AddVar(name string, sort term.Sort) int {
	s.Vars = append(s.Vars, Var{Name: name, Sym: s.Fresh(name, sort), Next: s.Fresh(name+"'", sort),
		Process: Shared})
	return len(s.Vars) - 1
}

// Fresh returns a new symbol: name, or name with a number after it.
func (s *System) Fresh(name string, sort term.Sort) term.Term {
	unique := name
	for n := 2; s.Terms.Lookup(unique) != term.None; n++ {
		unique = fmt.Sprintf("%s~%d", name, n)
	}
	return s.Terms.Symbol(unique, sort)
}

// Fork returns the system over a fork of its store, which must be frozen: terms can be made there, and all of
// s stay valid. Variables, transitions and goals can be added to the fork; those of s must not be changed.
func (s *System) Fork() *System {
	c := *s
	c.Terms = s.Terms.Fork()
	c.Vars, c.Transitions = slices.Clip(s.Vars), slices.Clip(s.Transitions)
	c.Goals, c.InitInputs = slices.Clip(s.Goals), slices.Clip(s.InitInputs)
	c.Chosen = maps.Clone(s.Chosen)
	return &c
}

// Stays are the updates by which the given variables keep their values.
func (s *System) Stays(vars ...int) []Update {
	out := make([]Update, len(vars))
	for i, v := range vars {
		out[i] = Update{v, s.Vars[v].Sym}
	}
	return out
}

// Conjuncts are the conjuncts of a transition as one list: guards, v' = e, relations.
func (s *System) Conjuncts(t *Transition) []term.Term {
	out := make([]term.Term, 0, len(t.Guards)+len(t.Updates)+len(t.Relations))
	out = append(out, t.Guards...)
	for _, u := range t.Updates {
		out = append(out, s.Terms.Eq(s.Vars[u.Var].Next, u.Value))
	}
	return append(out, t.Relations...)
}

// Relation is the transition as one formula over the states before and after and its inputs.
func (s *System) Relation(t *Transition) term.Term { return s.Terms.And(s.Conjuncts(t)...) }

// IsAssignment reports whether t is a guarded assignment of the variables that it updates.
func (t *Transition) IsAssignment() bool { return len(t.Relations) == 0 }

// Error is the error condition of a system whose goals have no inputs: that some goal is reached.
func (s *System) Error() term.Term {
	conds := make([]term.Term, len(s.Goals))
	for i, g := range s.Goals {
		conds[i] = g.Cond
	}
	return s.Terms.Or(conds...)
}
