package sat

// Equivalent literals: the literals of a strongly connected component of the binary implication graph are
// equal in all models (Aspvall, Plass and Tarjan, 1979; Brafman, "A simplifier for propositional formulas
// with many binary clauses", 2004). One of them, the representative, takes the place of the others, which are
// eliminated: the extension stack holds the two clauses that say so. A component with a literal and its
// complement refutes the formula.

// equivalence maps each literal to its representative.
type equivalence struct {
	repr  []Lit    // by literal; 0 or itself if it stays
	links [][2]Lit // equivalences that stay, between variables that may not go
	found int      // variables to replace
}

// tarjan is the state of the search for components, "Depth-first search and
// linear graph algorithms", 1972, without recursion.
type tarjan struct {
	core  *core
	ext   *extension
	index []uint32 // by literal: order of discovery, 0 if not met, done if closed
	low   []uint32
	stack []Lit // literals of open components
	calls []frame
	time  uint32
	eq    equivalence
}

type frame struct {
	l    Lit
	next int // position in its list of implications
}

const closed = 1<<32 - 1

// equivalents finds the components. It sets broken if there is a literal that
// is equivalent to its complement.
func equivalents(s *core, ext *extension) *equivalence {
	t := &tarjan{core: s, ext: ext, index: make([]uint32, len(s.trail.vals)),
		low: make([]uint32, len(s.trail.vals))}
	t.eq.repr = make([]Lit, len(s.trail.vals))
	for l := Lit(2); int(l) < len(s.trail.vals) && !s.broken; l++ {
		if t.index[l] == 0 && len(s.db.occs[l].bins) > 0 && s.trail.vals[l] == Undef {
			t.visit(l)
		}
	}
	return &t.eq
}

// visit explores what root implies.
func (t *tarjan) visit(root Lit) {
	s := t.core
	t.enter(root)
	for len(t.calls) > 0 {
		f := &t.calls[len(t.calls)-1]
		l := f.l
		if bins := s.db.occs[l].bins; f.next < len(bins) {
			q := bins[f.next]
			f.next++
			if t.index[q] == 0 {
				if s.trail.vals[q] == Undef {
					t.enter(q)
				}
			} else if t.index[q] != closed {
				t.low[l] = min(t.low[l], t.index[q])
			}
			continue
		}
		t.calls = t.calls[:len(t.calls)-1]
		if t.low[l] == t.index[l] {
			t.close(l)
		}
		if len(t.calls) > 0 {
			up := t.calls[len(t.calls)-1].l
			t.low[up] = min(t.low[up], t.low[l])
		}
	}
}

func (t *tarjan) enter(l Lit) {
	t.time++
	t.index[l], t.low[l] = t.time, t.time
	t.stack = append(t.stack, l)
	t.calls = append(t.calls, frame{l, 0})
}

// close takes the component of l from the stack and chooses its
// representative: a variable that must stay if there is one, then the oldest.
func (t *tarjan) close(l Lit) {
	s := t.core
	n := len(t.stack) - 1
	for t.stack[n] != l {
		n--
	}
	comp := t.stack[n:]
	t.stack = t.stack[:n]
	r := Lit(0)
	for _, x := range comp {
		t.index[x] = closed
		if r == 0 || t.older(x, r) {
			r = x
		}
	}
	if len(comp) == 1 {
		return
	}
	if contains(comp, r^1) {
		s.broken = true
		s.db.proof.derived([]Lit{r})
		s.db.proof.derived(nil)
		return
	}
	stay := 0
	for _, x := range comp {
		t.eq.repr[x] = x
		if t.ext.eliminable(x.Var()) && x != r {
			t.eq.repr[x] = r
		} else {
			stay++
		}
	}
	if stay == len(comp) || r.Negated() {
		return // the same is met with the complements
	}
	t.eq.found += len(comp) - stay
	for _, x := range comp {
		if x != r && t.eq.repr[x] == x {
			t.eq.links = append(t.eq.links, [2]Lit{x, r})
		}
	}
}

// older prefers variables that must stay, then those created first.
func (t *tarjan) older(a, b Lit) bool {
	if x, y := t.ext.eliminable(a.Var()), t.ext.eliminable(b.Var()); x != y {
		return y
	}
	return a < b
}

