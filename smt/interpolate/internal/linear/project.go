package linear

import (
	"context"
	"math/bits"
	"slices"

	"whittle.dev/internal/simplex/rational"
)

// The projection of a polyhedron to some of its variables has as its constraints the combinations of given
// ones in which the others cancel. Equations are solved for a variable and substituted. Then Fourier's
// method combines each upper bound of a variable with each lower bound. That squares the number of rows in
// the worst case, so variables with few combinations come first, of rows with one sum the tightest stays, and
// a combination of more than k+1 of the rows at the start, after k variables, follows from others
// (Černikov) and is dropped. What is left over a limit makes the projection fail.

// tracked is a row with the set of rows of the start of Fourier's method that it combines.
type tracked struct {
	Row
	from []uint64
}

// Project returns rows over variables for which keep holds that are implied by the given ones and imply every
// constraint over them that these imply over the rationals. If variables are integral, rows are tightened
// for integers. It fails if more than limit rows are needed on the way or the context ends. Contradictory
// rows have an absurd row as their projection.
func Project(ctx context.Context, rows []Row, keep, integral func(Var) bool, limit int) ([]Row, bool) {
	rows, absurd := substitute(rows, keep, integral)
	if absurd != nil {
		return []Row{*absurd}, true
	}
	work := make([]tracked, len(rows))
	for i, r := range rows {
		from := make([]uint64, (len(rows)+63)/64)
		from[i/64] |= 1 << (i % 64)
		work[i] = tracked{r, from}
	}
	for eliminated := 1; ; eliminated++ {
		v, some := cheapest(work, keep)
		if !some {
			break
		}
		if ctx.Err() != nil {
			return nil, false
		}
		var ok bool
		if work, absurd, ok = eliminate(work, v, eliminated, limit, integral); !ok {
			return nil, false
		}
		if absurd != nil {
			return []Row{*absurd}, true
		}
	}
	out := make([]Row, len(work))
	for i, t := range work {
		out[i] = t.Row
	}
	return out, true
}

// substitute solves equations for variables that are not kept, as long as there are any.
func substitute(rows []Row, keep, integral func(Var) bool) (out []Row, absurd *Row) {
	out = make([]Row, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.Normal(integral))
	}
	for {
		at, v := pivot(out, keep, integral)
		if at < 0 {
			break
		}
		eq := out[at]
		out = slices.Delete(out, at, at+1)
		inverse := eq.Coef(v).Inv().Neg()
		for i, r := range out {
			if c := r.Coef(v); !c.IsZero() {
				s := Combine(r, c.Mul(inverse), eq)
				s.Rel = r.Rel
				out[i] = s.Normal(integral)
			}
		}
	}
	return tidy(out)
}

// pivot chooses an equation and a variable in it to solve for: a coefficient of one, if there is any, so that
// nothing is lost for integers.
func pivot(rows []Row, keep, integral func(Var) bool) (at int, v Var) {
	at = -1
	for i, r := range rows {
		if r.Rel != Eq {
			continue
		}
		for _, m := range r.Sum {
			if keep(m.Var) {
				continue
			}
			if !integral(m.Var) || m.Coef.Abs().Equal(rational.Of(1)) {
				return i, m.Var
			}
			if at < 0 {
				at, v = i, m.Var
			}
		}
	}
	return at, v
}

// tidy drops rows that are true or follow from one with the same sum, and finds an absurd one.
func tidy(rows []Row) (out []Row, absurd *Row) {
	for i := range rows {
		if rows[i].Absurd() {
			return nil, &rows[i]
		}
	}
	slices.SortStableFunc(rows, compareForms)
	for _, r := range rows {
		if r.Trivial() {
			continue
		}
		if n := len(out); n > 0 && compareForms(out[n-1], r) == 0 {
			if tighter(out[n-1], r) {
				continue
			}
			if tighter(r, out[n-1]) {
				out[n-1] = r
				continue
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// cheapest is the variable to eliminate whose combinations exceed the rows that vanish by least.
func cheapest(rows []tracked, keep func(Var) bool) (best Var, some bool) {
	type count struct{ upper, lower int }
	counts := map[Var]*count{}
	var vars []Var
	for _, r := range rows {
		for _, m := range r.Sum {
			if keep(m.Var) {
				continue
			}
			c := counts[m.Var]
			if c == nil {
				c = &count{}
				counts[m.Var] = c
				vars = append(vars, m.Var)
			}
			if m.Coef.Sign() > 0 {
				c.upper++
			} else {
				c.lower++
			}
		}
	}
	cost := 0
	for _, v := range vars {
		c := counts[v]
		if grow := c.upper*c.lower - c.upper - c.lower; !some || grow < cost || grow == cost && v < best {
			best, cost, some = v, grow, true
		}
	}
	return best, some
}

// eliminate combines the upper with the lower bounds of v, the eliminated-th variable.
func eliminate(rows []tracked, v Var, eliminated, limit int, integral func(Var) bool) (
	out []tracked, absurd *Row, ok bool) {
	var upper, lower []tracked
	for _, r := range rows {
		switch c := r.Coef(v); {
		case c.IsZero():
			out = append(out, r)
		case c.Sign() > 0:
			upper = append(upper, r)
		default:
			lower = append(lower, r)
		}
	}
	for _, u := range upper {
		for _, l := range lower {
			from := make([]uint64, len(u.from))
			n := 0
			for i := range from {
				from[i] = u.from[i] | l.from[i]
				n += bits.OnesCount64(from[i])
			}
			if n > eliminated+1 {
				continue
			}
			r := Combine(u.Row.Scale(u.Coef(v).Inv()), l.Coef(v).Inv().Neg(), l.Row).Normal(integral)
			if r.Absurd() {
				return nil, &r, true
			}
			if r.Trivial() {
				continue
			}
			if out = insert(out, tracked{r, from}); len(out) > limit {
				return nil, nil, false
			}
		}
	}
	return out, nil, true
}

// insert adds r unless a row of the same sum implies it, and drops those that it implies.
func insert(rows []tracked, r tracked) []tracked {
	for i := range rows {
		if compareForms(rows[i].Row, r.Row) != 0 {
			continue
		}
		if tighter(rows[i].Row, r.Row) {
			return rows
		}
		if tighter(r.Row, rows[i].Row) {
			rows[i] = r
			return rows
		}
	}
	return append(rows, r)
}
