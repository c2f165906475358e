package sat

import "slices"

// Dense mode, as CaDiCaL calls it: for subsumption and elimination the watches give way to full occurrence
// lists of the irredundant clauses, the binary ones among them, which then live in the arena like the others.
// Learnt clauses wait aside. The third word of a clause holds its signature: a set of 32 bits, one set for
// each variable by hash (Eén and Biere, SAT 2005).

const flagQueued = flagLocked // dense mode: waits in dense.queue

// dense is the formula in dense mode.
type dense struct {
	core    *core
	ext     *extension
	occ     [][]cref // by literal: clauses, dropped ones among them
	n       []int32  // by literal: number of clauses
	queue   []cref   // clauses that may subsume others
	bins    []cref   // binary clauses
	head    int      // next unit to propagate
	start   int      // number of units at the beginning
	steps   int64    // effort so far, roughly cache lines touched
	limit   int64
	buf     []Lit
	removed bool      // a variable was eliminated
	touched func(Var) // if not nil, is told of each variable whose clauses change
}

// enterDense builds the occurrence lists. The solver is at level 0 and simplified.
func enterDense(s *core, ext *extension, limit int64) *dense {
	for _, l := range s.trail.lits {
		s.trail.vars[l>>1].reason = noReason
	}
	s.freeTemps()
	d := &dense{core: s, ext: ext, occ: make([][]cref, len(s.trail.vals)),
		n: make([]int32, len(s.trail.vals)), limit: limit}
	d.start = len(s.trail.lits)
	d.head = d.start
	d.takeBinaries()
	total := 0
	for _, list := range [][]cref{s.db.irredundant, d.bins} {
		for _, c := range list {
			if !s.db.garbage(c) {
				for _, l := range s.db.lits(c) {
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
	for _, list := range [][]cref{d.bins, s.db.irredundant} {
		for _, c := range list {
			if s.db.garbage(c) {
				continue
			}
			for _, l := range s.db.lits(c) {
				d.occ[l] = append(d.occ[l], c)
			}
			d.sign(c)
			if s.db.words[c+1]&usedMask == 0 {
				d.enqueue(c)
			}
		}
	}
	d.steps += int64(total)
	return d
}

// takeBinaries moves the irredundant binary clauses into the arena, each
// once, and empties the watch lists. The learnt ones stay in learntBins.
func (d *dense) takeBinaries() {
	s := d.core
	learnt := map[uint64]int{}
	for _, k := range s.db.learntBins {
		learnt[k]++
	}
	s.db.learntBins = s.db.learntBins[:0]
	count := make([]int32, len(s.trail.vals))
	for a := Lit(2); int(a) < len(s.db.occs); a++ {
		bins := s.db.occs[a^1].bins
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
			if s.db.proof.on() {
				for range n - 1 {
					s.db.proof.delete([]Lit{a, b})
				}
			}
			s.stats.Duplicates += int64(n - 1)
			if learnt[k] >= n {
				s.db.learntBins = append(s.db.learntBins, k)
			} else {
				d.bins = append(d.bins, s.db.alloc([]Lit{a, b}, 0, 0))
			}
		}
	}
	for p := range s.db.occs {
		s.db.occs[p].bins = s.db.occs[p].bins[:0]
		s.db.occs[p].longs = s.db.occs[p].longs[:0]
	}
	s.db.bins = 0
}

// sign computes the signature of c.
func (d *dense) sign(c cref) {
	s := d.core
	sig := Lit(0)
	for _, l := range s.db.lits(c) {
		sig |= 1 << (uint32(l>>1) * 0x9e3779b1 >> 27)
	}
	s.db.words[c+2] = sig
}

func (d *dense) enqueue(c cref) {
	s := d.core
	if s.db.words[c+1]&flagQueued == 0 {
		s.db.words[c+1] |= flagQueued
		d.queue = append(d.queue, c)
	}
}

// add makes a derived clause, which the proof knows, part of the formula.
func (d *dense) add(lits []Lit) {
	s := d.core
	if len(lits) == 1 {
		d.unit(lits[0])
		return
	}
	c := s.db.alloc(lits, 0, 0)
	if len(lits) == 2 {
		d.bins = append(d.bins, c)
	} else {
		s.db.irredundant = append(s.db.irredundant, c)
	}
	for _, l := range lits {
		d.occ[l] = append(d.occ[l], c)
		d.n[l]++
		d.touch(l)
	}
	d.sign(c)
	d.enqueue(c)
}

// unit assigns a derived literal, which the proof knows.
func (d *dense) unit(l Lit) {
	s := d.core
	switch s.trail.vals[l] {
	case Undef:
		s.trail.assign(l, noReason)
	case False:
		s.broken = true
		s.db.proof.derived(nil)
	}
}

// touch says that the clauses of l change.
func (d *dense) touch(l Lit) {
	if d.touched != nil {
		d.touched(l.Var())
	}
}

// drop deletes c.
func (d *dense) drop(c cref) {
	d.forget(c)
	d.core.db.drop(c)
}

// forget takes c out of the counts.
func (d *dense) forget(c cref) {
	for _, l := range d.core.db.lits(c) {
		d.n[l]--
		d.touch(l)
	}
}

// strengthen removes the literal l from c.
func (d *dense) strengthen(c cref, l Lit) {
	s := d.core
	lits := s.db.lits(c)
	d.buf = append(d.buf[:0], lits...)
	i := slices.Index(lits, l)
	copy(lits[i:], lits[i+1:])
	lits = lits[:len(lits)-1]
	s.db.proof.derived(lits)
	s.db.proof.delete(d.buf)
	d.n[l]--
	d.touch(l)
	list := d.occ[l]
	if i := slices.Index(list, c); i >= 0 {
		d.occ[l] = slices.Delete(list, i, i+1)
		d.steps += int64(len(list) >> 4)
	}
	s.db.wasted++
	s.db.words[c] = Lit(len(lits))
	if len(lits) == 1 {
		d.n[lits[0]]--
		s.db.words[c+1] |= flagGarbage
		s.db.wasted += headerWords + 1
		d.unit(lits[0])
		return
	}
	if len(lits) == 2 {
		d.bins = append(d.bins, c) // it is among the irredundant ones too, see leave
	}
	d.sign(c)
	for _, l := range lits {
		d.touch(l)
	}
	s.db.words[c+1] &^= flagVivified
	d.enqueue(c)
}

// propagate removes the clauses that units make true, and the literals that
// they make false. It returns false if the clauses are unsatisfiable.
func (d *dense) propagate() bool {
	s := d.core
	for ; d.head < len(s.trail.lits) && !s.broken; d.head++ {
		p := s.trail.lits[d.head]
		for _, c := range d.occ[p] {
			if !s.db.garbage(c) {
				d.drop(c)
			}
		}
		d.occ[p] = nil
		shorter := d.occ[p^1]
		d.occ[p^1] = nil
		for _, c := range shorter {
			d.steps++
			if !s.db.garbage(c) && !s.broken {
				d.strengthen(c, p^1)
			}
		}
	}
	return !s.broken
}

// leave goes back to watches. It returns false if the clauses turn out to be unsatisfiable.
func (d *dense) leave() bool {
	s := d.core
	for _, c := range d.bins {
		if s.db.garbage(c) {
			continue
		}
		lits := s.db.lits(c)
		s.db.addBinary(lits[0], lits[1])
		s.db.words[c+1] |= flagGarbage
		s.db.wasted += headerWords + 2
	}
	bins := s.db.learntBins
	s.db.learntBins = s.db.learntBins[:0]
	for _, k := range bins {
		d.rewatch(noClause, []Lit{Lit(k >> 32), Lit(k & (1<<32 - 1))})
	}
	for _, c := range s.db.irredundant {
		if !s.db.garbage(c) {
			s.db.words[c+1] &^= flagQueued
			s.db.words[c+2] = 2
			s.db.watch(c, s.db.lits(c)[0], s.db.lits(c)[1])
		}
	}
	for _, c := range s.db.learnts {
		if !s.db.garbage(c) {
			d.rewatch(c, s.db.lits(c))
		}
	}
	d.occ, d.n, d.bins, d.queue = nil, nil, nil, nil // room for the collection
	s.qhead = min(s.qhead, d.start)
	s.collect()
	if d.removed {
		s.order.heap.Drop(func(v uint32) bool { return d.ext.eliminated(Var(v)) })
	}
	return s.propagateRoot()
}

// rewatch gives a learnt clause its watches back, unless it holds an eliminated
// variable or is true. Units are propagated later.
func (d *dense) rewatch(c cref, lits []Lit) {
	s := d.core
	n, gone := 0, false
	for i, l := range lits {
		if s.trail.vals[l] == True || d.ext.eliminated(l.Var()) {
			gone = true
			break
		}
		if s.trail.vals[l] == Undef {
			lits[i], lits[n] = lits[n], l
			n++
		}
	}
	if !gone && n < 2 {
		gone = true
		s.db.proof.derived(lits[:n])
		if n == 0 {
			s.broken = true
		} else {
			s.trail.assign(lits[0], noReason)
		}
	}
	switch {
	case gone && c != noClause:
		s.db.drop(c)
	case gone:
		s.db.proof.delete(lits)
	case c != noClause:
		s.db.watch(c, lits[0], lits[1])
	default:
		s.db.addLearntBinary(lits[0], lits[1])
	}
}
