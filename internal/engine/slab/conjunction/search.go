package conjunction

import (
	"slices"

	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt"
)

// search looks for a model of what is asserted. After a conflict the reasons are known.
func (s *Solver) search() smt.Status {
	s.reasons.begin()
	if !s.enums.consistent(s.blame) {
		return smt.Unsat
	}
	if s.linear && !s.reals.consistent(s.blame) {
		return smt.Unsat
	}
	switch s.choose() {
	case smt.Unsat:
		return smt.Unsat
	case smt.Unknown:
		return smt.Unknown
	}
	if s.commit && s.committed < len(s.open) {
		d := s.open[s.committed]
		s.committed++
		defer func() { s.committed-- }()
		return s.split(d)
	}
	// From the last one on: a case may have disjunctions in it, which make the case false until they hold.
	for i := len(s.open) - 1; i >= 0 && !s.commit; i-- {
		if d := s.open[i]; !s.r.holds(now{s}, d.f, d.at) {
			return s.split(d)
		}
	}
	return smt.Sat
}

// split decides the cases of a disjunction one after the other.
func (s *Solver) split(d disjunctive) smt.Status {
	me := int32(len(s.parts) + s.depth)
	s.depth++
	defer func() { s.depth-- }()
	var blamed []uint64
	for _, f := range d.f.parts {
		if s.cases++; s.cases > s.MaxCases {
			return smt.Unknown
		}
		bounds, open, enums := len(s.graph.edges), len(s.open), s.enums.state()
		mark := s.mark()
		status := smt.Unsat
		if s.assert(f, d.at, me) {
			if status = s.search(); status != smt.Unsat {
				return status // the assertions stay: they belong to the model
			}
		}
		s.graph.drop(bounds)
		if s.linear {
			s.reals.solver.Backtrack(mark)
		}
		s.open = s.open[:open]
		s.enums.drop(enums)
		if !s.reasons.has(me) {
			return smt.Unsat // whatever the case
		}
		s.reasons.remove(me)
		if blamed == nil {
			blamed = s.reasons.take()
		} else {
			s.reasons.add(blamed)
			blamed = s.reasons.take()
		}
	}
	s.reasons.begin()
	s.reasons.add(blamed)
	s.reasons.blame(d.reason)
	return smt.Unsat
}

func (s *Solver) mark() simplex.Mark {
	if s.linear {
		return s.reals.solver.Mark()
	}
	return 0
}

// choose gives each class of enumerated variables a value: its own, or one that no inequality forbids. It
// answers Unsat if all values of a variable are forbidden, Unknown if it found none.
func (s *Solver) choose() smt.Status {
	c := &s.enums
	s.chosen = append(s.chosen[:0], make([]int64, len(c.class))...)
	// The classes with values are given these before others avoid them.
	for x := range c.class {
		if v := c.value[x]; v >= 0 && c.class[x] == int32(x) {
			s.chosen[x] = s.consts[v]
		}
	}
	for x := range c.class {
		if c.class[x] != int32(x) || c.value[x] >= 0 {
			continue
		}
		if status := s.chooseFree(int32(x)); status != smt.Sat {
			return status
		}
	}
	return smt.Sat
}

// maxTried bounds the values that are tried for a variable.
const maxTried = 4096

func (s *Solver) chooseFree(x int32) smt.Status {
	c := &s.enums
	size := int64(0)
	for _, m := range c.members[x] {
		if d := s.r.domains[s.ref[m]]; d > 0 && (size == 0 || d < size) {
			size = d
		}
	}
	s.forbid(x)
	allowed := int64(-1)
	for v := int64(0); (size == 0 || v < size) && v <= maxTried; v++ {
		if slices.Contains(s.forbidden, v) {
			continue
		}
		if allowed < 0 {
			allowed = v
		}
		if !s.mentioned(v) {
			allowed = v // differs from whatever else it is compared with
			break
		}
	}
	if allowed >= 0 {
		s.chosen[x] = allowed
		return smt.Sat
	}
	if size == 0 || size > maxTried {
		return smt.Unknown
	}
	s.reasons.begin()
	for _, d := range c.apart {
		a, b := c.class[d.a], c.class[d.b]
		if a != x && b != x {
			continue
		}
		other := b
		if b == x {
			other = a
		}
		if c.value[other] < 0 {
			return smt.Unknown // another variable has taken a value
		}
		s.reasons.blame(d.reason)
		mine, its := d.a, d.b
		if c.class[mine] != x {
			mine, its = its, mine
		}
		c.explain(its, c.value[other], s.blame)
		c.explain(mine, s.smallest(x, size), s.blame)
	}
	return smt.Unsat
}

// smallest is a member of a class with a domain of that size.
func (s *Solver) smallest(x int32, size int64) int32 {
	for _, m := range s.enums.members[x] {
		if s.r.domains[s.ref[m]] == size {
			return m
		}
	}
	return x
}

// forbid lists the values that inequalities keep the class x from.
func (s *Solver) forbid(x int32) {
	c := &s.enums
	s.forbidden = s.forbidden[:0]
	for _, d := range c.apart {
		a, b := c.class[d.a], c.class[d.b]
		if b == x {
			a, b = b, a
		}
		if a == x && s.given(b, x) {
			s.forbidden = append(s.forbidden, s.chosen[b])
		}
	}
}

// given reports whether class y has its value before x is given one.
func (s *Solver) given(y, x int32) bool { return s.enums.value[y] >= 0 || y < x }

// mentioned reports whether a value is named in the question.
func (s *Solver) mentioned(v int64) bool {
	for i, c := range s.consts {
		if s.ref[i] == None && c == v {
			return true
		}
	}
	return false
}

// now is the present valuation of a solver, from potentials and chosen values.
type now struct{ *Solver }

func (s now) number(x Ref, at int) int64 {
	if x == None {
		return 0
	}
	if p := s.place(x, at); s.stamp[p] == s.asked {
		return s.graph.value[s.node[p]] - s.graph.value[s.zero]
	}
	return 0
}

func (s now) realNumber(x Ref, at int) rational.Rat {
	return s.reals.values[s.place(x, at)]
}

func (s now) enum(x Ref, at int) int64 {
	if p := s.place(x, at); s.stamp[p] == s.asked {
		return s.chosen[s.enums.class[s.node[p]]]
	}
	return 0
}

func (s now) sums() bool { return s.linear }
