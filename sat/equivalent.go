package sat

// Equivalent literals: the literals of a strongly connected component of the
// binary implication graph are equal in all models (Aspvall, Plass and Tarjan,
// 1979; Brafman, "A simplifier for propositional formulas with many binary
// clauses", 2004). One of them, the representative, takes the place of the
// others, which are eliminated: the extension stack holds the two clauses that
// say so. A component with a literal and its complement refutes the formula.

// equivalence maps each literal to its representative.
type equivalence struct {
	repr  []Lit    // by literal; 0 or itself if it stays
	links [][2]Lit // equivalences that stay, between variables that may not go
	found int      // variables to replace
}

// tarjan is the state of the search for components, "Depth-first search and
// linear graph algorithms", 1972, without recursion.
type tarjan struct {
	s     *Solver
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

// equivalents finds the components. It sets s.broken if there is a literal that
// is equivalent to its complement.
func (s *Solver) equivalents() *equivalence {
	t := &tarjan{s: s, index: make([]uint32, len(s.vals)), low: make([]uint32, len(s.vals))}
	t.eq.repr = make([]Lit, len(s.vals))
	for l := Lit(2); int(l) < len(s.vals) && !s.broken; l++ {
		if t.index[l] == 0 && len(s.occs[l].bins) > 0 && s.vals[l] == Undef {
			t.visit(l)
		}
	}
	return &t.eq
}

// visit explores what root implies.
func (t *tarjan) visit(root Lit) {
	t.enter(root)
	for len(t.calls) > 0 {
		f := &t.calls[len(t.calls)-1]
		l := f.l
		if bins := t.s.occs[l].bins; f.next < len(bins) {
			q := bins[f.next]
			f.next++
			if t.index[q] == 0 {
				if t.s.vals[q] == Undef {
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
	s := t.s
	n := len(t.stack) - 1
	for t.stack[n] != l {
		n--
	}
	comp := t.stack[n:]
	t.stack = t.stack[:n]
	r := Lit(0)
	for _, x := range comp {
		t.index[x] = closed
		if r == 0 || s.older(x, r) {
			r = x
		}
	}
	if len(comp) == 1 {
		return
	}
	if contains(comp, r^1) {
		s.broken = true
		s.derived([]Lit{r})
		s.derived(nil)
		return
	}
	stay := 0
	for _, x := range comp {
		t.eq.repr[x] = x
		if s.eliminable(x.Var()) && x != r {
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
func (s *Solver) older(a, b Lit) bool {
	if x, y := s.eliminable(a.Var()), s.eliminable(b.Var()); x != y {
		return y
	}
	return a < b
}

// substitute replaces literals by their representatives in all clauses. It
// returns false if the clauses are unsatisfiable.
func (d *dense) substitute(eq *equivalence) bool {
	s := d.s
	if eq.found == 0 {
		return true
	}
	d.removed = true
	for v := Var(1); int(v) < len(s.vars); v++ {
		if r := eq.repr[v.Pos()]; r != 0 && r != v.Pos() {
			d.equate(v, r)
		}
	}
	for _, l := range eq.links {
		for _, c := range [2][]Lit{{l[0], l[1] ^ 1}, {l[0] ^ 1, l[1]}} {
			s.derived(c)
			d.add(c)
		}
	}
	for _, list := range [2][]cref{d.bins, s.irredundant} {
		for _, c := range list {
			if s.garbage(c) || !eq.changes(s.lits(c)) {
				continue
			}
			lits, taut := d.rename(s.lits(c), eq)
			if !taut {
				s.derived(lits)
			}
			d.drop(c)
			if !taut {
				d.add(lits)
			}
		}
	}
	d.substituteLearnt(eq)
	return d.propagate()
}

// equate eliminates v, which equals r.
func (d *dense) equate(v Var, r Lit) {
	s := d.s
	s.stats.Substituted++
	s.ext.open(v, len(s.vars))
	s.queue.remove(v)
	for _, c := range [2][]Lit{{v.Pos(), r ^ 1}, {v.Neg(), r}} {
		s.derived(c)
		s.ext.push(c, c[0])
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
func (d *dense) rename(lits []Lit, eq *equivalence) (renamed []Lit, taut bool) {
	s := d.s
	renamed = d.buf[:0]
	for _, l := range lits {
		if r := eq.repr[l]; r != 0 {
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

// substituteLearnt is substitute for the learnt clauses. Those that are long
// change in place.
func (d *dense) substituteLearnt(eq *equivalence) {
	s := d.s
	bins := s.learntBins
	s.learntBins = nil
	for _, k := range bins {
		old := []Lit{Lit(k >> 32), Lit(k & (1<<32 - 1))}
		if !eq.changes(old) {
			s.learntBins = append(s.learntBins, k)
			continue
		}
		lits, taut := d.rename(old, eq)
		d.learn(lits, taut)
		if s.cfg.Proof != nil {
			s.cfg.Proof.Delete(old)
		}
	}
	for _, c := range s.learnts {
		if s.garbage(c) || !eq.changes(s.lits(c)) {
			continue
		}
		lits, taut := d.rename(s.lits(c), eq)
		d.learn(lits, taut)
		if taut || len(lits) < 3 {
			s.drop(c)
			continue
		}
		if s.cfg.Proof != nil {
			s.cfg.Proof.Delete(s.lits(c))
		}
		s.wasted += int(s.arena[c]) - len(lits)
		copy(s.lits(c), lits)
		s.arena[c] = Lit(len(lits))
		s.arena[c+2] = 2
		s.setGlue(c, min(s.glue(c), len(lits)-1))
	}
}

// learn tells the proof of a renamed learnt clause, and keeps it if it is
// short.
func (d *dense) learn(lits []Lit, taut bool) {
	s := d.s
	if taut {
		return
	}
	s.derived(lits)
	switch len(lits) {
	case 1:
		d.unit(lits[0])
	case 2:
		s.learntBins = append(s.learntBins, uint64(min(lits[0], lits[1]))<<32|uint64(max(lits[0], lits[1])))
	}
}
