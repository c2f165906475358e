package sat

import "math"

// Local search for good phases (ProbSAT: Balint and Schöning, "Choosing
// probability distributions for stochastic local search and the role of make
// versus break", SAT 2012; as a form of rephasing: Biere, CaDiCaL 2019). From
// the saved phases on, a variable of a random false clause is flipped, the
// likelier the fewer clauses become false by that. The assignment with the
// fewest false clauses becomes the saved phases.

const (
	walkEffort = 50 // per mille of the search ticks
	walkTable  = 32 // break counts with a probability of their own
	walkSeed   = 0x9e3779b97f4a7c15
)

// walker is the state of one local search. Clauses are numbered.
type walker struct {
	vals   []Tri // by literal
	lits   []Lit // the clauses one after the other
	start  []int32
	occ    []int32 // clauses, by literal
	first  []int32 // by literal: its place in occ
	ntrue  []int32 // by clause: number of true literals
	crit   []Lit   // by clause: xor of the true literals
	breaks []int32 // by variable: clauses in which it makes the only true literal
	broken []int32 // false clauses
	place  []int32 // by clause: its place in broken
	table  [walkTable]float64
	scores []float64
	rng    uint64
	ticks  int64

	best  []Tri // by variable
	least int   // false clauses under best
	log   []Lit // literals made true since best
	lost  bool  // the log is not complete
}

// walk improves the saved phases by local search. It is called at level 0.
func (s *Solver) walk() {
	budget := (s.ticks - s.limits.walkTicks) * walkEffort / 1000
	if s.cfg.rush {
		budget = 1 << 12
	}
	size := 0
	for _, c := range s.irredundant {
		size += int(s.arena[c])
	}
	if int64(size/4+s.bins+len(s.vars)/4) > budget {
		return // it would hardly begin
	}
	s.limits.walkTicks = s.ticks
	s.stats.Walks++
	w := s.newWalker(size)
	for w.ticks = int64(size / 4); len(w.broken) > 0 && w.ticks < budget; {
		w.flip(w.pick())
		if len(w.broken) < w.least {
			w.improve()
		}
	}
	copy(s.saved, w.best)
	s.walkRNG = w.rng
}

// newWalker copies the clauses and the saved phases.
func (s *Solver) newWalker(size int) *walker {
	w := &walker{
		vals:   make([]Tri, len(s.vals)),
		lits:   make([]Lit, 0, size+2*s.bins),
		start:  make([]int32, 1, len(s.irredundant)+s.bins+1),
		first:  make([]int32, len(s.vals)+1),
		breaks: make([]int32, len(s.vars)),
		best:   append([]Tri(nil), s.saved...),
		rng:    s.walkRNG,
	}
	for v := Var(1); int(v) < len(s.vars); v++ {
		val := s.vals[v.Pos()]
		if val == Undef {
			val = s.saved[v]
		}
		w.vals[v.Pos()], w.vals[v.Neg()] = val, -val
	}
	for _, c := range s.irredundant {
		if !s.garbage(c) {
			s.walkClause(w, s.lits(c))
		}
	}
	for p := Lit(2); int(p) < len(s.occs); p++ {
		for _, q := range s.occs[p].bins {
			if p^1 < q {
				s.walkClause(w, []Lit{p ^ 1, q})
			}
		}
	}
	w.connect()
	w.probabilities()
	return w
}

// walkClause adds a clause unless it is true for good.
func (s *Solver) walkClause(w *walker, lits []Lit) {
	from := len(w.lits)
	for _, l := range lits {
		switch s.vals[l] {
		case True:
			w.lits = w.lits[:from]
			return
		case Undef:
			w.lits = append(w.lits, l)
		}
	}
	w.start = append(w.start, int32(len(w.lits)))
}

