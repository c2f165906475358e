package sat

import "whittle.dev/sat/internal/walk"

// Local search for good phases, as a form of rephasing (Biere, CaDiCaL 2019): from the
// saved phases on, and the assignment with the fewest false clauses that it meets
// becomes the saved phases. The search itself is package walk.

const (
	walkEffort = 50 // per mille of the search ticks
	walkSeed   = 0x9e3779b97f4a7c15
)

// walk improves the saved phases by local search. It is called at level 0.
func (r *rephaser) walk() {
	s := r.core
	budget := (s.ticks - r.walkTicks) * walkEffort / 1000
	if s.cfg.rush {
		budget = 1 << 12
	}
	size := 0
	for _, c := range s.db.irredundant {
		size += int(s.db.words[c])
	}
	if int64(size/4+s.db.bins+len(s.trail.vars)/4) > budget {
		return // it would hardly begin
	}
	r.walkTicks = s.ticks
	s.stats.Walks++
	w := r.newWalker(size)
	w.Run(budget - int64(size/4))
	saved := s.order.phases.saved
	for v := range saved {
		saved[v] = Tri(w.Best(uint32(v)))
	}
	r.rng = w.Seed()
}

// newWalker copies the clauses and the saved phases.
func (r *rephaser) newWalker(size int) *walk.Walker {
	s := r.core
	phases := make([]int8, len(s.trail.vars))
	for v := Var(1); int(v) < len(phases); v++ {
		val := s.trail.vals[v.Pos()]
		if val == Undef {
			val = s.order.phases.saved[v]
		}
		phases[v] = int8(val)
	}
	w := walk.New(phases, r.rng, size+2*s.db.bins)
	for _, c := range s.db.irredundant {
		if !s.db.garbage(c) {
			s.walkClause(w, s.db.lits(c))
		}
	}
	for p := Lit(2); int(p) < len(s.db.occs); p++ {
		for _, q := range s.db.occs[p].bins {
			if p^1 < q {
				s.walkClause(w, []Lit{p ^ 1, q})
			}
		}
	}
	return w
}

// walkClause adds a clause unless it is true for good.
func (s *core) walkClause(w *walk.Walker, lits []Lit) {
	for _, l := range lits {
		switch s.trail.vals[l] {
		case True:
			w.DropClause()
			return
		case Undef:
			w.Literal(uint32(l))
		}
	}
	w.EndClause()
}
