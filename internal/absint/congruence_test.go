package absint

import "testing"

// TestCongruenceLaws compares what is said of small congruences with what the operations do to their members.
func TestCongruenceLaws(t *testing.T) {
	const reach = 20
	var all []Congruence
	for rem := range int64(8) {
		all = append(all, Exactly(rem), Exactly(-rem))
		for mod := uint64(1); mod <= 8; mod++ {
			all = append(all, CongruentTo(mod, rem))
		}
	}
	members := func(c Congruence) (out []int64) {
		for n := int64(-reach); n <= reach; n++ {
			if c.Has(n) {
				out = append(out, n)
			}
		}
		return out
	}
	has := func(what string, a, b, c Congruence, n int64) {
		if !c.Has(n) {
			t.Fatalf("%s of %v and %v = %v lacks %d", what, a, b, c, n)
		}
	}
	for _, a := range all {
		for _, x := range members(a) {
			has("negation", a, a, a.Neg(), -x)
			has("power of two", a, a, a.PowerOfTwo(), x)
			has("three bits", a, a, a.Wrapped(3), SignExtend(uint64(x), 3))
			if x >= -4 && x < 4 {
				has("three bits, unsigned", a, a, a.Unsigned(3), x&7)
			}
			for k := int64(-5); k <= 5; k++ {
				has("product", a, a, a.Times(k), x*k)
			}
		}
		for _, b := range all {
			for _, x := range members(a) {
				has("join", a, b, a.Join(b), x)
				has("join", a, b, b.Join(a), x)
				for _, y := range members(b) {
					has("sum", a, b, a.Add(b), x+y)
					for _, n := range []int64{1, 2, 4} {
						if x < y+4 && y < x+n && !a.Overlaps(uint64(n), b, 4) {
							t.Fatalf("%d bytes in %v and 4 in %v: %d and %d overlap", n, a, b, x, y)
						}
						if d := Distance(x, y); a.Apart(b, uint64(n)) && d > 0 && d < uint64(n) {
							t.Fatalf("%d of %v and %d of %v are not %d apart", x, a, y, b, n)
						}
					}
				}
			}
		}
	}
}
