package fromcfa

import (
	"math/bits"

	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// indexWidth is the number of bits that index n elements.
func indexWidth(n int) int { return max(1, bits.Len(uint(n-1))) }

// divide returns q with t = q*by modulo 2^width, if t is a sum of multiples.
func divide(st *term.Store, t term.Term, by uint64) (term.Term, bool) {
	w := st.Sort(t).Width()
	if by == 1 {
		return t, true
	}
	switch st.Op(t) {
	case term.OpConst:
		c, ok := st.ConstUint64(t)
		if !ok {
			return term.None, false
		}
		if c%by != 0 {
			// A negative multiple.
			if n := -c & absint.Mask(w); n%by == 0 {
				return st.BVNeg(st.BV(w, n/by)), true
			}
			return term.None, false
		}
		if n := -c & absint.Mask(w); c>>(w-1) != 0 && n%by == 0 {
			return st.BVNeg(st.BV(w, n/by)), true
		}
		return st.BV(w, c/by), true
	case term.OpBVAdd:
		sum := st.BV(w, 0)
		for _, a := range st.Args(t) {
			q, ok := divide(st, a, by)
			if !ok {
				return term.None, false
			}
			sum = st.BVAdd(sum, q)
		}
		return sum, true
	case term.OpBVNeg:
		q, ok := divide(st, st.Arg(t, 0), by)
		if !ok {
			return term.None, false
		}
		return st.BVNeg(q), true
	case term.OpIte:
		a, ok := divide(st, st.Arg(t, 1), by)
		c, ok2 := divide(st, st.Arg(t, 2), by)
		if !ok || !ok2 {
			return term.None, false
		}
		return st.Ite(st.Arg(t, 0), a, c), true
	case term.OpBVMul:
		args := st.Args(t)
		for i, a := range args {
			c, ok := st.ConstUint64(a)
			if !ok || c%by != 0 {
				continue
			}
			product := st.BV(w, c/by)
			for j, other := range args {
				if j != i {
					product = st.BVMul(product, other)
				}
			}
			return product, true
		}
	case term.OpConcat:
		// Zeros at the bottom: a multiple of a power of two.
		k := bits.TrailingZeros64(by)
		lo := st.Arg(t, 1)
		if c, ok := st.ConstUint64(lo); ok && c == 0 && by == 1<<k && st.Sort(lo).Width() >= k {
			return st.ZeroExt(k, st.Extract(w-1, k, t)), true
		}
	}
	return term.None, false
}

// below is the condition t < n, unsigned, over as few bits as are sure to suffice.
func below(st *term.Store, t term.Term, n uint64) term.Term {
	for {
		op := st.Op(t)
		if op != term.OpZeroExt && op != term.OpSignExt {
			break
		}
		inner := st.Arg(t, 0)
		w := st.Sort(inner).Width()
		if op == term.OpSignExt {
			w-- // a negative number must not become a small one
		}
		if w < 64 && n > 1<<w {
			break
		}
		t = inner
	}
	w := st.Sort(t).Width()
	if w < 64 && n >= 1<<w {
		return st.True()
	}
	return st.BVUlt(t, st.BV(w, n))
}
