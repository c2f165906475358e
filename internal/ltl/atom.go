package ltl

// AtomKind says what an atom speaks of.
type AtomKind uint8

// The kinds of atoms.
const (
	Name       AtomKind = iota // a name: whoever uses the formula says what it stands for
	Expression                 // a C expression over globals: AP(x > 0) or {x > 0}
	Location                   // a thread is at a label: worker@critical
	End                        // the program has ended
	Call                       // a function is being called: call(f())
)

// Atom is a proposition. Atoms that say the same in the same words are equal.
type Atom struct {
	Kind   AtomKind
	Thread string // of Location: the name or the number of a thread
	Text   string // the name, the text of the expression, the label or the function; empty for End
}

// String returns the atom as it is written in a formula.
func (a Atom) String() string {
	switch a.Kind {
	case Expression:
		return "AP(" + a.Text + ")"
	case Location:
		return a.Thread + "@" + a.Text
	case End:
		return "end"
	case Call:
		return "call(" + a.Text + "())"
	}
	return a.Text
}
