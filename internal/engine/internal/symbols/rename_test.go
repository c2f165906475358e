package symbols

import (
	"reflect"
	"testing"

	"whittle.dev/term"
)

func TestRename(t *testing.T) {
	st := term.NewStore()
	r := NewRenamer(st, "n!")
	a, b, c := st.Symbol("a", term.BitVec(8)), st.Symbol("b", term.BitVec(8)), st.Symbol("c", term.BitVec(8))
	one, _ := r.Rename([]term.Term{st.BVUlt(a, b), st.BVUlt(b, c)})
	two, syms := r.Rename([]term.Term{st.BVUlt(c, a), st.BVUlt(a, b)})
	if !reflect.DeepEqual(one, two) || !reflect.DeepEqual(syms, []term.Term{c, a, b}) {
		t.Error("equal lists under other names differ")
	}
	three, _ := r.Rename([]term.Term{st.BVUlt(c, a), st.BVUlt(b, a)})
	if reflect.DeepEqual(one, three) {
		t.Error("different lists are equal")
	}
}
