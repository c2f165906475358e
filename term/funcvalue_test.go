package term

import (
	"math/big"
	"testing"
)

func TestFuncValue(t *testing.T) {
	s := NewStore()
	num := func(n int64) Value { return IntValue(big.NewInt(n)) }
	entry := func(a, b, r int64) FuncEntry { return FuncEntry{[]Value{num(a), num(b)}, num(r)} }
	sort := s.FuncSort([]Sort{Int, Int}, Int)
	v := s.FuncValue(sort, num(0), entry(2, 1, 7), entry(1, 2, 4), entry(1, 2, 5), entry(3, 3, 0))
	for _, c := range []struct{ a, b, want int64 }{{2, 1, 7}, {1, 2, 5}, {3, 3, 0}, {4, 4, 0}, {1, 1, 0}} {
		if got := v.Call(num(c.a), num(c.b)); !got.Equal(num(c.want)) {
			t.Errorf("f(%d, %d) = %v, want %d", c.a, c.b, got, c.want)
		}
	}
	def, table := v.Table()
	if !def.Equal(num(0)) || len(table) != 2 {
		t.Errorf("default %v, table %v", def, table)
	}
	const text = "(lambda ((x!1 Int) (x!2 Int)) " +
		"(ite (and (= x!1 1) (= x!2 2)) 5 (ite (and (= x!1 2) (= x!2 1)) 7 0)))"
	if v.String() != text {
		t.Error(v)
	}
	if w := s.FuncValue(sort, num(0), entry(1, 2, 5), entry(2, 1, 7)); !v.Equal(w) {
		t.Error("equal functions differ")
	}
	for _, w := range []Value{s.FuncValue(sort, num(1), entry(1, 2, 5), entry(2, 1, 7)),
		s.FuncValue(sort, num(0), entry(1, 2, 5)), s.FuncValue(sort, num(0), entry(1, 2, 5), entry(2, 1, 8)),
		s.FuncValue(sort, num(0), entry(1, 2, 5), entry(2, 1, 7), entry(2, 2, 7)), s.ZeroValue(sort)} {
		if v.Equal(w) || w.Equal(v) {
			t.Errorf("%v and %v are equal", v, w)
		}
	}
	mustPanic(t, "a default of another sort", func() { s.FuncValue(sort, BoolValue(true)) })
	mustPanic(t, "an entry of other sorts", func() { s.FuncValue(sort, num(0), FuncEntry{nil, num(1)}) })
	mustPanic(t, "a literal", func() { s.FromValue(v) })
}

// TestFuncValueCovers compares functions whose exceptions are all operands that there are.
func TestFuncValueCovers(t *testing.T) {
	s := NewStore()
	sort := s.FuncSort([]Sort{Bool, BitVec(1)}, Bool)
	make := func(def bool, results ...bool) Value {
		var table []FuncEntry
		for i, r := range results {
			args := []Value{BoolValue(i&1 == 1), BVValue(1, uint64(i>>1))}
			table = append(table, FuncEntry{args, BoolValue(r)})
		}
		return s.FuncValue(sort, BoolValue(def), table...)
	}
	if !make(false, true, true, true, true).Equal(make(true)) ||
		!make(true, true, false, true, false).Equal(make(false, true, false, true, false)) {
		t.Error("equal functions differ")
	}
	if make(false, true, true, true).Equal(make(true)) ||
		make(true, true, false, true, false).Equal(make(false, true, false, true, true)) {
		t.Error("different functions are equal")
	}
}

func TestElementValue(t *testing.T) {
	s := NewStore()
	set, other := s.SortSymbol("set"), s.SortSymbol("other")
	a, b := s.ElementValue(set, 0), s.ElementValue(set, 1)
	if a.Equal(b) || !a.Equal(s.ZeroValue(set)) || a.Equal(s.ZeroValue(other)) {
		t.Error("elements are compared wrongly")
	}
	lit := s.FromValue(b)
	if !s.IsConst(lit) || !s.ConstValue(lit).Equal(b) || s.Eq(lit, s.FromValue(a)) != s.False() {
		t.Error("the literal of an element")
	}
	if _, ok := s.ConstUint64(lit); ok || s.ConstBig(lit) != nil || s.ConstRat(lit) != nil {
		t.Error("an element is a number")
	}
	if b.String() != "(as @1 set)" || s.SortString(set) != "set" || s.SortSymbol("set") != set {
		t.Errorf("%v of sort %s", b, s.SortString(set))
	}
	arr := s.ArraySort(set, Int)
	v := s.ZeroValue(arr).With(b, IntValue(big.NewInt(3)))
	if !v.At(b).Equal(IntValue(big.NewInt(3))) || !v.At(a).Equal(IntValue(new(big.Int))) {
		t.Errorf("%v", v)
	}
	mustPanic(t, "no sort", func() { s.ElementValue(Int, 0) })
}
