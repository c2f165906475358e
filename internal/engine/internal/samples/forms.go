package samples

import (
	"slices"

	"whittle.dev/term"
)

// Bounds of linear forms: of how many variables, with which coefficients, and how many at one location.
const (
	maxFormVariables = 6
	maxFactor        = 8
	maxFactors       = 2
	maxForms         = 160
)

// forms appends lower bounds of sums of two or three variables, each with the coefficient 1 or -1, and one of
// them perhaps with a small constant of the program: c <= x + y - z, c <= 2*x - y. They are what is left of
// an affine relation when one of its variables is bounded and matters no more.
func (g *group) forms(st *term.Store, which []int, pool []uint64, out []term.Term) []term.Term {
	n := min(g.own, maxFormVariables)
	factors := g.factors(pool)
	found := 0
	try := func(coef []int64) {
		if found >= maxForms {
			return
		}
		ts := g.form(st, which, pool, coef)
		found += len(ts)
		out = append(out, ts...)
	}
	for _, size := range []int{2, 3} {
		for _, factor := range factors {
			if size == 2 && factor == 1 {
				g.choose(n, size, func(at []int) {
					try(g.coefficients(at, []int64{1, 1}))
					try(g.coefficients(at, []int64{-1, -1}))
				})
				continue
			}
			for signs := range 1 << size {
				for scaled := range size {
					if factor == 1 && scaled > 0 {
						break
					}
					c := make([]int64, size)
					for i := range c {
						c[i] = 1 - 2*int64(signs>>i&1)
					}
					c[scaled] *= factor
					g.choose(n, size, func(at []int) { try(g.coefficients(at, c)) })
				}
			}
		}
	}
	return out
}

// factors are 1 and small constants of the program.
func (g *group) factors(pool []uint64) []int64 {
	out := []int64{1}
	for _, c := range pool {
		if f := g.signed(c); f > 1 && f <= maxFactor && !slices.Contains(out, f) && len(out) <= maxFactors {
			out = append(out, f)
		}
	}
	return out
}

// choose calls f with all ascending choices of size indices below n.
func (g *group) choose(n, size int, f func(at []int)) {
	at := make([]int, size)
	var next func(k, from int)
	next = func(k, from int) {
		if k == size {
			f(at)
			return
		}
		for i := from; i < n; i++ {
			at[k] = i
			next(k+1, i+1)
		}
	}
	next(0, 0)
}

func (g *group) coefficients(at []int, c []int64) []int64 {
	out := make([]int64, len(g.syms))
	for k, i := range at {
		out[i] = c[k]
	}
	return out
}

// form are lower bounds of a sum that some samples have.
func (g *group) form(st *term.Store, which []int, pool []uint64, coef []int64) []term.Term {
	least, same := int64(0), true
	for n, k := range which {
		sum := uint64(0)
		for i, c := range coef {
			sum += uint64(c) * g.rows[k][i]
		}
		s := g.signed(sum)
		if n == 0 {
			least = s
		}
		same = same && s == least
		least = min(least, s)
	}
	if same {
		return nil // an affine relation
	}
	var out []term.Term
	for _, c := range g.nearby(least, pool) {
		out = append(out, g.atLeast(st, c, coef))
	}
	return out
}

// smallDifference bounds the constants of sums and differences, up to those of the program.
const smallDifference = 16

// nearby are lower bounds to try when the least sample is x: that, if it is small or a constant of the
// program, and 0 and 1, since the least value may not be among the samples.
func (g *group) nearby(x int64, pool []uint64) []int64 {
	var out []int64
	mask := ^uint64(0) >> (64 - g.width)
	if x >= -smallDifference && x <= smallDifference || slices.Contains(pool, uint64(x)&mask) {
		out = append(out, x)
	}
	for _, c := range []int64{1, 0} {
		if x > c {
			out = append(out, c)
		}
	}
	return out
}

// atLeast is c <= sum of coef[i]*x[i].
func (g *group) atLeast(st *term.Store, c int64, coef []int64) term.Term {
	if !g.sort.IsInt() {
		sum := st.BV(g.width, 0)
		for i, f := range coef {
			sum = st.BVAdd(sum, st.BVMul(st.BV(g.width, uint64(f)), g.syms[i]))
		}
		return st.BVSle(st.BV(g.width, uint64(c)), sum)
	}
	var parts []term.Term
	for i, f := range coef {
		if f != 0 {
			parts = append(parts, st.IntMul(st.Int64(f), g.syms[i]))
		}
	}
	return st.Le(st.Int64(c), st.IntAdd(parts...))
}
