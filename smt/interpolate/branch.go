package interpolate

import (
	"context"
	"slices"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// A sum that must not be zero and is, and an integer variable whose value is a fraction, split the search:
// into sum < 0 and sum > 0, into x <= floor and x >= floor+1. The case distinction speaks of terms of one
// side only, so it follows from that side or adds nothing to it. A side A with a case distinction is the
// disjunction of its cases, and so is its interpolant; for a side B it is the conjunction.

// maxNodes bounds the leaves of the search.
const maxNodes = 200

type brancher struct {
	*pair
	strength Strength
	apart    [2][]linear.Row
	which    []int // the sides whose variables matter
	budget   int
	splits   [2]map[int]bool // by side: the literals of inequations that were split
}

// core returns the literals that the rows of a proof, and the splits on the way, rest on.
func (b *brancher) core(used []int) (core [2][]int) {
	for _, row := range used {
		if side := b.owner[row]; side != link && b.literal[row] >= 0 {
			core[side] = append(core[side], b.literal[row])
		}
	}
	for side, m := range b.splits {
		for l := range m {
			core[side] = append(core[side], l)
		}
		slices.Sort(core[side])
		core[side] = slices.Compact(core[side])
	}
	return core
}

// run returns an interpolant and the rows that it rests on.
func (b *brancher) run(ctx context.Context) (term.Term, []int, smt.Status) {
	if b.budget--; b.budget < 0 {
		return term.None, nil, smt.Unknown
	}
	feasible, known := b.tab.Check(ctx)
	if !known {
		return term.None, nil, smt.Unknown
	}
	if !feasible {
		proof := b.tab.Proof()
		used := make([]int, len(proof))
		for i, p := range proof {
			used[i] = p.Row
		}
		return b.cut(proof), used, smt.Unsat
	}
	side, low, high, some := b.split()
	if !some {
		return term.None, nil, smt.Sat
	}
	t, used, status, done := b.branch(ctx, side, low)
	if done {
		return t, used, status
	}
	u, more, status, done := b.branch(ctx, side, high)
	if done {
		return u, more, status
	}
	used = append(used, more...)
	slices.Sort(used)
	if side == sideA {
		t = b.p.st.Or(t, u)
	} else {
		t = b.p.st.And(t, u)
	}
	return t, slices.Compact(used), smt.Unsat
}

// branch runs with one more row; done reports that the answer is that without it too.
func (b *brancher) branch(ctx context.Context, side int, r linear.Row) (term.Term, []int, smt.Status, bool) {
	m, n := b.mark(), b.tab.Len()
	defer b.back(m)
	b.add(side, r)
	t, used, status := b.run(ctx)
	i := slices.Index(used, n)
	if status != smt.Unsat || i < 0 {
		return t, used, status, true
	}
	return t, slices.Delete(used, i, i+1), status, false
}

// split chooses a case distinction that the solution at hand violates, over the variables of a side.
func (b *brancher) split() (side int, low, high linear.Row, some bool) {
	point := b.tab.Peek()
	for _, side := range b.which {
		at := func(v linear.Var) rational.Rat { return point(copyOf(side)(v)) }
		for i, r := range b.apart[side] {
			if r.Eval(at).IsZero() {
				if i < len(b.pair.sides[side].apartOf) {
					if b.splits[side] == nil {
						b.splits[side] = map[int]bool{}
					}
					b.splits[side][b.pair.sides[side].apartOf[i]] = true
				}
				r.Rel = linear.Lt
				integral := b.p.voc.integral
				return side, r.Normal(integral), r.Scale(rational.Of(-1)).Normal(integral), true
			}
		}
	}
	for _, side := range b.which {
		for _, r := range b.sidesRows(side) {
			for _, m := range r.Sum {
				v := copyOf(side)(m.Var)
				if !b.p.voc.integral(m.Var) || point(v).IsInt() {
					continue
				}
				one, floor := rational.Of(1), point(v).Floor()
				low := linear.Row{Sum: []linear.Mono{{Var: m.Var, Coef: one}}, Const: floor.Neg()}
				high := linear.Row{Sum: []linear.Mono{{Var: m.Var, Coef: one.Neg()}}, Const: floor.Add(one)}
				return side, low, high, true
			}
		}
	}
	return 0, low, high, false
}

// sidesRows are the rows of a side and the sums that are not zero.
func (b *brancher) sidesRows(side int) []linear.Row {
	return slices.Concat(b.sides[side].rows, b.apart[side])
}
