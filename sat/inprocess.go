package sat

// Inprocessing runs between restarts at level 0 with a bounded effort, a share
// of the ticks that the search spent (Järvisalo, Heule and Biere, IJCAR 2012).

const inprocessInterval = 2000 // conflicts, times the square root of the number of runs

// inprocess simplifies the clauses. It returns false if they turn out to be unsatisfiable.
func (s *Solver) inprocess() bool {
	s.core.backtrack(0)
	s.inprocessings++
	s.nextInprocess = s.core.stats.Conflicts + s.core.cfg.scale(inprocessInterval*isqrt(s.inprocessings))
	if !s.core.propagateRoot() {
		return false
	}
	s.simplify.run()
	if !s.core.cfg.NoProbe && !s.probe.run() {
		return false
	}
	if !s.core.cfg.NoVivify && !s.vivify.run() {
		return false
	}
	return s.condense.sometimes()
}

// preprocess simplifies before the search.
func (s *Solver) preprocess() {
	if !s.core.cfg.rush || s.core.stats.Solves%2 == 0 {
		return
	}
	s.core.backtrack(0)
	if s.core.propagateRoot() {
		s.condense.condense(s.condense.budget())
	}
}

// isqrt is the integer square root.
func isqrt(n int64) int64 {
	r := int64(0)
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

const (
	denseEffort   = 200  // per mille of the search ticks
	denseInterval = 1000 // conflicts, times the number of runs
)

// condenser simplifies the irredundant clauses in dense mode (dense.go): equivalent literals are substituted,
// clauses subsume and strengthen others, variables are eliminated, in this order.
type condenser struct {
	core     *core
	ext      *extension
	simplify *simplifier
	ticks    int64    // at the last time
	next     int64    // conflicts at the next time
	runs     int64    // so far
	growth   int      // index of the bound of elimination in growths
	tried    []uint32 // by variable: state in which elimination was tried last
}

// sometimes is the part of inprocessing that has its own, longer intervals.
func (k *condenser) sometimes() bool {
	s := k.core
	if s.stats.Conflicts < k.next {
		return true
	}
	k.runs++
	k.next = s.stats.Conflicts + s.cfg.scale(denseInterval*(k.runs+1))
	return k.condense(k.budget())
}

// budget is the effort that the search since the last time allows.
func (k *condenser) budget() int64 {
	s := k.core
	if s.cfg.rush {
		return 1 << 20
	}
	return max((s.ticks-k.ticks)*denseEffort/1000, int64(2*len(s.db.words)))
}

// condense simplifies the irredundant clauses with the given effort. It returns false if they turn out to be
// unsatisfiable. The solver is at level 0 and all units are propagated.
func (k *condenser) condense(budget int64) bool {
	s := k.core
	if s.cfg.NoSubsume && s.cfg.NoEliminate && s.cfg.NoEquate {
		return true
	}
	k.ticks = s.ticks
	k.simplify.run()
	for _, l := range s.assumptions {
		s.frozen[l>>1]++
	}
	ok := k.all(budget)
	for _, l := range s.assumptions {
		s.frozen[l>>1]--
	}
	if !ok {
		s.broken = true
	}
	return ok
}

func (k *condenser) all(budget int64) bool {
	s := k.core
	var eq *equivalence
	if !s.cfg.NoEquate {
		if eq = equivalents(s, k.ext); s.broken {
			return false
		}
	}
	d := enterDense(s, k.ext, budget)
	if eq != nil && eq.found > 0 {
		u := substitution{d, eq}
		if !u.run() {
			return false
		}
	}
	if !d.subsume() {
		return false
	}
	if !s.cfg.NoEliminate {
		e := eliminator{d: d, cond: k, gates: gateFinder{d: d}}
		d.touched = e.touch
		if !e.run() {
			return false
		}
		d.touched = nil
	}
	return d.leave()
}
