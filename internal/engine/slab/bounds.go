package slab

import (
	"context"
	"math"

	"whittle.dev/internal/engine/slab/conjunction"
)

// bounds looks for a bound of one number, and then of a difference of two: where the greatest value of x - y
// in the first half is below the least one in the second, any bound in between separates.
func (s *separation) bounds(ctx context.Context) (formula, bool, error) {
	if len(s.inFirst) == 0 || !small(s.inFirst[0]) || len(s.inSecond) == 0 || !small(s.inSecond[0]) {
		return 0, false, nil
	}
	var numbers []conjunction.Ref
	for _, r := range s.x.voc.reader.Numbers() {
		if s.shared.has(r.Index()) {
			numbers = append(numbers, r)
		}
	}
	type pair struct{ x, y conjunction.Ref }
	var single, double []pair
	for i, x := range numbers {
		single = append(single, pair{x, conjunction.None}, pair{conjunction.None, x})
		for _, y := range numbers[:i] {
			if s.x.voc.reader.SameSort(x, y) {
				double = append(double, pair{x, y}, pair{y, x})
			}
		}
	}
	for _, list := range [][]pair{single, double} {
		best, found, cost, rank := formula(0), false, int64(math.MaxInt64), math.MaxInt
		for _, p := range list {
			r := s.x.relevance.ofBoth(p.x, p.y)
			if r > rank {
				continue
			}
			q, c, ok := s.between(p.x, p.y)
			if ok && (r < rank || c < cost) {
				best, found, cost, rank = q, true, c, r
			}
		}
		if found {
			return best, true, ctx.Err()
		}
	}
	return 0, false, nil
}

// small reports whether a model is one of package conjunction in which numbers are weights.
func small(m model) bool {
	s, ok := m.(*smallModel)
	return ok && !s.m.Linear()
}

// between returns a bound of x - y that separates, with the magnitude of its constant.
func (s *separation) between(x, y conjunction.Ref) (q formula, magnitude int64, ok bool) {
	high, low := int64(math.MinInt64), int64(math.MaxInt64)
	for _, m := range s.inFirst {
		if m, ok := m.(*smallModel); ok && !m.m.Linear() {
			high = max(high, m.m.Difference(x, y, s.at))
		}
	}
	for _, m := range s.inSecond {
		if m, ok := m.(*smallModel); ok && !m.m.Linear() {
			low = min(low, m.m.Difference(x, y, s.at))
		}
	}
	if high >= low {
		return 0, 0, false
	}
	k := s.x.asker
	first, ok := k.fragment(s.first)
	if !ok {
		return 0, 0, false
	}
	k.questions++
	b, ok := k.small.Greatest(first, x, y, s.at)
	if !ok || b.Unbounded || b.Weight >= low {
		return 0, 0, false
	}
	second, ok := k.fragment(s.second)
	if !ok {
		return 0, 0, false
	}
	k.questions++
	c, ok := k.small.Greatest(second, y, x, s.at)
	if !ok || c.Unbounded || b.Weight >= -c.Weight {
		return 0, 0, false
	}
	w := s.x.choose(x, y, b.Weight, -c.Weight)
	return s.x.boundFormula(x, y, w), max(w, -w), true
}

// choose picks a weight from least to below greatest, by the strength of the strategy.
func (x *refinement) choose(a, b conjunction.Ref, least, below int64) int64 {
	unit := x.voc.reader.Unit(a, b)
	last := below - 1 // of a Real: the bound is strict
	if x.voc.reader.Integer(a, b) {
		last = below - unit
	}
	switch x.strategy.strength {
	case strong:
		return least
	case weak:
		return last
	}
	switch {
	case least <= 0 && 0 <= last:
		return 0
	case least > 0: // the smallest whole number, if there is one
		if w := (least + unit - 1) / unit * unit; w <= last {
			return w
		}
		return least
	}
	if w := -((-last + unit - 1) / unit * unit); w >= least {
		return w
	}
	return last
}

// boundFormula is x - y <= w.
func (x *refinement) boundFormula(a, b conjunction.Ref, w int64) formula {
	st := x.voc.st
	of := a
	if of == conjunction.None {
		of = b
	}
	n, strict := x.voc.reader.Number(of, w)
	c := st.Real(n)
	if x.voc.reader.Integer(a, b) {
		c = st.Int(n.Num())
	}
	left, right := c, c // of None
	switch {
	case a == conjunction.None: // -b <= w
		left, right = st.IntNeg(c), x.problem.vars[b.Index()].Sym
	case b == conjunction.None:
		left = x.problem.vars[a.Index()].Sym
	default:
		left, right = x.problem.vars[a.Index()].Sym, st.IntAdd(x.problem.vars[b.Index()].Sym, c)
	}
	if strict {
		return x.voc.formula(st.Lt(left, right))
	}
	return x.voc.formula(st.Le(left, right))
}
