package sat

import "slices"

// Dense mode, as CaDiCaL calls it: for subsumption and elimination the watches
// give way to full occurrence lists of the irredundant clauses, the binary ones
// among them, which then live in the arena like the others. Learnt clauses wait
// aside. The third word of a clause holds its signature: a set of 32 bits, one
// set for each variable by hash (Eén and Biere, SAT 2005).

const flagQueued = flagLocked // dense mode: waits in dense.queue

// dense is the state of one round of simplification in dense mode.
type dense struct {
	s          *Solver
	occ        [][]cref // by literal: clauses, dropped ones among them
	n          []int32  // by literal: number of clauses
	queue      []cref   // clauses that may subsume others
	bins       []cref   // binary clauses
	head       int      // next unit to propagate
	start      int      // number of units at the beginning
	steps      int64    // effort so far, roughly cache lines touched
	limit      int64
	buf        []Lit
	schedule   scoreHeap // candidates of elimination
	scheduling bool
	gate       []cref
	resolvents []Lit
	removed    bool // a variable was eliminated
}

// addLearntBinary adds a binary clause that may be dropped again.
func (s *Solver) addLearntBinary(a, b Lit) {
	s.learntBins = append(s.learntBins, uint64(min(a, b))<<32|uint64(max(a, b)))
	s.addBinary(a, b)
}

// enterDense builds the occurrence lists. The solver is at level 0 and
// simplified.
func (s *Solver) enterDense(limit int64) *dense {
	for _, l := range s.trail {
		s.vars[l>>1].reason = noReason
	}
	s.freeTemps()
	d := &dense{s: s, occ: make([][]cref, len(s.vals)), n: make([]int32, len(s.vals)), limit: limit}
	d.start = len(s.trail)
	d.head = d.start
	d.takeBinaries()
	total := 0
	for _, list := range [][]cref{s.irredundant, d.bins} {
		for _, c := range list {
			if !s.garbage(c) {
				for _, l := range s.lits(c) {
					d.n[l]++
					total++
				}
			}
		}
	}
	backing := make([]cref, total)
	for p, n := range d.n {
		d.occ[p] = backing[:0:n]
		backing = backing[n:]
	}
	for _, list := range [][]cref{d.bins, s.irredundant} {
		for _, c := range list {
			if s.garbage(c) {
				continue
			}
			for _, l := range s.lits(c) {
				d.occ[l] = append(d.occ[l], c)
			}
			d.sign(c)
			if s.arena[c+1]&usedMask == 0 {
				d.enqueue(c)
			}
		}
	}
	d.steps += int64(total)
	return d
}

// takeBinaries moves the irredundant binary clauses into the arena, each
// once, and empties the watch lists. The learnt ones stay in s.learntBins.
func (d *dense) takeBinaries() {
	s := d.s
	learnt := map[uint64]int{}
	for _, k := range s.learntBins {
		learnt[k]++
	}
	s.learntBins = s.learntBins[:0]
	count := make([]int32, len(s.vals))
	for a := Lit(2); int(a) < len(s.occs); a++ {
		bins := s.occs[a^1].bins
		for _, b := range bins {
			if a < b {
				count[b]++
			}
		}
		for _, b := range bins {
			if a > b || count[b] == 0 {
				continue
			}
			n := int(count[b])
			count[b] = 0
			k := uint64(a)<<32 | uint64(b)
			if s.cfg.Proof != nil {
				for range n - 1 {
					s.cfg.Proof.Delete([]Lit{a, b})
				}
			}
			s.stats.Duplicates += int64(n - 1)
			if learnt[k] >= n {
				s.learntBins = append(s.learntBins, k)
			} else {
				d.bins = append(d.bins, s.alloc([]Lit{a, b}, 0, 0))
			}
		}
	}
	for p := range s.occs {
		s.occs[p].bins = s.occs[p].bins[:0]
		s.occs[p].longs = s.occs[p].longs[:0]
	}
	s.bins = 0
}

// sign computes the signature of c.
func (d *dense) sign(c cref) {
	sig := Lit(0)
	for _, l := range d.s.lits(c) {
		sig |= 1 << (uint32(l>>1) * 0x9e3779b1 >> 27)
	}
	d.s.arena[c+2] = sig
}

func (d *dense) enqueue(c cref) {
	if d.s.arena[c+1]&flagQueued == 0 {
		d.s.arena[c+1] |= flagQueued
		d.queue = append(d.queue, c)
	}
}

// add makes a derived clause, which the proof knows, part of the formula.
func (d *dense) add(lits []Lit) {
	s := d.s
	if len(lits) == 1 {
		d.unit(lits[0])
		return
	}
	c := s.alloc(lits, 0, 0)
	if len(lits) == 2 {
		d.bins = append(d.bins, c)
	} else {
		s.irredundant = append(s.irredundant, c)
	}
	for _, l := range lits {
		d.occ[l] = append(d.occ[l], c)
		d.n[l]++
		d.touch(l.Var())
	}
	d.sign(c)
	d.enqueue(c)
}

