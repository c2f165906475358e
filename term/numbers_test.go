package term

import (
	"math/rand/v2"
	"testing"
)

// TestNumberRules proves the rules over Int, Real and arrays of testdata/numbers, in the form of
// testdata/rules: they are compared on all small values, and with extreme ones.
//
// i, j, k are Int, u, v are Real, a, b are arrays from bit-vectors of width w to such; #n is the Int n, and
// #n/m is a Real. Other names are as in TestRules.
func TestNumberRules(t *testing.T) {
	for _, r := range readRules(t, "testdata/numbers") {
		for _, w := range []int{1, 2, 3, 8} {
			if w >= r.least {
				proveByEval(t, w, r.left, r.right)
			}
		}
	}
}

func proveByEval(t *testing.T, w int, left, right string) {
	s := ruleStore(w)
	l, r := readRule(s, w, left), readRule(s, w, right)
	if l.built != r.built {
		t.Errorf("width %d: %s is built as %s, want %s", w, left, s.String(l.built), s.String(r.built))
	}
	b := &workbench{t: t, rng: rand.New(rand.NewPCG(1, 3)), s: s}
	b.vars = s.Symbols(l.raw, r.raw)
	b.pool = []pair{l, r, {l.raw, r.raw}}
	for range 200 {
		b.compare()
	}
}
