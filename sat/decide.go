package sat

import "whittle.dev/sat/internal/branch"

// decide opens the next decision level: an assumption, the wish of a theory, or the best variable of the mode
// at hand. It returns Sat if all variables have values, Unsat if an assumption is false, else Unknown.
func (s *Solver) decide() Status {
	for s.core.trail.level() < len(s.core.assumptions) {
		p := s.core.assumptions[s.core.trail.level()]
		switch s.core.trail.vals[p] {
		case True:
			s.core.trail.newLevel() // empty, so that level i belongs to assumption i
		case False:
			s.analysis.analyzeFinal(p)
			return Unsat
		default:
			s.core.trail.decide(p)
			return Unknown
		}
	}
	if l := s.core.theory.decide(s); l != 0 {
		if s.ext.eliminated(l.Var()) {
			s.ext.restore(l.Var())
			return Unknown // its clauses come first
		}
		s.core.stats.Decisions++
		s.core.trail.decide(l)
		return Unknown
	}
	v := s.core.order.next(s.core.trail.vals)
	if v == 0 {
		return Sat
	}
	s.core.stats.Decisions++
	s.core.trail.decide(s.core.theory.phase(v, s.core.order.phase(v)))
	return Unknown
}

// branching is what decisions go by: in focused mode the queue, in stable mode the scores; and the phases.
type branching struct {
	heap   branch.Heap
	queue  branch.Queue
	stable bool
	phases phases
}

// reuse makes b empty, in the memory of another one.
func (b *branching) reuse(cfg *Config, old *branching) {
	b.heap.Reuse(&old.heap)
	b.queue.Reuse(&old.queue)
	b.stable = cfg.NoFocused
	b.phases.reuse(cfg, &old.phases)
}

// newVar makes room for v, the variable created next.
func (b *branching) newVar(v Var) {
	b.heap.Add(uint32(v))
	b.queue.Add(uint32(v))
	b.phases.newVar()
}

// takeOut removes v, which has its value for good or is eliminated, from the queue. It leaves
// the heap when it is met there.
func (b *branching) takeOut(v Var) { b.queue.Remove(uint32(v)) }

// putBack undoes takeOut.
func (b *branching) putBack(v Var) {
	b.heap.Put(uint32(v))
	b.queue.Enqueue(uint32(v))
	b.queue.Released(uint32(v))
}

// next is the unassigned variable to decide next, or 0.
func (b *branching) next(vals []Tri) Var {
	if b.stable {
		for !b.heap.Empty() {
			v := Var(b.heap.Top())
			if vals[v.Pos()] == Undef {
				return v
			}
			b.heap.Pop()
		}
		return 0
	}
	v := b.queue.Cached()
	for v != 0 && vals[v<<1] != Undef {
		v = b.queue.Prev(v)
	}
	if v != 0 {
		b.queue.Cache(v)
	}
	return Var(v)
}

// before reports that x is decided before b in the mode at hand.
func (b *branching) before(x, y Var) bool {
	if b.stable {
		return b.heap.Less(uint32(x), uint32(y))
	}
	return b.queue.Stamp(uint32(x)) >= b.queue.Stamp(uint32(y))
}

// phase is the literal of v to decide.
func (b *branching) phase(v Var) Lit {
	p := Undef
	if b.stable {
		p = b.phases.target[v]
	}
	if p == Undef {
		p = b.phases.saved[v]
	}
	return MkLit(v, p != True)
}
