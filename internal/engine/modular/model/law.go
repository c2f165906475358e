package model

import (
	"slices"

	"whittle.dev/term"
)

// Law is an equation that may hold of all states: the sum of cells (as signed numbers) and of threads at
// locations, with their factors, and of a constant is zero.
type Law struct {
	Cells    []Factor
	Weight   [][]int64 // by template and location
	Sums     []Sum
	Constant int64
}

// Sum is a sum of locals of the threads at some places with what it is multiplied by; Of is as in a Counter.
type Sum struct {
	Of [][]term.Term
	N  int64
}

// Factor is a shared cell with what it is multiplied by.
type Factor struct {
	Sym term.Term
	N   int64
	// Unsigned says that the value of the cell is a number without sign.
	Unsigned bool
}

// Bound is that there are at most so many threads at some places, which have the weight 1.
type Bound struct {
	Weight [][]int64
	Most   int64
}

// Bounded adds the counter of a bound, which becomes one of the Laws.
func (s *System) Bounded(b Bound) {
	n := s.counter(&Law{Weight: b.Weight}, 1)
	s.Laws = append(s.Laws, s.Terms.BVUle(n, s.Terms.BV(s.Terms.Sort(n).Width(), uint64(b.Most))))
}

// Count adds the counters of an equation: one for the locations with positive weights, one for the others.
// The equation becomes one of the Laws: between values of cells as they are, which wrap around, if all have
// one width, and between numbers unless that width is large.
func (s *System) Count(l Law) {
	var parts []Factor
	for _, sign := range []int64{1, -1} {
		if n := s.counter(&l, sign); n != term.None {
			parts = append(parts, Factor{Sym: n, N: sign})
		}
	}
	for _, sum := range l.Sums {
		parts = append(parts, Factor{Sym: s.sum(sum.Of), N: sum.N, Unsigned: true})
	}
	parts = append(parts, l.Cells...)
	least, most := 0, 0
	for i, c := range l.Cells {
		w := s.Terms.Sort(c.Sym).Width()
		most = max(most, w)
		if i == 0 || w < least {
			least = w
		}
	}
	if least == most && most > 1 {
		s.Laws = append(s.Laws, s.equation(parts, l.Constant, most))
	}
	if least < most || most < wide || l.largest() > 1 || len(l.Sums) > 0 {
		width := max(fewThreads, most+spareBits)
		for _, p := range parts[:len(parts)-len(l.Cells)] {
			width = max(width, s.Terms.Sort(p.Sym).Width())
		}
		if l.largest() > fewWeight {
			width = max(width, heavy)
		}
		s.Laws = append(s.Laws, s.equation(parts, l.Constant, width))
		if len(l.Sums) > 0 {
			s.shares(parts, l.Constant)
		}
	}
}

// largest is the largest weight.
func (l *Law) largest() (most int64) {
	for _, w := range slices.Concat(l.Weight...) {
		most = max(most, w, -w)
	}
	return most
}

// spareBits is by how many bits a sum of cells is wider than these.
const spareBits = 8

// equation is that a sum is zero, at a width.
func (s *System) equation(parts []Factor, constant int64, width int) term.Term {
	st := s.Terms
	sides := map[bool]term.Term{true: st.BV(width, uint64(max(constant, 0))),
		false: st.BV(width, uint64(max(-constant, 0)))}
	for _, p := range parts {
		x, n := p.Sym, p.N
		switch w := st.Sort(x).Width(); {
		case w < width && p.Unsigned:
			x = st.ZeroExt(width-w, x)
		case w < width:
			x = st.SignExt(width-w, x)
		case w > width:
			x = st.Extract(width-1, 0, x)
		}
		sides[n > 0] = s.plus(sides[n > 0], max(n, -n), x)
	}
	return st.Eq(sides[true], sides[false])
}

// plus adds a multiple of a term to a sum.
func (s *System) plus(sum term.Term, n int64, x term.Term) term.Term {
	if n > MaxFactor {
		return s.Terms.BVAdd(sum, s.Terms.BVMul(s.Terms.BV(s.Terms.Sort(x).Width(), uint64(n)), x))
	}
	for range n {
		sum = s.Terms.BVAdd(sum, x)
	}
	return sum
}
