package interpolate

import (
	"context"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// The projection of A to the shared variables is the strongest interpolant over the rationals, the negation
// of that of B the weakest. Of its rows as few as contradict the other side are kept.

// maxRows bounds the rows of a projection, on the way as well.
const maxRows = 200

// project returns the rows of a side over shared variables.
func (x *pair) project(ctx context.Context, side int) ([]linear.Row, bool) {
	voc := &x.p.voc
	keep := func(v linear.Var) bool { return x.shared(voc.terms[v]) }
	return linear.Project(ctx, x.sides[side].rows, keep, voc.integral, maxRows)
}

// extreme returns the strongest or weakest interpolant; ok is false if there is a limit in the way, or the
// conflict is not one of rows over the rationals.
func (x *pair) extreme(ctx context.Context, strength Strength) (t term.Term, ok bool) {
	side := sideA
	if strength == Weak {
		side = sideB
	}
	rows, ok := x.project(ctx, side)
	if !ok {
		return term.None, false
	}
	rows, ok = x.needed(ctx, rows, 1-side)
	if !ok {
		return term.None, false
	}
	parts := make([]term.Term, len(rows))
	for i, r := range rows {
		parts[i] = x.p.voc.formula(r)
	}
	if t = x.p.st.And(parts...); side == sideB {
		t = x.p.st.Not(t)
	}
	return t, true
}

// needed returns few of the rows that contradict a side, as all do; ok is false if they do not.
func (x *pair) needed(ctx context.Context, rows []linear.Row, side int) (few []linear.Row, ok bool) {
	contradict := func(rows []linear.Row) ([]linear.Row, bool) {
		m, n := x.mark(), x.tab.Len()
		defer x.back(m)
		for _, r := range rows {
			if !x.add(side, r) {
				break
			}
		}
		feasible, known := x.tab.Check(ctx)
		if feasible || !known {
			return nil, false
		}
		in := map[int]bool{}
		for _, p := range x.tab.Proof() {
			in[p.Row-n] = true
		}
		var used []linear.Row
		for i, r := range rows {
			if in[i] {
				used = append(used, r)
			}
		}
		return used, true
	}
	if few, ok = contradict(rows); !ok {
		return nil, false
	}
	for i := len(few) - 1; i >= 0; i-- {
		rest := append(append([]linear.Row{}, few[:i]...), few[i+1:]...)
		if less, ok := contradict(rest); ok {
			few, i = less, min(i, len(less))
		}
	}
	return few, true
}

// projected tries comparisons of the forms that bound the projections of both sides.
func (c *chooser) projected(ctx context.Context) (Separator, bool) {
	var forms []linear.Row
	for side := range c.sides {
		rows, ok := c.project(ctx, side)
		if !ok {
			continue
		}
		for _, r := range rows {
			if len(r.Sum) == 0 {
				continue
			}
			up := linear.Row{Sum: r.Sum}
			down := up.Scale(rational.Of(-1))
			if side == sideB {
				up, down = down, up
			}
			forms = append(forms, up)
			if r.Rel == linear.Eq {
				forms = append(forms, down)
			}
		}
	}
	return c.smallest(ctx, forms, Literal)
}

// whole returns an interpolant that need be no literal.
func (x *pair) whole(ctx context.Context, strength Strength) (term.Term, smt.Status) {
	if strength != Simple {
		if t, ok := x.extreme(ctx, strength); ok {
			return t, smt.Unsat
		}
	}
	return x.interpolate(ctx, strength)
}
