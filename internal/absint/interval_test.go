package absint

import (
	"testing"

	"whittle.dev/term"
)

// TestIntervalLaws compares the operations on all intervals of three bits with what they do to each value.
func TestIntervalLaws(t *testing.T) {
	const w = 3
	var all []Interval
	for lo := range uint64(8) {
		for n := range uint64(8) {
			all = append(all, Span(w, lo, lo+n))
		}
	}
	has := func(what string, a, b, c Interval, v uint64) {
		if !c.Has(v & 7) {
			t.Fatalf("%s of %v and %v = %v lacks %d", what, a, b, c, v&7)
		}
	}
	for _, a := range all {
		for _, b := range all {
			meet, some := a.Meet(b)
			for x := range uint64(8) {
				if a.Has(x) || b.Has(x) {
					has("join", a, b, a.Join(b), x)
					has("widening", a, b, a.Widen(b), x)
				}
				if a.Has(x) && b.Has(x) {
					if !some {
						t.Fatalf("meet of %v and %v is empty, but %d is in both", a, b, x)
					}
					has("meet", a, b, meet, x)
				}
				if a.Contains(b) && b.Has(x) {
					has("superset", a, b, a, x)
				}
				if !a.Has(x) {
					continue
				}
				has("negation", a, b, a.Neg(), -x)
				has("complement", a, b, a.Not(), ^x)
				for k := range uint64(8) {
					has("product", a, b, a.MulConst(k), x*k)
				}
				if e := a.SignExt(2); !e.Has(uint64(SignExtend(x, w)) & 31) {
					t.Fatalf("sign extension of %v = %v lacks %d", a, e, x)
				}
				if e := a.ZeroExt(2); !e.Has(x) {
					t.Fatalf("zero extension of %v = %v lacks %d", a, e, x)
				}
				if e := a.Low(2); !e.Has(x & 3) {
					t.Fatalf("low bits of %v = %v lacks %d", a, e, x&3)
				}
				for y := range uint64(8) {
					if !b.Has(y) {
						continue
					}
					has("sum", a, b, a.Add(b), x+y)
					for _, op := range []term.Op{term.OpEq, term.OpBVUlt, term.OpBVSlt} {
						holds := x == y
						switch op {
						case term.OpBVUlt:
							holds = x < y
						case term.OpBVSlt:
							holds = SignExtend(x, w) < SignExtend(y, w)
						}
						if !Compare(op, a, b).Has(Bit(holds)) {
							t.Fatalf("%v of %v and %v: wrong for %d, %d", op, a, b, x, y)
						}
						la, lb, ok := Bounds(op, a, b, holds)
						if !ok || !la.Has(x) || !lb.Has(y) {
							t.Fatalf("%v of %v and %v is %v: bounds %v, %v, %v lack %d, %d", op, a, b, holds,
								la, lb, ok, x, y)
						}
					}
				}
			}
		}
	}
}
