package settle

import (
	"cmp"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
)

// SettleFormula reads the formula of a task, if there is one.
func (r *Settled) SettleFormula() error {
	fair, err := property.ParseFairness(r.Fairness)
	if err != nil {
		return &InputError{err}
	}
	switch starvation := r.Asked.Covers(property.NoStarvation); {
	case r.Asked.Covers(property.LTL):
	case starvation && r.IsModule():
		return Errorf("%s is for C that whittle reads itself", property.NoStarvation)
	case starvation && fair == property.Unfair:
		return Errorf("%s is about executions in which threads have their turns: --fairness weak or "+
			"strong", property.NoStarvation)
	case fair != "" && !starvation:
		return Errorf("--fairness is for formulas of temporal logic, see --ltl, and for %s",
			property.NoStarvation)
	default:
		return nil
	}
	switch {
	case r.Asked != property.LTL:
		return Errorf("a formula of temporal logic is checked alone")
	case r.IsModule():
		return Errorf("formulas of temporal logic are for C that whittle reads itself")
	}
	if strings.TrimSpace(r.LTL) == "" {
		if r.LTL, err = r.commented(); err != nil {
			return err
		}
	}
	f, err := ltl.Parse(r.LTL)
	if err != nil {
		return Errorf("--ltl: %v", err)
	}
	r.Formula = f
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
				return Errorf("--ltl: column %d: %s: before @ stands the function that has the label, "+
					"numbers of threads are not supported", f.Column(a), a)
			}
		case ltl.Call:
			p = c.Proposition{Function: a.Text, Bit: bit}
		}
		if err := p.Check(); err != nil {
			return Errorf("--ltl: column %d: %v", f.Column(a), err)
		}
		r.propositions = append(r.propositions, p)
	}
	return nil
}

// observed are the propositions that the observer of the program looks at; none: nothing observes it.
func (r Settled) observed() []c.Proposition {
	if len(r.propositions) == 0 && (r.Formula != nil || r.Lowering() == property.NoStarvation) {
		// Something has to observe the program, so that its steps are told apart.
		return []c.Proposition{{Text: "0", Bit: 63}}
	}
	return r.propositions
}

// Temporal is what is asked about a program; nil: nothing of that kind.
func (r Settled) Temporal(prog *cfa.Program) *engine.Temporal {
	fair := property.Fairness(r.Fairness)
	switch {
	case prog.Observer == nil:
		return nil
	case r.Formula == nil:
		return &engine.Temporal{Fairness: cmp.Or(fair, property.Weak)}
	}
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
	return &engine.Temporal{Formula: r.Formula, Fairness: cmp.Or(fair, property.Unfair)}
}
