package sat

// Bounded variable elimination (Eén and Biere, "Effective preprocessing in SAT
// through variable and clause elimination", SAT 2005): the clauses of a
// variable are replaced by their resolvents on it if these are at most a few
// more. If some of the clauses define the variable (gate.go), only resolvents of
// one that defines with one that does not are needed.
//
// How many more is raised when all candidates were tried, as in CaDiCaL, but
// for variables with a definition alone: what these stand for is expanded. The
// others, such as the auxiliary variables of cardinality constraints, are what
// makes short proofs possible: without them pigeons become exponentially hard.
//
// Variables that the caller froze, that a theory observes, that are assumed and
// that were restored once stay.

const (
	eliminateOccs   = 100 // occurrences of a literal, at most
	eliminateSize   = 100 // literals of a clause, at most
	eliminateRounds = 5   // alternations with subsumption, at most
)

// growths are the bounds on additional clauses, one after the other.
var growths = [...]int{0, 1, 2, 4, 8, 16}

// eliminate eliminates variables and subsumes clauses in turn. It returns false
// if the clauses are unsatisfiable.
func (d *dense) eliminate() bool {
	s := d.s
	d.schedule.init()
	for range s.vars[1:] {
		d.schedule.pos = append(d.schedule.pos, -1)
		d.schedule.score = append(d.schedule.score, 0)
	}
	for len(s.elimTried) < len(s.vars) {
		s.elimTried = append(s.elimTried, 0)
	}
	d.scheduling = true
	for v := Var(1); int(v) < len(s.vars); v++ {
		d.touch(v)
	}
	for range eliminateRounds {
		before := s.stats.Eliminated
		for len(d.schedule.heap) > 0 {
			if d.steps > d.limit {
				return true
			}
			v := d.schedule.pop()
			s.elimTried[v] = d.triedKey(v)
			if !d.tryEliminate(v) {
				return false
			}
		}
		if !d.subsume() {
			return false
		}
		if s.stats.Eliminated == before || len(d.schedule.heap) == 0 {
			break
		}
	}
	if len(d.schedule.heap) == 0 {
		s.limits.growth = min(s.limits.growth+1, len(growths)-1)
	}
	return true
}

// triedKey identifies the state of v's clauses, roughly: in the same state it
// need not be tried again.
func (d *dense) triedKey(v Var) uint32 {
	return uint32(d.n[v.Pos()])<<16 | uint32(d.n[v.Neg()])<<8 | uint32(d.s.limits.growth+1)
}

// touch schedules v, whose clauses changed, if it is a candidate.
func (d *dense) touch(v Var) {
	if !d.scheduling {
		return
	}
	s := d.s
	pos, neg := d.n[v.Pos()], d.n[v.Neg()]
	h := &d.schedule
	in := h.pos[v] >= 0
	if !in {
		if pos > eliminateOccs || neg > eliminateOccs || s.elimTried[v] == d.triedKey(v) || !s.eliminable(v) {
			return
		}
	}
	h.score[v] = -float64(int64(pos)*int64(neg) + int64(pos+neg))
	if in {
		h.up(int(h.pos[v]))
		h.down(int(h.pos[v]))
	} else {
		h.put(v)
	}
}

// eliminable reports that v may be eliminated.
func (s *Solver) eliminable(v Var) bool {
	return s.vals[v.Pos()] == Undef && s.frozen[v] == 0 && !s.eliminated(v) &&
		(int(v) >= len(s.ext.kept) || !s.ext.kept[v]) &&
		(s.theory.observed == nil || s.theory.observed[v] == 0)
}

// tryEliminate eliminates v if that pays. It returns false if the clauses are
// unsatisfiable.
func (d *dense) tryEliminate(v Var) bool {
	s := d.s
	if s.vals[v.Pos()] != Undef {
		return true
	}
	pos, ok1 := d.clausesOf(v.Pos())
	neg, ok2 := d.clausesOf(v.Neg())
	if !ok1 || !ok2 {
		return true
	}
	defines := d.findGate(v, pos, neg)
	d.resolvents = d.resolvents[:0]
	bound := len(pos) + len(neg)
	if defines {
		bound += growths[s.limits.growth]
	}
	count := 0
	for _, c := range pos {
		inGate := defines && s.arena[c+1]&flagGate != 0
		for _, l := range s.lits(c) {
			s.marks[l>>1] |= markPos << (l & 1)
		}
		for _, x := range neg {
			if defines && inGate == (s.arena[x+1]&flagGate != 0) {
				continue
			}
			d.steps++
			ok, short := d.resolve(v, c, x)
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
		for _, l := range s.lits(c) {
			s.marks[l>>1] &^= markPos | markNeg
		}
		if count > bound {
			break
		}
	}
	if defines {
		d.unmarkGate(pos, neg)
	}
	if count > bound {
		return true
	}
	d.replace(v, pos, neg)
	return d.propagate()
}

// clausesOf cleans the list of a literal and returns it. ok is false if there
// are too many or too long clauses.
func (d *dense) clausesOf(l Lit) (clauses []cref, ok bool) {
	s := d.s
	if d.n[l] > eliminateOccs {
		return nil, false
	}
	list := d.occ[l]
	d.steps += int64(len(list)>>4) + 1
	j := 0
	long := false
	for _, c := range list {
		if s.garbage(c) {
			continue
		}
		long = long || s.arena[c] > eliminateSize
		list[j] = c
		j++
	}
	d.occ[l] = list[:j]
	return list[:j:j], !long
}

// resolve appends the resolvent of the marked clause c and x on v to
// d.resolvents, with its length first, unless it is a tautology. short is
// false if it is too long.
func (d *dense) resolve(v Var, c, x cref) (ok, short bool) {
	s := d.s
	start := len(d.resolvents)
	d.resolvents = append(d.resolvents, 0)
	for _, l := range s.lits(x) {
		if l>>1 == Lit(v) {
			continue
		}
		m := s.marks[l>>1]
		if m&(markNeg>>(l&1)) != 0 {
			d.resolvents = d.resolvents[:start]
			return false, true
		}
		if m == 0 {
			d.resolvents = append(d.resolvents, l)
		}
	}
	for _, l := range s.lits(c) {
		if l>>1 != Lit(v) {
			d.resolvents = append(d.resolvents, l)
		}
	}
	n := len(d.resolvents) - start - 1
	d.resolvents[start] = Lit(n)
	return true, n <= eliminateSize
}

// replace puts the resolvents in the place of the clauses of v.
func (d *dense) replace(v Var, pos, neg []cref) {
	s := d.s
	s.stats.Eliminated++
	d.removed = true
	s.ext.open(v, len(s.vars))
	s.queue.remove(v)
	for i := 0; i < len(d.resolvents); {
		n := int(d.resolvents[i])
		s.derived(d.resolvents[i+1 : i+1+n])
		i += 1 + n
	}
	for _, c := range pos {
		d.weaken(c, v.Pos())
	}
	for _, c := range neg {
		d.weaken(c, v.Neg())
	}
	d.occ[v.Pos()], d.occ[v.Neg()] = nil, nil
	for i := 0; i < len(d.resolvents); {
		n := int(d.resolvents[i])
		if n == 0 {
			s.broken = true
			return
		}
		d.add(d.resolvents[i+1 : i+1+n])
		i += 1 + n
	}
}

// weaken moves a clause to the stack of the extension.
func (d *dense) weaken(c cref, witness Lit) {
	s := d.s
	lits := s.lits(c)
	s.ext.push(lits, witness)
	d.forget(c)
	s.arena[c+1] |= flagGarbage
	s.wasted += headerWords + len(lits)
}
