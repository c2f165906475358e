package steps

import (
	"testing"

	"whittle.dev/term"
)

// TestPick selects an element of lists of two, four and more by all indices.
func TestPick(t *testing.T) {
	for n := 1; n <= 16; n *= 2 {
		st := term.NewStore()
		var elements []term.Term
		for i := range n {
			elements = append(elements, st.BV(8, uint64(100+i)))
		}
		w := width(n)
		if 1<<w < n || w > 1 && 1<<(w-1) >= n {
			t.Errorf("%d bits for %d values", w, n)
		}
		index := st.Symbol("index", term.BitVec(w))
		got := pick(st, elements, index)
		for i := range uint64(1) << w {
			v, err := st.Eval(got, term.Map{index: term.BVValue(w, i)})
			if err != nil {
				t.Fatal(err)
			}
			if k := v.Uint64() - 100; k != min(i, uint64(n-1)) {
				t.Errorf("%d elements: index %d selects %d", n, i, v.Uint64())
			}
		}
	}
}