// substitution puts representatives in the place of literals.
type substitution struct {
	d  *dense
	eq *equivalence
}

// run replaces literals by their representatives in all clauses. It
// returns false if the clauses are unsatisfiable.
func (u *substitution) run() bool {
	d := u.d
	s := d.core
	d.removed = true
	for v := Var(1); int(v) < len(s.trail.vars); v++ {
		if r := u.eq.repr[v.Pos()]; r != 0 && r != v.Pos() {
			u.equate(v, r)
		}
	}
	for _, l := range u.eq.links {
		for _, c := range [2][]Lit{{l[0], l[1] ^ 1}, {l[0] ^ 1, l[1]}} {
			s.db.proof.derived(c)
			d.add(c)
		}
	}
	for _, list := range [2][]cref{d.bins, s.db.irredundant} {
		for _, c := range list {
			if s.db.garbage(c) || !u.eq.changes(s.db.lits(c)) {
				continue
			}
			lits, taut := u.rename(s.db.lits(c))
			if !taut {
				s.db.proof.derived(lits)
			}
			d.drop(c)
			if !taut {
				d.add(lits)
			}
		}
	}
	u.learntClauses()
	return d.propagate()
}

// equate eliminates v, which equals r.
func (u *substitution) equate(v Var, r Lit) {
	d := u.d
	s := d.core
	s.stats.Substituted++
	d.ext.open(v, len(s.trail.vars))
	s.order.takeOut(v)
	for _, c := range [2][]Lit{{v.Pos(), r ^ 1}, {v.Neg(), r}} {
		s.db.proof.derived(c)
		d.ext.push(c, c[0])
	}
}

func (eq *equivalence) changes(lits []Lit) bool {
	for _, l := range lits {
		if r := eq.repr[l]; r != 0 && r != l {
			return true
		}
	}
	return false
}

// rename is the clause with representatives, in d.buf.
func (u *substitution) rename(lits []Lit) (renamed []Lit, taut bool) {
	d := u.d
	s := d.core
	renamed = d.buf[:0]
	for _, l := range lits {
		if r := u.eq.repr[l]; r != 0 {
			l = r
		}
		m := s.marks[l>>1]
		if m&(markNeg>>(l&1)) != 0 {
			taut = true
			break
		}
		if m == 0 {
			s.marks[l>>1] = markPos << (l & 1)
			renamed = append(renamed, l)
		}
	}
	for _, l := range renamed {
		s.marks[l>>1] = 0
	}
	d.buf = renamed
	return renamed, taut
}

// learntClauses is run for the learnt clauses. Those that are long change in place.
func (u *substitution) learntClauses() {
	s := u.d.core
	bins := s.db.learntBins
	s.db.learntBins = nil
	for _, k := range bins {
		old := []Lit{Lit(k >> 32), Lit(k & (1<<32 - 1))}
		if !u.eq.changes(old) {
			s.db.learntBins = append(s.db.learntBins, k)
			continue
		}
		lits, taut := u.rename(old)
		u.learn(lits, taut)
		s.db.proof.delete(old)
	}
	for _, c := range s.db.learnts {
		if s.db.garbage(c) || !u.eq.changes(s.db.lits(c)) {
			continue
		}
		lits, taut := u.rename(s.db.lits(c))
		u.learn(lits, taut)
		if taut || len(lits) < 3 {
			s.db.drop(c)
			continue
		}
		s.db.proof.delete(s.db.lits(c))
		s.db.wasted += int(s.db.words[c]) - len(lits)
		copy(s.db.lits(c), lits)
		s.db.words[c] = Lit(len(lits))
		s.db.words[c+2] = 2
		s.db.setGlue(c, min(s.db.glue(c), len(lits)-1))
	}
}

// learn tells the proof of a renamed learnt clause, and keeps it if it is short.
func (u *substitution) learn(lits []Lit, taut bool) {
	d := u.d
	s := d.core
	if taut {
		return
	}
	s.db.proof.derived(lits)
	switch len(lits) {
	case 1:
		d.unit(lits[0])
	case 2:
		s.db.learntBins = append(s.db.learntBins,
			uint64(min(lits[0], lits[1]))<<32|uint64(max(lits[0], lits[1])))
	}
}
