package sat

// Eliminated variables and how they come back. A variable that inprocessing takes out of the clauses leaves
// the clauses that held it on a stack. They serve twice. From a model of the clauses that are left the values
// of the eliminated variables follow, the last eliminated first: a clause of the stack that is false is made
// true by its first literal, the witness (Järvisalo, Heule and Biere, "Inprocessing rules", IJCAR 2012). And
// when a later clause, assumption or theory names an eliminated variable, its clauses go back into the
// formula, and with them the eliminated variables that they name (Fazekas, Biere and Scholl, "Incremental
// inprocessing in SAT solving", SAT 2019).
//
// All techniques here derive clauses that follow from the formula, so learnt
// clauses stay valid whatever is eliminated or restored. A proof keeps the
// clauses of the stack: they are not deleted, hence need not be added again.

// group is the part of the stack that belongs to one eliminated variable.
type group struct {
	v          Var // 0 when it was restored
	start, end int
}

// extension is what is known of eliminated variables.
type extension struct {
	core   *core
	stack  []Lit   // clauses: number of literals, then the literals, the witness first
	groups []group // in the order of elimination
	of     []int32 // by variable: number of its group, counted from 1, or 0
	count  int     // eliminated variables
	dead   int     // words of restored groups

	// kept tells, by variable, that it was restored: it will be named again,
	// so it is not eliminated a second time.
	kept []bool

	model []Tri // by variable: values of the eliminated variables
	solve int64 // the solve that the model belongs to
}

// restoredClause marks, among the clauses that wait to be added, one that comes from the stack.
const restoredClause Lit = 1 << 31

// eliminated reports that v is in no clause since inprocessing removed it.
func (x *extension) eliminated(v Var) bool {
	return x.count > 0 && int(v) < len(x.of) && x.of[v] != 0
}

// open begins the group of v, which is eliminated.
func (x *extension) open(v Var, vars int) {
	for len(x.of) < vars {
		x.of = append(x.of, 0)
	}
	n := len(x.stack)
	x.groups = append(x.groups, group{v, n, n})
	x.of[v] = int32(len(x.groups))
	x.count++
}

// push adds a clause to the group opened last. The witness is its literal of the group's variable.
func (x *extension) push(lits []Lit, witness Lit) {
	x.stack = append(x.stack, Lit(len(lits)), witness)
	for _, l := range lits {
		if l != witness {
			x.stack = append(x.stack, l)
		}
	}
	x.groups[len(x.groups)-1].end = len(x.stack)
}

// need restores the eliminated variables among literals that are to be used.
// The clauses wait until they are added by addPending or addRestored.
func (x *extension) need(lits []Lit) {
	if x.count == 0 {
		return
	}
	for _, l := range lits {
		if x.eliminated(l.Var()) {
			x.restore(l.Var())
		}
	}
}

// restore brings back v and the eliminated variables that its clauses name.
func (x *extension) restore(v Var) {
	s := x.core
	work := []Var{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if !x.eliminated(v) {
			continue
		}
		s.stats.Restored++
		g := &x.groups[x.of[v]-1]
		x.of[v] = 0
		x.count--
		for len(x.kept) < len(s.trail.vars) {
			x.kept = append(x.kept, false)
		}
		x.kept[v] = true
		s.order.putBack(v)
		for i := g.start; i < g.end; {
			n := int(x.stack[i])
			for _, l := range x.stack[i+1 : i+1+n] {
				if x.eliminated(l.Var()) {
					work = append(work, l.Var())
				}
			}
			s.pending = append(s.pending, x.stack[i]|restoredClause)
			s.pending = append(s.pending, x.stack[i+1:i+1+n]...)
			i += 1 + n
		}
		x.dead += g.end - g.start
		g.v = 0
	}
	if x.dead > int(s.cfg.scale(1024)) && x.dead > len(x.stack)/2 {
		x.compact()
	}
}

// compact drops restored groups.
func (x *extension) compact() {
	n, groups := 0, x.groups[:0]
	for _, g := range x.groups {
		if g.v == 0 {
			continue
		}
		size := copy(x.stack[n:], x.stack[g.start:g.end])
		groups = append(groups, group{g.v, n, n + size})
		x.of[g.v] = int32(len(groups))
		n += size
	}
	x.stack, x.groups, x.dead = x.stack[:n], groups, 0
}

// extended is the value of an eliminated variable's literal in the model.
func (x *extension) extended(l Lit) Tri {
	s := x.core
	if x.solve != s.stats.Solves {
		x.solve = s.stats.Solves
		x.extend()
	}
	val := x.model[l>>1]
	if l.Negated() {
		return -val
	}
	return val
}

// extend computes the values of all eliminated variables.
func (x *extension) extend() {
	s := x.core
	for len(x.model) < len(s.trail.vars) {
		x.model = append(x.model, Undef)
	}
	for i := len(x.groups) - 1; i >= 0; i-- {
		g := x.groups[i]
		if g.v == 0 {
			continue
		}
		x.model[g.v] = s.order.phases.saved[g.v]
		for j := g.start; j < g.end; {
			n := int(x.stack[j])
			lits := x.stack[j+1 : j+1+n]
			if !x.modelHas(lits) {
				x.model[g.v] = True
				if lits[0].Negated() {
					x.model[g.v] = False
				}
			}
			j += 1 + n
		}
	}
}

// modelHas reports that the model makes one of the literals true.
func (x *extension) modelHas(lits []Lit) bool {
	for _, l := range lits {
		val := x.core.trail.vals[l]
		if val == Undef && x.eliminated(l.Var()) {
			val = x.model[l>>1]
			if l.Negated() {
				val = -val
			}
		}
		if val == True {
			return true
		}
	}
	return false
}

// eliminable reports that v may be eliminated.
func (x *extension) eliminable(v Var) bool {
	s := x.core
	return s.trail.vals[v.Pos()] == Undef && s.frozen[v] == 0 && !x.eliminated(v) &&
		(int(v) >= len(x.kept) || !x.kept[v]) &&
		(s.theory.observed == nil || s.theory.observed[v] == 0)
}
