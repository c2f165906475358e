package ts

import (
	"slices"
	"testing"

	"whittle.dev/term"
)

// TestSummarise finds what instructions read and write, elements of arrays by their indices, and whose the
// variables are.
func TestSummarise(t *testing.T) {
	s := handmade([]int{2, 2}, "x", "y", "z")
	st := s.Terms
	x, y, z := s.Vars[2].Sym, s.Vars[3].Sym, s.Vars[4].Sym
	sort := st.ArraySort(term.BitVec(4), term.BitVec(4))
	a := st.Symbol("a", sort)
	s.Vars = append(s.Vars, Var{Name: "a", Sym: a, Len: 16, Owner: 1, Init: st.ConstArray(sort, st.BV(4, 0))})
	// a[x] := a[y] + 1, and z := x; process b writes to x.
	s.instruction(0, 0, 1, Update{5, st.StoreArr(a, x, st.BVAdd(st.Select(a, y), st.BV(4, 1)))}, Update{4, x})
	s.instruction(1, 0, 1, Update{2, st.BV(4, 3)})
	s.Goals = []Goal{{Process: 0, At: 1, Guard: st.Eq(st.Select(a, z), y)}}
	s.Summarise()
	in, g := s.Instructions[0], s.Goals[0]
	if !slices.Equal(in.Reads, []int{2, 3}) || !slices.Equal(in.Writes, []int{4}) ||
		!slices.Equal(in.ElemReads, []Element{{5, y}}) || !slices.Equal(in.ElemWrites, []Element{{5, x}}) {
		t.Errorf("%+v", in)
	}
	if !slices.Equal(g.Reads, []int{3, 4}) || !slices.Equal(g.ElemReads, []Element{{5, z}}) ||
		!slices.Equal(s.GoalVars(&g), []int{0, 3, 4, 5}) {
		t.Errorf("%+v", g)
	}
	var owners []int
	for _, v := range s.Vars {
		owners = append(owners, v.Owner)
	}
	if want := []int{0, 1, Shared, 0, 0, 0}; !slices.Equal(owners, want) {
		t.Errorf("owners %v, want %v", owners, want)
	}
}
