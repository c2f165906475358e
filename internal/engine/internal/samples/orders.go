package samples

import (
	"cmp"
	"slices"

	"whittle.dev/term"
)

// order is a way to compare numbers: bit-vectors with or without sign, integers.
type order struct {
	le   func(x, y term.Term) term.Term
	less func(a, b uint64) int // compares
}

func (g *group) orders(st *term.Store) []order {
	signed := func(a, b uint64) int { return cmp.Compare(g.signed(a), g.signed(b)) }
	if g.sort.IsInt() {
		return []order{{st.Le, signed}}
	}
	return []order{{st.BVSle, signed}, {st.BVUle, cmp.Compare[uint64]}}
}

// bounds appends the bounds of single variables in some samples: the least and the greatest value, and the
// nearest constants of the program beyond them.
func (g *group) bounds(st *term.Store, which []int, pool []uint64, out []term.Term) []term.Term {
	for _, o := range g.orders(st) {
		for j, sym := range g.syms[:g.own] {
			low, high := g.rows[which[0]][j], g.rows[which[0]][j]
			for _, i := range which {
				x := g.rows[i][j]
				if o.less(x, low) < 0 {
					low = x
				}
				if o.less(x, high) > 0 {
					high = x
				}
			}
			if low == high {
				continue // an affine relation
			}
			out = append(out, o.le(g.constant(st, low), sym), o.le(sym, g.constant(st, high)))
			sorted := slices.SortedFunc(slices.Values(pool), o.less)
			if k := slices.IndexFunc(sorted, func(c uint64) bool { return o.less(c, high) > 0 }); k >= 0 {
				out = append(out, o.le(sym, g.constant(st, sorted[k])))
			}
			slices.Reverse(sorted)
			if k := slices.IndexFunc(sorted, func(c uint64) bool { return o.less(c, low) < 0 }); k >= 0 {
				out = append(out, o.le(g.constant(st, sorted[k]), sym))
			}
		}
	}
	return out
}

// pairs appends the orders of two variables in some samples, and small bounds of their difference.
func (g *group) pairs(st *term.Store, which []int, pool []uint64, out []term.Term) []term.Term {
	for i := range g.own {
		for j := range g.own {
			if i != j {
				out = g.pair(st, i, j, which, pool, out)
			}
		}
	}
	return out
}

func (g *group) pair(st *term.Store, i, j int, which []int, pool []uint64, out []term.Term) []term.Term {
	x, y := g.syms[i], g.syms[j]
	for _, o := range g.orders(st) {
		strict, weak := true, true
		for _, k := range which {
			c := o.less(g.rows[k][i], g.rows[k][j])
			strict, weak = strict && c < 0, weak && c <= 0
		}
		if weak {
			out = append(out, o.le(x, y))
		}
		if strict {
			out = append(out, st.Not(o.le(y, x)))
		}
	}
	least := g.signed(g.rows[which[0]][i] - g.rows[which[0]][j])
	for _, k := range which {
		least = min(least, g.signed(g.rows[k][i]-g.rows[k][j]))
	}
	coef := make([]int64, len(g.syms))
	coef[i], coef[j] = 1, -1
	for _, c := range g.nearby(least, pool) {
		out = append(out, g.atLeast(st, c, coef))
	}
	return out
}
