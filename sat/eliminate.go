package sat

import "whittle.dev/sat/internal/branch"

// Bounded variable elimination (Eén and Biere, "Effective preprocessing in SAT through variable and clause
// elimination", SAT 2005): the clauses of a variable are replaced by their resolvents on it if these are at
// most a few more. If some of the clauses define the variable (gate.go), only resolvents of one that defines
// with one that does not are needed.
//
// How many more is raised when all candidates were tried, as in CaDiCaL, but for variables with a definition
// alone: what these stand for is expanded. The others, such as the auxiliary variables of cardinality
// constraints, are what makes short proofs possible: without them pigeons become exponentially hard.
//
// Variables that the caller froze, that a theory observes, that are assumed and that were restored once
// stay. So do those that stand for a conjunction of what theories observe: to decide one of them decides
// much at once, and without them the search learns about each member by itself. (Of a chain of n diamonds
// over differences the proof has 2^n conflicts with the variables of the sides, and 50 times that without.)

const (
	eliminateOccs   = 100 // occurrences of a literal, at most
	eliminateSize   = 100 // literals of a clause, at most
	eliminateRounds = 5   // alternations with subsumption, at most
)

// growths are the bounds on additional clauses, one after the other.
var growths = [...]int{0, 1, 2, 4, 8, 16}

// eliminator eliminates variables.
type eliminator struct {
	d          *dense
	cond       *condenser
	gates      gateFinder
	schedule   branch.Heap // candidates, by the negated cost
	resolvents []Lit       // number of literals, literals, ...
}

// run eliminates variables and subsumes clauses in turn. It returns false if the clauses are unsatisfiable.
func (e *eliminator) run() bool {
	d := e.d
	s := d.core
	e.schedule.Reuse(&branch.Heap{})
	for range s.trail.vars[1:] {
		e.schedule.Reserve()
	}
	for len(e.cond.tried) < len(s.trail.vars) {
		e.cond.tried = append(e.cond.tried, 0)
	}
	for v := Var(1); int(v) < len(s.trail.vars); v++ {
		e.touch(v)
	}
	for range eliminateRounds {
		before := s.stats.Eliminated
		for !e.schedule.Empty() {
			if d.steps > d.limit {
				return true
			}
			v := Var(e.schedule.Pop())
			e.cond.tried[v] = e.triedKey(v)
			if !e.tryEliminate(v) {
				return false
			}
		}
		if !d.subsume() {
			return false
		}
		if s.stats.Eliminated == before || e.schedule.Empty() {
			break
		}
	}
	if e.schedule.Empty() {
		e.cond.growth = min(e.cond.growth+1, len(growths)-1)
	}
	return true
}

// triedKey identifies the state of v's clauses, roughly: in the same state it need not be tried again.
func (e *eliminator) triedKey(v Var) uint32 {
	d := e.d
	return uint32(d.n[v.Pos()])<<16 | uint32(d.n[v.Neg()])<<8 | uint32(e.cond.growth+1)
}

// touch schedules v, whose clauses changed, if it is a candidate.
func (e *eliminator) touch(v Var) {
	d := e.d
	pos, neg := d.n[v.Pos()], d.n[v.Neg()]
	if !e.schedule.Has(uint32(v)) &&
		(pos > eliminateOccs || neg > eliminateOccs || e.cond.tried[v] == e.triedKey(v) ||
			!d.ext.eliminable(v)) {
		return
	}
	e.schedule.Set(uint32(v), -float64(int64(pos)*int64(neg)+int64(pos+neg)))
}

