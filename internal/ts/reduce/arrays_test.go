package reduce

import (
	"slices"
	"testing"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// TestSplitArrays splits an array that constants index, where of two stores to an element the later one
// counts, and leaves one that a variable indexes.
func TestSplitArrays(t *testing.T) {
	for _, constant := range []bool{true, false} {
		s := oneProcess(3)
		st := s.Terms
		sort := st.ArraySort(term.BitVec(2), term.BitVec(4))
		a := st.Symbol("a", sort)
		s.Vars = append(s.Vars, ts.Var{Name: "a", Sym: a, Len: 4, Owner: ts.Shared,
			Init: st.ConstArray(sort, st.BV(4, 9))},
			ts.Var{Name: "i", Sym: st.Symbol("i", term.BitVec(2)), Init: st.BV(2, 1)})
		at := st.BV(2, 1)
		if !constant {
			at = s.Vars[2].Sym
		}
		stores := st.StoreArr(st.StoreArr(a, st.BV(2, 1), st.BV(4, 5)), at, st.BV(4, 6))
		stores = st.StoreArr(stores, st.BV(2, 3), st.BV(4, 7))
		s.Instructions = []ts.Instruction{
			{To: 1, Guard: st.True(), Updates: []ts.Update{{Var: 1, Value: stores}}},
			{From: 1, To: 2, Guard: st.Eq(st.Select(a, st.BV(2, 1)), st.BV(4, 6))},
		}
		for v := range uint64(16) {
			for i := range uint64(4) {
				s.Goals = append(s.Goals, ts.Goal{At: 2,
					Guard: st.Eq(st.Select(a, st.BV(2, i)), st.BV(4, v))})
			}
		}
		before := reached(t, s)
		if got := splitArrays(s); got != constant {
			t.Errorf("the array was split: %v", got)
		}
		if after := reached(t, s); !slices.Equal(before, after) {
			t.Errorf("goals are reached after %v, before after %v", after, before)
		}
	}
}
