package sat

// Gates (Eén and Biere, SAT 2005): clauses that define a variable as a function
// of others. Resolvents among the defining clauses are tautologies, those among
// the others follow from the rest.

const flagGate = flagVivified << 0 // placeholder

func (d *dense) findGate(v Var, pos, neg []cref) bool { return false }

func (d *dense) unmarkGate(pos, neg []cref) {}
