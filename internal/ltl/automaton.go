package ltl

import "slices"

// Automaton is a generalised Büchi automaton with the acceptance on its edges. A word is a sequence of
// letters, each the set of the propositions that hold. A run begins in an initial state and takes an edge
// for each letter, whose label holds there. It accepts if it takes edges with each of the marks infinitely
// often; with no marks at all every infinite run accepts.
type Automaton struct {
	Atoms   []Atom // bit i of letters and labels is Atoms[i]
	Marks   int    // how many marks there are
	Initial []int  // states, ascending
	Edges   [][]Edge
}

// Edge leads from a state to another.
type Edge struct {
	Label Cube
	Marks uint64 // bit i is mark i
	To    int
}

// covers reports whether e can replace f: it is there whenever f is and has its marks, and leads to the same
// state.
func (e *Edge) covers(f *Edge) bool {
	return e.To == f.To && f.Marks&^e.Marks == 0 && e.Label.covers(f.Label)
}

// allMarks is the set of all marks.
func (a *Automaton) allMarks() uint64 { return 1<<a.Marks - 1 }

// Size returns how many states and edges the automaton has.
func (a *Automaton) Size() (states, edges int) {
	for _, list := range a.Edges {
		edges += len(list)
	}
	return len(a.Edges), edges
}

// Terminal reports whether every run that accepts comes to a state from which every word is accepted: an
// edge to itself is always there and has all marks. Then a finite beginning tells that a word is accepted.
// For the automaton of a negation this means that each violation is seen after finitely many steps, as it is
// for safety properties. The automata of some such formulas are not terminal.
func (a *Automaton) Terminal() bool {
	c := findComponents(a)
	for v, list := range a.Edges {
		if !c.accepting[c.of[v]] {
			continue
		}
		if !slices.ContainsFunc(list, func(e Edge) bool {
			return e.To == v && e.Label == Cube{} && e.Marks == a.allMarks()
		}) {
			return false
		}
	}
	return true
}
