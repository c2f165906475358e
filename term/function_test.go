package term

import (
	"math/big"
	"testing"
)

func TestFunc(t *testing.T) {
	s := NewStore()
	set := s.SortSymbol("set")
	f := s.Func("f", []Sort{set, Int}, set)
	x, i := s.Symbol("x", set), s.Symbol("i", Int)
	fx := s.Apply(f, x, i)
	if s.Sort(fx) != set || s.Op(fx) != OpApply || s.Arg(fx, 0) != f || s.Arg(fx, 2) != i {
		t.Errorf("%s of sort %s", s.String(fx), s.SortString(s.Sort(fx)))
	}
	if s.Func("f", []Sort{set, Int}, set) != f || s.Lookup("f") != f || s.Apply(f, x, i) != fx {
		t.Error("a function is made twice")
	}
	if c := s.Func("c", nil, Int); s.Sort(c) != Int || s.Apply(c) != c {
		t.Error("a function without operands is no constant")
	}
	if got := s.SortString(s.Sort(f)); got != "(-> set Int set)" {
		t.Error(got)
	}
	if got := s.Symbols(s.Eq(fx, x)); len(got) != 3 {
		t.Errorf("symbols %v", got)
	}
	g := s.Func("g", []Sort{set, Int}, set)
	if got := s.Substitute(fx, map[Term]Term{f: g, i: s.Int64(2)}); got != s.Apply(g, x, s.Int64(2)) {
		t.Error(s.String(got))
	}
	for what, bad := range map[string]func(){
		"another sort":     func() { s.Func("f", []Sort{set}, set) },
		"too few operands": func() { s.Apply(f, x) },
		"no operands":      func() { s.Apply(f) },
		"wrong operands":   func() { s.Apply(f, i, x) },
		"no function":      func() { s.Apply(x, i) },
		"=":                func() { s.Eq(f, g) },
		"ite":              func() { s.Ite(s.True(), f, g); s.Ite(s.Symbol("p", Bool), f, g) },
		"an operand":       func() { s.FuncSort([]Sort{s.Sort(f)}, Int) },
		"an array":         func() { s.ArraySort(s.Sort(f), Int) },
		"no sort":          func() { s.FuncParts(Int) },
	} {
		mustPanic(t, what, bad)
	}
}

// TestBodyOf compares the term of a function value with the value.
func TestBodyOf(t *testing.T) {
	s := NewStore()
	f := s.Func("f", []Sort{Int, BitVec(2)}, Int)
	i, x := s.Symbol("i", Int), s.Symbol("x", BitVec(2))
	num := func(n int64) Value { return IntValue(big.NewInt(n)) }
	v := s.FuncValue(s.Sort(f), num(9), FuncEntry{[]Value{num(1), BVValue(2, 2)}, num(5)},
		FuncEntry{[]Value{num(1), BVValue(2, 3)}, num(6)})
	body := s.BodyOf(v, i, x)
	for n := range int64(3) {
		for b := range uint64(4) {
			a := Map{f: v, i: num(n), x: BVValue(2, b)}
			got, err := s.Eval(body, a)
			want, err2 := s.Eval(s.Apply(f, i, x), a)
			if err != nil || err2 != nil || !got.Equal(want) {
				t.Errorf("f(%d, %d): %v, want %v", n, b, got, want)
			}
		}
	}
}
