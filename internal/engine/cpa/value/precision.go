package value

import (
	"slices"

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
	All bool
	// Limit is how many values a variable may show before it is no longer followed, because another domain
	// says more of it; 0: no bound (D. Beyer, T. A. Henzinger, G. Théoduloz, "Program Analysis with Dynamic
	// Precision Adjustment", ASE 2008, section 4).
	Limit   int
	tracked map[Variable]bool
	shown   map[Variable]map[term.Term]bool
	many    map[Variable]bool // have shown more
}

// NewPrecision returns one that follows addresses only, unless all is set.
func NewPrecision(all bool) *Precision {
	return &Precision{All: all, tracked: map[Variable]bool{},
		shown: map[Variable]map[term.Term]bool{}, many: map[Variable]bool{}}
}

// Follow adds the variable of a place.
func (p *Precision) Follow(at multistate.Place) { p.tracked[of(at)] = true }

// Followed are the variables that are followed for a reason, each as a place: of a register in no call and no
// thread in particular.
func (p *Precision) Followed() []multistate.Place {
	var out []multistate.Place
	for v := range p.tracked {
		at := multistate.Place{Thread: -1, Frame: -1, Reg: v.reg, Object: v.object, Offset: v.offset}
		if v.object < 0 {
			at.Thread = 0
		}
		out = append(out, at)
	}
	slices.SortFunc(out, multistate.Place.Compare)
	return out
}

// Len is the number of variables that are followed for a reason.
func (p *Precision) Len() int { return len(p.tracked) }

// Keep reports whether a constant stays explicit.
func (p *Precision) Keep(x *multistate.Stepper, st *multistate.State, at multistate.Place, v term.Term) bool {
	return p.All || p.always(at) || p.follows(of(at), v) || x.Controls(st, at, v)
}

// Many reports whether a place has shown more values than are followed.
func (p *Precision) Many(at multistate.Place) bool { return p.many[of(at)] }

// follows reports whether a variable is followed, and keeps count of its values.
func (p *Precision) follows(at Variable, v term.Term) bool {
	if !p.tracked[at] || p.Limit == 0 {
		return p.tracked[at]
	}
	if p.shown[at] == nil {
		p.shown[at] = map[term.Term]bool{}
	}
	p.shown[at][v] = true
	if len(p.shown[at]) > p.Limit {
		delete(p.tracked, at)
		p.many[at] = true
	}
	return p.tracked[at]
}

// always reports whether a place is never forgotten: what belongs to a thread as such, its id among it.
func (p *Precision) always(at multistate.Place) bool { return at.Thread >= 0 && at.Frame < 0 }
