package lib

import (
	"whittle.dev/smt/exists"
	"whittle.dev/term"
)

// Quantified formulas may be operands of uninterpreted functions. Satisfiability does
// not depend on their truth unless a function has several applications; a model does,
// since it has the values of functions by those of operands.

// explainOperands asserts what marks in operands of functions mean, in both polarities,
// where that can be decided.
func (in *Interpreter) explainOperands(s *exists.Solver) error {
	for _, f := range in.p.scope.fns {
		for _, a := range f.apps {
			for _, m := range in.p.marks(a.args...) {
				q := in.p.quants[m]
				if in.meaning(m) == exists.Positive|exists.Negative {
					continue
				}
				if _, _, err := in.prenex(q, !q.forall); err != nil {
					continue
				}
				// In an equation polarities are both.
				if err := in.explain(s, in.st.Eq(m, in.p.internal("truth", term.Bool))); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// unknownOperand returns a formula in operands whose mark may differ from it in the
// last model, nil if there is none.
func (in *Interpreter) unknownOperand(args []term.Term) *quantifier {
	for _, m := range in.p.marks(args...) {
		if in.meaning(m) != exists.Positive|exists.Negative {
			return in.p.quants[m]
		}
	}
	return nil
}

// meaning returns the polarities in which it is asserted what m means.
func (in *Interpreter) meaning(m term.Term) (pol uint8) {
	in.frames(func(f *frame) { pol |= f.meant[m] })
	return pol
}
