package ltl

import (
	"slices"
	"strings"
)

// Op is the operator at the root of a formula.
type Op uint8

// The operators. Until is strong (its right side holds some time), WeakUntil may go on for ever; Release is
// the dual of Until (its right side holds up to the step in which the left one holds, this step included,
// or for ever), and StrongRelease is that without "for ever".
const (
	True Op = iota
	False
	Proposition
	Not
	Next
	Finally
	Globally
	And
	Or
	Implies
	Iff
	Until
	WeakUntil
	Release
	StrongRelease
)

// symbols is how operators are printed.
var symbols = [...]string{True: "true", False: "false", Not: "!", Next: "X", Finally: "F", Globally: "G",
	And: "&&", Or: "||", Implies: "->", Iff: "<->", Until: "U", WeakUntil: "W", Release: "R",
	StrongRelease: "M"}

// String returns the operator as it is printed in a formula; it is empty for Proposition.
func (op Op) String() string { return symbols[op] }

// Formula is a formula of linear temporal logic as it was written. It is not changed after it was made.
type Formula struct {
	Op          Op
	Atom        Atom     // of Proposition
	Left, Right *Formula // Left is the operand of Not, Next, Finally, Globally; constants have none
	Col         int      // the column of the operator or the atom in the text, from 1; 0 if it has no text
}

// Negation is !f.
func Negation(f *Formula) *Formula { return &Formula{Op: Not, Left: f} }

// String prints the formula with all parentheses: only the operand of !, X, F and G has none unless it has
// two operands itself. The text reads back as the same formula.
func (f *Formula) String() string {
	var b strings.Builder
	f.print(&b, false)
	return b.String()
}

// print appends f, in parentheses if it has two operands and is inside of another formula.
func (f *Formula) print(b *strings.Builder, inside bool) {
	switch {
	case f.Op == Proposition:
		b.WriteString(f.Atom.String())
	case f.Left == nil:
		b.WriteString(f.Op.String())
	case f.Right == nil:
		b.WriteString(f.Op.String())
		if f.Op != Not {
			b.WriteByte(' ')
		}
		f.Left.print(b, true)
	default:
		if inside {
			b.WriteByte('(')
		}
		f.Left.print(b, true)
		b.WriteString(" " + f.Op.String() + " ")
		f.Right.print(b, true)
		if inside {
			b.WriteByte(')')
		}
	}
}

// Atoms are the propositions of the formula, each once, in the order in which they first occur.
func (f *Formula) Atoms() []Atom {
	var out []Atom
	f.walk(func(g *Formula) {
		if g.Op == Proposition && !slices.Contains(out, g.Atom) {
			out = append(out, g.Atom)
		}
	})
	return out
}

// Column is the column of the first proposition that is a given atom; 0 if there is none.
func (f *Formula) Column(a Atom) (col int) {
	f.walk(func(g *Formula) {
		if col == 0 && g.Op == Proposition && g.Atom == a {
			col = g.Col
		}
	})
	return col
}

// NextFree reports whether the formula has no operator X. Then it cannot tell executions apart that differ
// only in how often a state is repeated.
func (f *Formula) NextFree() bool {
	free := true
	f.walk(func(g *Formula) { free = free && g.Op != Next })
	return free
}

// walk visits f and what is below it, from left to right.
func (f *Formula) walk(visit func(*Formula)) {
	if f == nil {
		return
	}
	visit(f)
	f.Left.walk(visit)
	f.Right.walk(visit)
}
