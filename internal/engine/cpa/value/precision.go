package value

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Variable is a register in any call and thread, or a place in memory.
type Variable struct {
	reg    cfa.RegID
	object int32
	offset uint64
}

// of is the variable of a place.
func of(p multistate.Place) Variable { return Variable{p.Reg, p.Object, p.Offset} }

// Precision says which variables are followed. It only grows.
type Precision struct {
	// All follows every variable.
	All     bool
	tracked map[Variable]bool
}

// NewPrecision returns one that follows addresses only, unless all is set.
func NewPrecision(all bool) *Precision { return &Precision{All: all, tracked: map[Variable]bool{}} }

// Len is the number of variables that are followed for a reason.
func (p *Precision) Len() int { return len(p.tracked) }

// Keep reports whether a constant stays explicit.
func (p *Precision) Keep(x *multistate.Stepper, st *multistate.State, at multistate.Place, v term.Term) bool {
	return p.All || p.always(at) || p.tracked[of(at)] || x.Controls(st, at, v)
}

// always reports whether a place is never forgotten: what belongs to a thread as such, its id among it.
func (p *Precision) always(at multistate.Place) bool { return at.Thread >= 0 && at.Frame < 0 }
