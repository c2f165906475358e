package ltl

import (
	"math/bits"
	"strings"
)

// maxAtoms bounds how many propositions an automaton speaks of.
const maxAtoms = 64

// Cube is a conjunction of literals: propositions that hold and others that do not, by the bits of their
// numbers. The zero value is true.
type Cube struct {
	Pos, Neg uint64
}

// Holds reports whether the cube is true where exactly the propositions of a set hold.
func (c Cube) Holds(letter uint64) bool { return c.Pos&^letter == 0 && c.Neg&letter == 0 }

// and is the conjunction of two cubes; ok is false if that is no cube but false.
func (c Cube) and(d Cube) (e Cube, ok bool) {
	e = Cube{c.Pos | d.Pos, c.Neg | d.Neg}
	return e, e.Pos&e.Neg == 0
}

// covers reports whether c holds wherever d does.
func (c Cube) covers(d Cube) bool { return c.Pos&^d.Pos == 0 && c.Neg&^d.Neg == 0 }

// resolvent is a cube for the disjunction of two, if there is one: they differ in the sign of one literal.
func (c Cube) resolvent(d Cube) (Cube, bool) {
	differ := c.Pos ^ d.Pos
	if bits.OnesCount64(differ) != 1 || c.Pos|c.Neg != d.Pos|d.Neg {
		return Cube{}, false
	}
	return Cube{c.Pos &^ differ, c.Neg &^ differ}, true
}

// Format prints the cube with the names of the propositions.
func (c Cube) Format(atoms []Atom) string {
	var list []string
	for i, a := range atoms {
		switch {
		case c.Pos>>i&1 != 0:
			list = append(list, a.String())
		case c.Neg>>i&1 != 0:
			list = append(list, "!"+a.String())
		}
	}
	if len(list) == 0 {
		return "true"
	}
	return strings.Join(list, " && ")
}
