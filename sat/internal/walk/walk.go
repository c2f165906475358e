package walk

import "math"

// ProbSAT (Balint and Schöning, "Choosing probability distributions for stochastic
// local search and the role of make versus break", SAT 2012): a variable of a random
// false clause is flipped, the likelier the fewer clauses become false by that.

const tableSize = 32 // break counts with a probability of their own

// Walker is the state of one local search. Clauses are numbered.
type Walker struct {
	vals   []int8   // by literal: 1 or -1
	lits   []uint32 // the clauses one after the other
	start  []int32
	occ    []int32  // clauses, by literal
	first  []int32  // by literal: its place in occ
	ntrue  []int32  // by clause: number of true literals
	crit   []uint32 // by clause: xor of the true literals
	breaks []int32  // by variable: clauses in which it makes the only true literal
	broken []int32  // false clauses
	place  []int32  // by clause: its place in broken
	table  [tableSize]float64
	scores []float64
	rng    uint64
	ticks  int64

	best  []int8   // by variable
	least int      // false clauses under best
	log   []uint32 // literals made true since best
	lost  bool     // the log is not complete
}

// New returns a search without clauses that begins at an assignment: by variable, 1 or -1. It takes over the
// slice. The seed of its generator of random numbers must not be 0, size is the expected number of literals.
func New(phases []int8, seed uint64, size int) *Walker {
	w := &Walker{
		vals:   make([]int8, 2*len(phases)),
		lits:   make([]uint32, 0, size),
		start:  make([]int32, 1),
		first:  make([]int32, 2*len(phases)+1),
		breaks: make([]int32, len(phases)),
		best:   phases,
		rng:    seed,
	}
	for v, val := range phases {
		w.vals[2*v], w.vals[2*v+1] = val, -val
	}
	return w
}

// Literal adds a literal to the clause that [Walker.EndClause] or [Walker.DropClause] will end.
func (w *Walker) Literal(l uint32) { w.lits = append(w.lits, l) }

// EndClause ends a clause.
func (w *Walker) EndClause() { w.start = append(w.start, int32(len(w.lits))) }

// DropClause forgets the literals since the last clause.
func (w *Walker) DropClause() { w.lits = w.lits[:w.start[len(w.start)-1]] }

// Run searches until all clauses are true or the budget is spent, which is roughly the
// number of cache lines that may be touched. No clauses are added after it.
func (w *Walker) Run(budget int64) {
	w.connect()
	w.probabilities()
	for w.ticks = 0; len(w.broken) > 0 && w.ticks < budget; {
		w.flip(w.pick())
		if len(w.broken) < w.least {
			w.improve()
		}
	}
}

// Best is the value of a variable in the assignment with the fewest false clauses.
func (w *Walker) Best(v uint32) int8 { return w.best[v] }

// Seed is where the next search may go on with random numbers.
func (w *Walker) Seed() uint64 { return w.rng }

// connect builds the occurrence lists and the counters.
func (w *Walker) connect() {
	n := len(w.start) - 1
	w.ntrue = make([]int32, n)
	w.crit = make([]uint32, n)
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

func (w *Walker) clause(c int32) []uint32 { return w.lits[w.start[c]:w.start[c+1]] }

// probabilities fills the table with base^-n. The base grows with the length of
// the clauses (the values for uniform formulas of ProbSAT, interpolated).
func (w *Walker) probabilities() {
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
func (w *Walker) random() uint64 {
	w.rng ^= w.rng << 13
	w.rng ^= w.rng >> 7
	w.rng ^= w.rng << 17
	return w.rng
}

// pick chooses a literal of a random false clause.
func (w *Walker) pick() uint32 {
	lits := w.clause(w.broken[w.random()%uint64(len(w.broken))])
	w.scores = w.scores[:0]
	sum := 0.0
	for _, l := range lits {
		p := w.table[min(int(w.breaks[l>>1]), tableSize-1)]
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
func (w *Walker) flip(l uint32) {
	w.vals[l], w.vals[l^1] = 1, -1
	v := l >> 1
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
func (w *Walker) improve() {
	w.least = len(w.broken)
	if w.lost {
		for v := range w.best {
			w.best[v] = w.vals[2*v]
		}
	} else {
		for _, l := range w.log {
			w.best[l>>1] = 1 - int8(l&1)<<1
		}
	}
	w.log, w.lost = w.log[:0], false
}
