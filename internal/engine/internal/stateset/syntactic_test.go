package stateset

import (
	"context"
	"testing"

	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/term"
)

// TestObvious compares what is said of slots with an enumeration of the values of slices, over all pairs of
// some slices.
func TestObvious(t *testing.T) {
	const w = 4
	st := term.NewStore()
	x := st.Symbol("x", term.BitVec(w))
	bv := func(v uint64) term.Term { return st.BV(w, v) }
	odd := func(t term.Term) term.Term { return st.Not(st.Eq(st.BVURem(t, bv(3)), bv(0))) }
	plus := func(v uint64) term.Term { return st.BVAdd(x, bv(v)) }
	images := []*slice{
		{vals: []term.Term{x}, conj: []term.Term{odd(x)}},
		{vals: []term.Term{plus(1)}, conj: []term.Term{odd(x)}},
		{vals: []term.Term{plus(1)}, conj: []term.Term{odd(plus(1))}},
		{vals: []term.Term{plus(2)}, conj: []term.Term{odd(x), odd(plus(1))}},
		{vals: []term.Term{st.BVNot(x)}, conj: []term.Term{odd(x)}},
		{vals: []term.Term{st.BVNeg(x)}, conj: []term.Term{odd(x), odd(plus(1)), odd(plus(2))}},
		{vals: []term.Term{st.BVXor(x, bv(5))}, conj: []term.Term{odd(st.BVXor(x, bv(5)))}},
		{vals: []term.Term{st.ZeroExt(2, st.Extract(1, 0, x))}},
		{vals: []term.Term{st.BVMul(x, bv(3))}, conj: []term.Term{odd(x)}},
		{vals: []term.Term{st.SignExt(2, st.Symbol("y", term.BitVec(2)))}},
	}
	values := func(sl *slice) map[uint64]bool {
		out := map[uint64]bool{}
		for v := range uint64(1) << w {
			m := term.Map{x: term.BVValue(w, v), st.Symbol("y", term.BitVec(2)): term.BVValue(2, v&3)}
			eval := term.NewEvaluator(st, m)
			in := true
			for _, c := range sl.conj {
				b, err := eval.Eval(c)
				if err != nil {
					t.Fatal(err)
				}
				in = in && b.Bool()
			}
			val, err := eval.Eval(sl.vals[0])
			if err != nil {
				t.Fatal(err)
			}
			if in {
				out[val.Uint64()] = true
			}
		}
		return out
	}
	s := New(Config{}).View(context.Background(), st)
	canon := symbols.NewRenamer(st, "x!")
	var sets []map[uint64]bool
	var numbers []int32
	for _, sl := range images {
		sets = append(sets, values(sl))
		all, _ := canon.Rename(append(append([]term.Term(nil), sl.vals...), sl.conj...))
		numbers = append(numbers, s.intern(&slice{vals: all[:1], conj: all[1:], odd: true}))
	}
	shown := 0
	for i, a := range numbers {
		for j, b := range numbers {
			part := true
			for v := range sets[i] {
				part = part && sets[j][v]
			}
			obvious := s.obvious(a, b)
			if obvious && !part {
				t.Errorf("slice %d is not a part of slice %d", i, j)
			}
			if obvious && i != j {
				shown++
			}
		}
	}
	if shown < 4 {
		t.Errorf("only %d inclusions were seen", shown)
	}
}