// tryEliminate eliminates v if that pays. It returns false if the clauses are unsatisfiable.
func (e *eliminator) tryEliminate(v Var) bool {
	d := e.d
	s := d.core
	if s.trail.vals[v.Pos()] != Undef {
		return true
	}
	pos, ok1 := e.clausesOf(v.Pos())
	neg, ok2 := e.clausesOf(v.Neg())
	if !ok1 || !ok2 {
		return true
	}
	if e.conjoinsObserved(v, pos) || e.conjoinsObserved(v, neg) {
		return true
	}
	defines := e.gates.find(v, pos, neg)
	e.resolvents = e.resolvents[:0]
	bound := len(pos) + len(neg)
	if defines {
		bound += growths[e.cond.growth]
	}
	count := 0
	for _, c := range pos {
		inGate := defines && s.db.words[c+1]&flagGate != 0
		for _, l := range s.db.lits(c) {
			s.marks[l>>1] |= markPos << (l & 1)
		}
		for _, x := range neg {
			if defines && inGate == (s.db.words[x+1]&flagGate != 0) {
				continue
			}
			d.steps++
			ok, short := e.resolve(v, c, x)
			if !short {
				count = bound // too long
				ok = true
			}
			if ok {
				if count++; count > bound {
					break
				}
			}
		}
		for _, l := range s.db.lits(c) {
			s.marks[l>>1] &^= markPos | markNeg
		}
		if count > bound {
			break
		}
	}
	if defines {
		e.gates.unmark(pos, neg)
	}
	if count > bound {
		return true
	}
	e.replace(v, pos, neg)
	return d.propagate()
}

// conjoinsObserved reports that each of several clauses, all those of a literal of v, has literals of
// observed variables besides.
func (e *eliminator) conjoinsObserved(v Var, clauses []cref) bool {
	s := e.d.core
	if !s.theory.active() || len(clauses) < 2 {
		return false
	}
	for _, c := range clauses {
		for _, l := range s.db.lits(c) {
			if l.Var() != v && s.theory.observed[l.Var()] == 0 {
				return false
			}
		}
	}
	return true
}

// clausesOf cleans the list of a literal and returns it. ok is false if there
// are too many or too long clauses.
func (e *eliminator) clausesOf(l Lit) (clauses []cref, ok bool) {
	d := e.d
	s := d.core
	if d.n[l] > eliminateOccs {
		return nil, false
	}
	list := d.occ[l]
	d.steps += int64(len(list)>>4) + 1
	j := 0
	long := false
	for _, c := range list {
		if s.db.garbage(c) {
			continue
		}
		long = long || s.db.words[c] > eliminateSize
		list[j] = c
		j++
	}
	d.occ[l] = list[:j]
	return list[:j:j], !long
}

// resolve appends the resolvent of the marked clause c and x on v to d.resolvents, with its length first,
// unless it is a tautology. short is false if it is too long.
func (e *eliminator) resolve(v Var, c, x cref) (ok, short bool) {
	s := e.d.core
	start := len(e.resolvents)
	e.resolvents = append(e.resolvents, 0)
	for _, l := range s.db.lits(x) {
		if l>>1 == Lit(v) {
			continue
		}
		m := s.marks[l>>1]
		if m&(markNeg>>(l&1)) != 0 {
			e.resolvents = e.resolvents[:start]
			return false, true
		}
		if m == 0 {
			e.resolvents = append(e.resolvents, l)
		}
	}
	for _, l := range s.db.lits(c) {
		if l>>1 != Lit(v) {
			e.resolvents = append(e.resolvents, l)
		}
	}
	n := len(e.resolvents) - start - 1
	e.resolvents[start] = Lit(n)
	return true, n <= eliminateSize
}

// replace puts the resolvents in the place of the clauses of v.
func (e *eliminator) replace(v Var, pos, neg []cref) {
	d := e.d
	s := d.core
	s.stats.Eliminated++
	d.removed = true
	d.ext.open(v, len(s.trail.vars))
	s.order.takeOut(v)
	for i := 0; i < len(e.resolvents); {
		n := int(e.resolvents[i])
		s.db.proof.derived(e.resolvents[i+1 : i+1+n])
		i += 1 + n
	}
	for _, c := range pos {
		e.weaken(c, v.Pos())
	}
	for _, c := range neg {
		e.weaken(c, v.Neg())
	}
	d.occ[v.Pos()], d.occ[v.Neg()] = nil, nil
	for i := 0; i < len(e.resolvents); {
		n := int(e.resolvents[i])
		if n == 0 {
			s.broken = true
			return
		}
		d.add(e.resolvents[i+1 : i+1+n])
		i += 1 + n
	}
}

// weaken moves a clause to the stack of the extension.
func (e *eliminator) weaken(c cref, witness Lit) {
	d := e.d
	s := d.core
	lits := s.db.lits(c)
	d.ext.push(lits, witness)
	d.forget(c)
	s.db.words[c+1] |= flagGarbage
	s.db.wasted += headerWords + len(lits)
}
