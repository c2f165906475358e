package ltl

// Automaton is a generalised Büchi automaton with the acceptance on its edges. A word is a sequence of letters,
// each the set of the propositions that hold. A run begins in an initial state and takes an edge for each
// letter, whose label holds there. It accepts if it takes edges with each of the marks infinitely often; with
// no marks at all every infinite run accepts.
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
