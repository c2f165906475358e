package dump

import (
	"whittle.dev/smt"
	"whittle.dev/term"
)

// ForAller is a Solver with the capability smt.ForAller.
type ForAller struct {
	*Solver
	all smt.ForAller
}

var _ smt.ForAller = (*ForAller)(nil)

// NewForAller returns a decorator of inner, which must be a solver of st; ok is false if inner
// takes no quantified formulas.
func NewForAller(st *term.Store, inner smt.Solver, folder *Folder) (f *ForAller, ok bool) {
	all, ok := inner.(smt.ForAller)
	if !ok {
		return nil, false
	}
	return &ForAller{New(st, inner, folder), all}, true
}

// AssertForAll implements smt.ForAller.
func (f *ForAller) AssertForAll(vars []term.Term, body term.Term) error {
	f.asserted = append(f.asserted, assertion{vars, body})
	return f.all.AssertForAll(vars, body)
}
