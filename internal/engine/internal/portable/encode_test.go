package portable_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// TestNames writes terms that differ in names only: nearly all have the same bytes.
func TestNames(t *testing.T) {
	same := 0
	const all = 300
	for n := range uint64(all) {
		a, b := term.NewStore(), term.NewStore()
		for i := range 3 { // handles come in another order
			b.Symbol(fmt.Sprintf("zv%d", 2-i), term.BitVec(16))
			b.Symbol(fmt.Sprintf("zb%d", 2-i), term.Bool)
		}
		x := (&random{a, rand.New(rand.NewPCG(n, 2)), "x"}).bool(3)
		y := (&random{b, rand.New(rand.NewPCG(n, 2)), "z"}).bool(3)
		if string(portable.NewEncoder(a).Append(nil, x)) == string(portable.NewEncoder(b).Append(nil, y)) {
			same++
		}
	}
	if same < all*8/10 {
		t.Errorf("%d of %d have the same bytes", same, all)
	}
}

// TestNumbered keeps the numbers that the caller gives.
func TestNumbered(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	number := map[term.Term]int{x: 70, y: 3}
	b := portable.NewEncoder(st).AppendNumbered(nil, func(s term.Term) int { return number[s] },
		st.BVSub(x, y))
	ts, _, err := portable.Decode(st, b, func(n int,
		_ term.Sort) term.Term {
		return map[int]term.Term{70: x, 3: y}[n]
	})
	if err != nil || len(ts) != 1 || ts[0] != st.BVSub(x, y) {
		t.Errorf("%v, %v", ts, err)
	}
}
