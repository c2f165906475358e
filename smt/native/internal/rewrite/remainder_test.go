package rewrite

import (
	"testing"

	"whittle.dev/term"
)

// divisions are the operators that remainder.go is about.
var divisions = []term.Op{term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem}

// TestSumsWithConstantsDivided compares all quotients and remainders of x + c by K with their images,
// for all values of x, c and K at small widths.
func TestSumsWithConstantsDivided(t *testing.T) {
	for w := 1; w <= 5; w++ {
		st := term.NewStore()
		x := st.Symbol("x", term.BitVec(w))
		rw := New(st)
		changed := 0
		for k := range uint64(1) << w {
			for c := range uint64(1) << w {
				for _, op := range divisions {
					f := st.Mk(op, nil, st.BVAdd(x, st.BV(w, c)), st.BV(w, k))
					g := rw.Apply(f)
					if f != g {
						changed++
					}
					for v := range uint64(1) << w {
						m := term.Map{x: term.BVValue(w, v)}
						if want, got := evalUint(t, st, f, m), evalUint(t, st, g, m); got != want {
							t.Fatalf("%s is %d for %d, but its image %s is %d", st.String(f), want, v,
								st.String(g), got)
						}
					}
				}
			}
		}
		if w > 2 && changed < 1<<(2*w) {
			t.Errorf("width %d: only %d of the terms changed", w, changed)
		}
	}
}

// TestWideDivisors evaluates images at widths where machine words end.
func TestWideDivisors(t *testing.T) {
	for _, w := range []int{32, 63, 64} {
		st := term.NewStore()
		x := st.Symbol("x", term.BitVec(w))
		rw := New(st)
		max := uint64(1)<<(w-1)<<1 - 1
		values := []uint64{0, 1, 41, 42, 43, max / 42, max/42*42 - 1, max / 2, max/2 + 1, max - 42, max - 1,
			max}
		for _, k := range []uint64{3, 42, max/2 - 1, max/2 + 2, max, max - 41} {
			for _, c := range values {
				for _, op := range divisions {
					f := st.Mk(op, nil, st.BVAdd(x, st.BV(w, c)), st.BV(w, k))
					g := rw.Apply(f)
					for _, v := range values {
						m := term.Map{x: term.BVValue(w, v)}
						if want, got := evalUint(t, st, f, m), evalUint(t, st, g, m); got != want {
							t.Fatalf("%s is %d for %d, but its image %d", st.String(f), want, v, got)
						}
					}
				}
			}
		}
	}
}