// connect builds the occurrence lists and the counters.
func (w *walker) connect() {
	n := len(w.start) - 1
	w.ntrue = make([]int32, n)
	w.crit = make([]Lit, n)
	w.place = make([]int32, n)
	w.occ = make([]int32, len(w.lits))
	for _, l := range w.lits {
		w.first[l+1]++
	}
	for l := 1; l < len(w.first); l++ {
		w.first[l] += w.first[l-1]
	}
	next := append([]int32(nil), w.first...)
	for c := range n {
		for _, l := range w.clause(int32(c)) {
			w.occ[next[l]] = int32(c)
			next[l]++
			if w.vals[l] > 0 {
				w.ntrue[c]++
				w.crit[c] ^= l
			}
		}
		switch w.ntrue[c] {
		case 0:
			w.place[c] = int32(len(w.broken))
			w.broken = append(w.broken, int32(c))
		case 1:
			w.breaks[w.crit[c]>>1]++
		}
	}
	w.least = len(w.broken)
}

func (w *walker) clause(c int32) []Lit { return w.lits[w.start[c]:w.start[c+1]] }

// probabilities fills the table with base^-n. The base grows with the length of
// the clauses (the values for uniform formulas of ProbSAT, interpolated).
func (w *walker) probabilities() {
	points := []float64{2, 2, 2, 2.5, 2.85, 3.7, 5.1, 5.4}
	average := 0.0
	if n := len(w.start) - 1; n > 0 {
		average = float64(len(w.lits)) / float64(n)
	}
	base := points[len(points)-1]
	if i := int(average); i+1 < len(points) {
		base = points[i] + (average-float64(i))*(points[i+1]-points[i])
	}
	for i := range w.table {
		w.table[i] = math.Pow(base, -float64(i))
	}
}

// random is the next number of a xorshift generator (Marsaglia, 2003).
func (w *walker) random() uint64 {
	w.rng ^= w.rng << 13
	w.rng ^= w.rng >> 7
	w.rng ^= w.rng << 17
	return w.rng
}

// pick chooses a literal of a random false clause.
func (w *walker) pick() Lit {
	lits := w.clause(w.broken[w.random()%uint64(len(w.broken))])
	w.scores = w.scores[:0]
	sum := 0.0
	for _, l := range lits {
		p := w.table[min(int(w.breaks[l>>1]), walkTable-1)]
		w.scores = append(w.scores, p)
		sum += p
	}
	w.ticks += int64(1 + len(lits)/4)
	at := sum * float64(w.random()>>11) / (1 << 53)
	for i, p := range w.scores {
		if at -= p; at < 0 {
			return lits[i]
		}
	}
	return lits[len(lits)-1]
}

// flip makes l, which is false, true.
func (w *walker) flip(l Lit) {
	w.vals[l], w.vals[l^1] = True, False
	v := l.Var()
	gain, loss := w.occ[w.first[l]:w.first[l+1]], w.occ[w.first[l^1]:w.first[(l^1)+1]]
	w.ticks += int64(2 + len(gain) + len(loss))
	for _, c := range gain {
		switch w.ntrue[c] {
		case 0:
			last := w.broken[len(w.broken)-1]
			w.broken[w.place[c]] = last
			w.place[last] = w.place[c]
			w.broken = w.broken[:len(w.broken)-1]
			w.breaks[v]++
		case 1:
			w.breaks[w.crit[c]>>1]--
		}
		w.ntrue[c]++
		w.crit[c] ^= l
	}
	for _, c := range loss {
		w.ntrue[c]--
		w.crit[c] ^= l ^ 1
		switch w.ntrue[c] {
		case 0:
			w.place[c] = int32(len(w.broken))
			w.broken = append(w.broken, c)
			w.breaks[v]--
		case 1:
			w.breaks[w.crit[c]>>1]++
		}
	}
	if !w.lost {
		w.log = append(w.log, l)
		w.lost = len(w.log) > len(w.best)/4
	}
}

// improve makes the assignment at hand the best one.
func (w *walker) improve() {
	w.least = len(w.broken)
	if w.lost {
		for v := range w.best {
			w.best[v] = w.vals[Var(v).Pos()]
		}
	} else {
		for _, l := range w.log {
			w.best[l>>1] = True - Tri(l&1)<<1
		}
	}
	w.log, w.lost = w.log[:0], false
}
