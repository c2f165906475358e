package conjunction

import (
	"slices"

	"whittle.dev/smt"
)

// Part is a formula about step At: its current variables are those of state At, its next ones those of state
// At+1.
type Part struct {
	F  *Formula
	At int
}

// Solver decides questions for formulas of one reader.
type Solver struct {
	r *Reader
	// MaxCases bounds the cases of disjunctions that a question may take; beyond them it is given up.
	MaxCases int
	cases    int

	parts []Part
	graph graph
	enums classes
	reals simplexTheory
	// linear: the question has sums that are no differences, and reals decides what is over Real.
	linear bool
	// zero is the node that stands for 0 in the graph.
	zero int32
	// Places: the variables of all states and the inputs of all steps, of which a question has few.
	width  int
	node   []int32 // by place: its node in the graph or in the classes
	stamp  []int32 // by place: the question in which it has one
	asked  int32
	ref    []Ref   // by node of the classes: its variable, or None for a value
	consts []int64 // by node of the classes: its value, if it is one
	// open are the disjunctions that hold, by assertion or in the present case.
	open []disjunctive
	// chosen has by class the value that it is given in the model.
	chosen []int64
	// forbidden are the values of other classes that the present one must not have.
	forbidden []int64
	// reasons are the parts to blame for the last conflict, and after them the cases.
	reasons reasons
	blame   func(int32)
	depth   int
	// commit: a case of each disjunction is asserted, even if the model makes one true already. committed
	// counts the disjunctions whose turn it was.
	commit    bool
	committed int
}

type disjunctive struct {
	f      *Formula
	at     int
	reason int32
}

// NewSolver returns a solver.
func NewSolver(r *Reader) *Solver {
	s := &Solver{r: r, MaxCases: 5_000, reals: simplexTheory{r: r}}
	s.blame = s.reasons.blame
	return s
}

// Check decides whether all parts can hold together. After Sat there is a Model, after Unsat a Core.
func (s *Solver) Check(parts []Part) smt.Status {
	s.begin(parts)
	for i, p := range parts {
		if !s.assert(p.F, p.At, int32(i)) {
			return smt.Unsat
		}
	}
	return s.search()
}

func (s *Solver) begin(parts []Part) {
	s.parts, s.cases, s.depth, s.committed = parts, 0, 0, 0
	s.width = s.r.vars + s.r.inputs
	last := 0
	s.linear = false
	for _, p := range parts {
		last = max(last, p.At+2)
		s.linear = s.linear || p.F.linear
	}
	if s.linear {
		s.reals.begin(s.width)
	}
	if n := last * s.width; len(s.node) < n {
		s.node = slices.Grow(s.node, n-len(s.node))[:n]
		s.stamp = slices.Grow(s.stamp, n-len(s.stamp))[:n]
	}
	s.asked++
	s.graph.reset()
	s.enums.reset()
	s.graph.node()
	s.zero = 0
	s.ref, s.consts, s.open = s.ref[:0], s.consts[:0], s.open[:0]
	s.reasons.reset(len(parts))
}

// place is the number of a variable of a part.
func (s *Solver) place(x Ref, at int) int {
	i := int(x >> 2)
	switch x & 3 {
	case next:
		return (at+1)*s.width + i
	case input:
		return at*s.width + s.r.vars + i
	}
	return at*s.width + i
}

// number returns the node of a number.
func (s *Solver) number(x Ref, at int) int32 {
	if x == None {
		return s.zero
	}
	p := s.place(x, at)
	if s.stamp[p] != s.asked {
		s.stamp[p], s.node[p] = s.asked, int32(len(s.graph.first))
		s.graph.node()
	}
	return s.node[p]
}

// enumerated returns the node of an enumerated variable.
func (s *Solver) enumerated(x Ref, at int) int32 {
	p := s.place(x, at)
	if s.stamp[p] != s.asked {
		s.stamp[p], s.node[p] = s.asked, s.enums.node(false)
		s.ref, s.consts = append(s.ref, x), append(s.consts, 0)
	}
	return s.node[p]
}

// constant returns the node of a value.
func (s *Solver) constant(c int64) int32 {
	for i, x := range s.consts {
		if x == c && s.ref[i] == None {
			return int32(i)
		}
	}
	s.ref, s.consts = append(s.ref, None), append(s.consts, c)
	return s.enums.node(true)
}

// assert adds a formula; false if that is a conflict, whose reasons are then known.
func (s *Solver) assert(f *Formula, at int, reason int32) bool {
	switch f.kind {
	case never:
		s.reasons.begin()
		s.reasons.blame(reason)
		return false
	case linear:
		s.reasons.begin()
		return s.reals.assert(s, f, at, reason, s.blame)
	case atMost:
		s.reasons.begin()
		if s.linear && f.real {
			return s.reals.assert(s, f, at, reason, s.blame)
		}
		return s.graph.add(s.number(f.x, at), s.number(f.y, at), f.c, reason, s.blame)
	case isValue, same:
		s.reasons.begin()
		x := s.enumerated(f.x, at)
		var y int32
		if f.kind == isValue {
			y = s.constant(f.c)
		} else {
			y = s.enumerated(f.y, at)
		}
		return s.enums.equate(x, y, reason, s.blame)
	case isNoValue:
		s.enums.separate(s.enumerated(f.x, at), s.constant(f.c), reason)
	case different:
		s.enums.separate(s.enumerated(f.x, at), s.enumerated(f.y, at), reason)
	case conjunction:
		for _, g := range f.parts {
			if !s.assert(g, at, reason) {
				return false
			}
		}
	case disjunction:
		s.open = append(s.open, disjunctive{f, at, reason})
	}
	return true
}

// Core returns the indices of parts that contradict each other, after Unsat. No part of it can be left out of
// it easily, but it need not be minimal.
func (s *Solver) Core() []int { return s.reasons.parts(len(s.parts)) }
