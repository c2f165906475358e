package sat

// core is what all techniques work on: the clauses, the assignment and the orders of
// decisions, with propagation and backtracking, which keep them consistent.
type core struct {
	cfg   Config
	stats Stats

	db     clauseDB
	trail  trail
	order  branching
	theory theoryState

	qhead   int   // next trail position to propagate
	rooted  int   // trail positions at level 0 that were reported to the proof
	safe    int   // trail positions below are free of conflict
	confl   []Lit // the conflict if it is litsClause
	broken  bool  // the clauses are unsatisfiable without assumptions
	quiet   bool  // assignments are trials: phases are not saved
	ticks   int64 // effort of propagation, roughly cache lines touched
	pending []Lit // clauses that wait to be added: length, literals, length, ...

	assumptions []Lit
	frozen      []int32 // by variable: Freeze minus Melt

	marks     []uint8 // by variable; all zero between uses
	addBuf    []Lit
	explained []Lit
}

// reuse makes s empty, in the memory of another one.
func (s *core) reuse(cfg Config, old *core) {
	*s = core{
		cfg:         cfg,
		confl:       old.confl[:0],
		assumptions: old.assumptions[:0],
		frozen:      append(old.frozen[:0], 0),
		marks:       append(old.marks[:0], 0),
		addBuf:      old.addBuf[:0],
	}
	s.db.reuse(&old.db)
	s.db.proof = proofLog{cfg.Proof, cfg.Debug}
	s.trail.reuse(&old.trail)
	s.order.reuse(&cfg, &old.order)
}

// newVar creates a variable.
func (s *core) newVar() Var {
	v := s.trail.newVar()
	s.db.newVar()
	s.order.newVar(v)
	s.theory.newVar()
	s.marks = append(s.marks, 0)
	s.frozen = append(s.frozen, 0)
	return v
}

// backtrack undoes all assignments above the given level.
func (s *core) backtrack(to int) {
	if s.trail.level() <= to {
		return
	}
	if !s.quiet {
		if s.order.stable { // only what was propagated without conflict counts
			s.order.phases.update(s.trail.lits[:min(s.safe, len(s.trail.lits))])
		}
		s.safe = 0
	}
	keep := int(s.trail.levels[to+1].trail)
	for i := len(s.trail.lits) - 1; i >= keep; i-- {
		l := s.trail.lits[i]
		v := l.Var()
		s.trail.vals[l] = Undef
		s.trail.vals[l^1] = Undef
		if !s.quiet {
			s.order.phases.saved[v] = True - Tri(l&1)<<1
		}
		s.order.heap.Put(uint32(v))
		s.order.queue.Released(uint32(v))
	}
	s.trail.lits = s.trail.lits[:keep]
	s.trail.levels = s.trail.levels[:to+1]
	s.qhead = min(s.qhead, keep)
	s.theory.backtrack(&s.trail, to)
}

// isReason reports that c propagated a literal that is still assigned. Such a
// literal is one of the watched ones.
func (s *core) isReason(c cref) bool {
	for _, l := range s.db.lits(c)[:2] {
		if s.trail.vals[l] == True && s.trail.vars[l>>1].reason == reason(c) {
			return true
		}
	}
	return false
}

// clauseOf is the literals of a conflict.
func (s *core) clauseOf(confl cref) []Lit {
	if confl == litsClause {
		return s.confl
	}
	return s.db.lits(confl)
}

// conflictLevel is the highest level in a conflict. Clauses of theories can be false below the current level.
func (s *core) conflictLevel(confl cref) int {
	top := int32(0)
	for _, l := range s.clauseOf(confl) {
		top = max(top, s.trail.vars[l.Var()].level)
	}
	return int(top)
}
