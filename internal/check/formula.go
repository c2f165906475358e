package check

import (
	"cmp"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
)

// formulas is the engine that decides formulas of temporal logic.
const formulas = "liveness"

// settleFormula reads the formula of a task, if there is one.
func (r *Settled) settleFormula() error {
	fair, err := property.ParseFairness(r.Fairness)
	if err != nil {
		return &InputError{err}
	}
	if !r.Asked.Covers(property.LTL) {
		if fair != "" {
			return inputError("--fairness is for formulas of temporal logic, see --ltl")
		}
		return nil
	}
	switch {
	case r.Asked != property.LTL:
		return inputError("a formula of temporal logic is checked alone")
	case r.byClang() || r.isModule():
		return inputError("formulas of temporal logic are for C that whittle reads itself")
	}
	if strings.TrimSpace(r.LTL) == "" {
		if r.LTL, err = r.commented(); err != nil {
			return err
		}
	}
	f, err := ltl.Parse(r.LTL)
	if err != nil {
		return inputError("--ltl: %v", err)
	}
	r.formula = f
	return r.settlePropositions(f)
}

// settlePropositions looks at the atoms of a formula.
func (r *Settled) settlePropositions(f *ltl.Formula) error {
	for bit, a := range f.Atoms() {
		p := c.Proposition{Text: a.Text, Bit: bit}
		switch a.Kind {
		case ltl.End:
			continue
		case ltl.Location:
			p = c.Proposition{Function: a.Thread, Label: a.Text, Bit: bit}
			if a.Thread[0] >= '0' && a.Thread[0] <= '9' {
				return inputError("--ltl: column %d: %s: before @ stands the function that has the label, "+
					"numbers of threads are not supported", f.Column(a), a)
			}
		case ltl.Call:
			p = c.Proposition{Function: a.Text, Bit: bit}
		}
		if err := p.Check(); err != nil {
			return inputError("--ltl: column %d: %v", f.Column(a), err)
		}
		r.propositions = append(r.propositions, p)
	}
	if len(r.propositions) == 0 {
		// Something has to observe the program, so that its steps are told apart.
		r.propositions = []c.Proposition{{Text: "0", Bit: 63}}
	}
	return nil
}

// temporal is what is asked about a program; nil: nothing of that kind.
func (r Settled) temporal(prog *cfa.Program) *engine.Temporal {
	if r.formula == nil {
		return nil
	}
	fair := property.Fairness(r.Fairness)
	if fair == "" {
		fair = property.Unfair
		for _, proc := range prog.Procs {
			for _, e := range proc.Edges {
				if _, ok := e.Op.(cfa.Spawn); ok && proc.ID != prog.Entry {
					fair = property.Weak
				}
			}
		}
	}
	return &engine.Temporal{Formula: r.formula, Fairness: cmp.Or(fair, property.Unfair)}
}
