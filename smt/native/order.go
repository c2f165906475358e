package native

import (
	"whittle.dev/sat"
	"whittle.dev/sat/order"
	"whittle.dev/smt"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// ordering is the ordering-consistency theory, attached when the capability is first used. From then on the
// clauses are never built anew, since the theory holds on to their literals.
type ordering struct {
	theory *order.Theory
	reason string // a literal that cannot be translated makes every answer unknown
}

var _ smt.Orderer = (*Solver)(nil)

func (s *Solver) orderTheory() *order.Theory {
	if s.order == nil {
		s.words.off = true
		s.flush()
		if s.enc.hard > 0 || s.enc.stale {
			s.enc.rebuildClauses()
			s.enc.hard = 0
		}
		s.order = &ordering{theory: order.New(s.enc.cnf.sat)}
		s.enc.pinned = true
	}
	return s.order.theory
}

// orderLit returns the SAT literal of a guard; ok is false if it is never true.
func (s *Solver) orderLit(t term.Term) (l sat.Lit, ok bool) {
	t = s.prep.lastingImage(t)
	if err := s.blaster.blast(t); err != nil {
		if s.order.reason == "" {
			s.order.reason = smt.ReasonUnsupported + ": " + err.(*unsupportedError).what
		}
		return 0, false
	}
	b := s.bits.bit(t)
	if b == aig.False {
		return 0, false
	}
	l = s.enc.cnf.lit(b)
	s.enc.cnf.mix(uint64(l))
	s.refine.activate()
	return l, true
}

// Node implements smt.Orderer.
func (s *Solver) Node() smt.Node { return smt.Node(s.orderTheory().Node()) }

// Before implements smt.Orderer.
func (s *Solver) Before(a, b smt.Node) { s.orderTheory().Before(order.Node(a), order.Node(b)) }

// Edge implements smt.Orderer.
func (s *Solver) Edge(lit term.Term, a, b smt.Node) {
	th := s.orderTheory()
	if l, ok := s.orderLit(lit); ok {
		th.Edge(l, order.Node(a), order.Node(b))
	}
}

// Access implements smt.Orderer.
func (s *Solver) Access(n smt.Node, pos int) smt.Access {
	return smt.Access(s.orderTheory().Access(order.Node(n), pos))
}

// ReadFrom implements smt.Orderer.
func (s *Solver) ReadFrom(lit term.Term, w, r smt.Access) {
	th := s.orderTheory()
	if l, ok := s.orderLit(lit); ok {
		th.ReadFrom(l, order.Access(w), order.Access(r))
	}
}

// WriteOrder implements smt.Orderer.
func (s *Solver) WriteOrder(lit term.Term, w, w2 smt.Access) {
	th := s.orderTheory()
	if l, ok := s.orderLit(lit); ok {
		th.WriteOrder(l, order.Access(w), order.Access(w2))
	}
}

var _ smt.Reacher = (*Solver)(nil)

// Reach implements smt.Reacher.
func (s *Solver) Reach(lit term.Term, a, b smt.Node) {
	th := s.orderTheory()
	if l, ok := s.orderLit(s.st.Not(lit)); ok {
		th.Reach(l.Not(), order.Node(a), order.Node(b))
	}
}
