package emptiness

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestInterval compares random conjunctions with all values of the symbol.
func TestInterval(t *testing.T) {
	st := term.NewStore()
	e := Checker{s: st}
	r := rand.New(rand.NewPCG(5, 6))
	found := map[smt.Status]int{}
	for range 20_000 {
		w := 1 + r.IntN(4)
		x := st.Symbol([]string{"", "a", "b", "c", "d"}[w], term.BitVec(w))
		p := &Part{Syms: []term.Term{x}}
		for range 1 + r.IntN(5) {
			k := st.BV(w, r.Uint64())
			var c term.Term
			switch r.IntN(5) {
			case 0:
				c = st.BVUlt(x, k)
			case 1:
				c = st.BVUlt(k, x)
			case 2:
				c = st.BVSlt(x, k)
			case 3:
				c = st.BVSlt(k, x)
			default:
				c = st.Eq(x, k)
			}
			if r.IntN(3) > 0 {
				c = st.Not(c)
			}
			if !st.IsConst(c) {
				p.Conj = append(p.Conj, c)
			}
		}
		want := smt.Unsat
		for v := range uint64(1) << w {
			all := true
			for _, c := range p.Conj {
				b, err := st.Eval(c, term.Map{x: term.BVValue(w, v)})
				all = all && err == nil && b.Bool()
			}
			if all {
				want = smt.Sat
			}
		}
		got, _ := e.interval(p)
		if found[got]++; got != smt.Unknown && got != want {
			t.Fatalf("%v, want %v: %s", got, want, st.String(st.And(p.Conj...)))
		}
	}
	if found[smt.Sat] < 1000 || found[smt.Unsat] < 1000 || found[smt.Unknown] > 2000 {
		t.Errorf("the conjunctions are too one-sided: %v", found)
	}
}
