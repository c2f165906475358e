package rewrite

import (
	"math/rand/v2"
	"testing"
	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// evalPoly returns the value of p modulo 2^w for w up to 63.
func evalPoly(t *testing.T, st *term.Store, p polynomial, w int, a term.Assignment) uint64 {
	t.Helper()
	sum := uint64(0)
	for _, m := range p {
		x := m.c.lo
		for _, at := range m.atoms {
			x *= evalUint(t, st, at, a)
		}
		sum += x
	}
	return sum & (1<<w - 1)
}

// TestPolynomials compares terms with their polynomials on many assignments.
func TestPolynomials(t *testing.T) {
	n := testflag.Times(4000)
	if testing.Short() {
		n = 500
	}
	expanded := 0
	for i := range n {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		st := term.NewStore()
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{1, 2, 3, 4}, Symbols: 2, Raw: i%2 == 0}
		w := 1 + r.IntN(6)
		a, b := g.Vec(w, 1+r.IntN(4)), g.Vec(w, 1+r.IntN(3))
		if v := r.IntN(w + 1); v > 0 && i%3 == 0 { // sums and products that may or may not overflow inside
			inner := func() term.Term { k := r.IntN(v); return st.ZeroExt(k, g.Arith(v-k, 1)) }
			ops := []term.Op{term.OpBVAdd, term.OpBVAdd, term.OpBVMul, term.OpBVURem, term.OpBVSub}
			sum := inner()
			for range 1 + r.IntN(3) {
				sum = st.Mk(ops[r.IntN(len(ops))], nil, sum, inner())
			}
			a = st.ZeroExt(w-v, sum)
		}
		x := &unfolder{st: st, w: w}
		d, ok := x.difference(a, b)
		rw := New(st)
		p, q := rw.sum(a), rw.sum(b)
		if !ok {
			continue
		}
		expanded++
		yes, no := d.vanishes(w)
		for m := range assignments(r, st, 24, a, b) {
			va, vb := evalUint(t, st, a, m), evalUint(t, st, b, m)
			if got := evalPoly(t, st, d, w, m); got != (va-vb)&(1<<w-1) {
				t.Fatalf("case %d: %s - %s is %d, the polynomial %d under %v", i, st.String(a), st.String(b),
					(va-vb)&(1<<w-1), got, m)
			}
			if got := evalPoly(t, st, p, w, m); got != va {
				t.Fatalf("case %d: %s is %d, its sum %d", i, st.String(a), va, got)
			}
			if got := evalPoly(t, st, q, w, m); got != vb {
				t.Fatalf("case %d: %s is %d, its sum %d", i, st.String(b), vb, got)
			}
			if yes && va != vb || no && va == vb {
				t.Fatalf("case %d: %s = %s wrongly decided", i, st.String(a), st.String(b))
			}
		}
	}
	if expanded < n/2 {
		t.Errorf("only %d of %d polynomials", expanded, n)
	}
}