// unit assigns a derived literal, which the proof knows.
func (d *dense) unit(l Lit) {
	s := d.s
	switch s.vals[l] {
	case Undef:
		s.assign(l, noReason)
	case False:
		s.broken = true
		s.derived(nil)
	}
}

// drop deletes c.
func (d *dense) drop(c cref) {
	d.forget(c)
	d.s.drop(c)
}

// forget takes c out of the counts.
func (d *dense) forget(c cref) {
	for _, l := range d.s.lits(c) {
		d.n[l]--
		d.touch(l.Var())
	}
}

// strengthen removes the literal l from c.
func (d *dense) strengthen(c cref, l Lit) {
	s := d.s
	lits := s.lits(c)
	d.buf = append(d.buf[:0], lits...)
	i := slices.Index(lits, l)
	copy(lits[i:], lits[i+1:])
	lits = lits[:len(lits)-1]
	s.derived(lits)
	if s.cfg.Proof != nil {
		s.cfg.Proof.Delete(d.buf)
	}
	d.n[l]--
	d.touch(l.Var())
	list := d.occ[l]
	if i := slices.Index(list, c); i >= 0 {
		d.occ[l] = slices.Delete(list, i, i+1)
		d.steps += int64(len(list) >> 4)
	}
	s.wasted++
	s.arena[c] = Lit(len(lits))
	if len(lits) == 1 {
		d.n[lits[0]]--
		s.arena[c+1] |= flagGarbage
		s.wasted += headerWords + 1
		d.unit(lits[0])
		return
	}
	if len(lits) == 2 {
		d.bins = append(d.bins, c) // it is in s.irredundant too, see leave
	}
	d.sign(c)
	for _, l := range lits {
		d.touch(l.Var())
	}
	s.arena[c+1] &^= flagVivified
	d.enqueue(c)
}

// propagate removes the clauses that units make true, and the literals that
// they make false. It returns false if the clauses are unsatisfiable.
func (d *dense) propagate() bool {
	s := d.s
	for ; d.head < len(s.trail) && !s.broken; d.head++ {
		p := s.trail[d.head]
		for _, c := range d.occ[p] {
			if !s.garbage(c) {
				d.drop(c)
			}
		}
		d.occ[p] = nil
		shorter := d.occ[p^1]
		d.occ[p^1] = nil
		for _, c := range shorter {
			d.steps++
			if !s.garbage(c) && !s.broken {
				d.strengthen(c, p^1)
			}
		}
	}
	return !s.broken
}

// leave goes back to watches. It returns false if the clauses turn out to be
// unsatisfiable.
func (d *dense) leave() bool {
	s := d.s
	for _, c := range d.bins {
		if s.garbage(c) {
			continue
		}
		lits := s.lits(c)
		s.addBinary(lits[0], lits[1])
		s.arena[c+1] |= flagGarbage
		s.wasted += headerWords + 2
	}
	bins := s.learntBins
	s.learntBins = s.learntBins[:0]
	for _, k := range bins {
		s.rewatch(noClause, []Lit{Lit(k >> 32), Lit(k & (1<<32 - 1))}, d.start)
	}
	for _, c := range s.irredundant {
		if !s.garbage(c) {
			s.arena[c+1] &^= flagQueued
			s.arena[c+2] = 2
			s.watch(c, s.lits(c)[0], s.lits(c)[1])
		}
	}
	for _, c := range s.learnts {
		if !s.garbage(c) {
			s.rewatch(c, s.lits(c), d.start)
		}
	}
	d.occ, d.n, d.bins, d.queue = nil, nil, nil, nil // room for the collection
	s.qhead = min(s.qhead, d.start)
	s.collect()
	if d.removed {
		s.forgetEliminated()
	}
	return s.propagateRoot()
}

// rewatch gives a learnt clause its watches back, unless it holds an eliminated
// variable or is true. Units are propagated later from the given position.
func (s *Solver) rewatch(c cref, lits []Lit, start int) {
	n, gone := 0, false
	for i, l := range lits {
		if s.vals[l] == True || s.eliminated(l.Var()) {
			gone = true
			break
		}
		if s.vals[l] == Undef {
			lits[i], lits[n] = lits[n], l
			n++
		}
	}
	if !gone && n < 2 {
		gone = true
		s.derived(lits[:n])
		if n == 0 {
			s.broken = true
		} else {
			s.assign(lits[0], noReason)
		}
	}
	switch {
	case gone && c != noClause:
		s.drop(c)
	case gone:
		if s.cfg.Proof != nil {
			s.cfg.Proof.Delete(lits)
		}
	case c != noClause:
		s.watch(c, lits[0], lits[1])
	default:
		s.addLearntBinary(lits[0], lits[1])
	}
}

// forgetEliminated takes the eliminated variables out of the decision orders.
func (s *Solver) forgetEliminated() {
	keep := s.heap.heap[:0]
	for _, v := range s.heap.heap {
		if s.eliminated(v) {
			s.heap.pos[v] = -1
			continue
		}
		keep = append(keep, v)
		s.heap.pos[v] = int32(len(keep) - 1)
	}
	s.heap.heap = keep
	for i := len(keep)/2 - 1; i >= 0; i-- {
		s.heap.down(i)
	}
}
