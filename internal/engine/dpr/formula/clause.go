package formula

import (
	"slices"

	"whittle.dev/sat"
	"whittle.dev/term"
)

// Clause is a conjunct of the weakest precondition that no choice says: the value of an assignment that reads
// nothing, or the condition of a branch.
type Clause struct {
	Term term.Term
	// Condition: it holds of executions that make the choices that it depends on (Dependences), those of an
	// assignment of all.
	Condition bool
}

// Dependences are the choices under which the condition of a clause has the outcome that it had; false if it
// depends on inputs as well, so that it is a choice itself. What another side may have set (the symbols made
// here) makes no difference under these choices, since they decide the guard in front of it.
func (x *Execution) Dependences(c Clause) (lits []sat.Lit, ok bool) {
	if !c.Condition {
		return nil, true
	}
	st := x.cfg.Terms
	for _, s := range st.Symbols(c.Term) {
		if x.own[s] {
			continue
		}
		i := slices.IndexFunc(x.Choices, func(c Choice) bool { return c.Holds == s || st.Not(c.Holds) == s })
		if i < 0 {
			return nil, false
		}
		lits = append(lits, x.Choices[i].Lit)
	}
	return lits, true
}
