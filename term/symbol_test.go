package term

import (
	"fmt"
	"testing"
)

func TestSymbols(t *testing.T) {
	s := NewStore()
	x := s.Symbol("x", BitVec(8))
	if s.Symbol("x", BitVec(8)) != x || s.Name(x) != "x" || s.Lookup("x") != x || s.Lookup("y") != None {
		t.Error("a symbol is not found again")
	}
	mustPanic(t, "another sort", func() { s.Symbol("x", BitVec(9)) })
	s.Symbol("f!1", Bool)
	f, g := s.Fresh("f", Bool), s.Fresh("f", Bool)
	if f == g || s.Name(f) == "f!1" || s.Name(f) == s.Name(g) {
		t.Errorf("fresh symbols %q and %q", s.Name(f), s.Name(g))
	}
	if e := s.Symbol("", Int); s.Name(e) != "" || s.Symbol("", Int) != e {
		t.Error("the empty name")
	}
	long := string(make([]byte, 3*nameChunk))
	if s.Name(s.Symbol(long, Int)) != long {
		t.Error("a long name")
	}
	a, b, c := s.Symbol("a", Bool), s.Symbol("b", Bool), s.Symbol("c", Bool)
	got := s.Symbols(s.MkRaw(OpIte, nil, c, s.MkRaw(OpAnd, nil, b, c), a), f)
	if want := []Term{c, b, a, f}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Symbols = %v, want %v", got, want)
	}
}
