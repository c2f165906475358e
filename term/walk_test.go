package term

import (
	"slices"
	"testing"
)

// TestSubterms: terms come once, in order, before their operands; and only below those to be entered.
func TestSubterms(t *testing.T) {
	s := NewStore()
	x, y := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8))
	sum := s.BVAdd(x, y)
	less := s.BVUlt(x, sum)
	all := []Term{less, x, sum, y}
	if got := slices.Collect(s.Subterms(less, sum, x)); !slices.Equal(got, all) {
		t.Errorf("subterms: %v, want %v", got, all)
	}
	var got []Term
	s.Walk(func(u Term) bool {
		got = append(got, u)
		return u != sum
	}, less, y)
	if !slices.Equal(got, []Term{less, x, sum, y}) {
		t.Errorf("walk: %v", got)
	}
	got = nil
	s.Walk(func(u Term) bool {
		got = append(got, u)
		return u != sum
	}, less)
	if !slices.Equal(got, []Term{less, x, sum}) {
		t.Errorf("walk: %v", got)
	}
	if syms := s.Symbols(s.BVUlt(y, x), less); !slices.Equal(syms, []Term{y, x}) {
		t.Errorf("symbols: %v", syms)
	}
	if !s.Contains(less, y) || s.Contains(x, y) || !s.Contains(x, x) {
		t.Error("contains")
	}
}

// TestConjuncts: parts are those of nested conjunctions, each once, and their conjunction is equivalent.
func TestConjuncts(t *testing.T) {
	s := NewStore()
	a, b, c, d := s.Symbol("a", Bool), s.Symbol("b", Bool), s.Symbol("c", Bool), s.Symbol("d", Bool)
	f := s.And(a, s.Not(s.Or(b, s.Not(s.And(c, a)), s.Or(d, s.Not(c)))))
	want := []Term{a, s.Not(b), c, s.Not(d)}
	got := s.Conjuncts(f, a, s.True())
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("conjuncts of %s: %d", s.String(f), len(got))
	}
	got = s.Disjuncts(s.Not(f), s.False())
	for i, u := range got {
		got[i] = s.Not(u)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("disjuncts of its negation: %d", len(got))
	}
	if len(s.Conjuncts(s.True())) > 0 || len(s.Disjuncts(s.False())) > 0 ||
		len(s.Conjuncts(s.False())) != 1 || !slices.Equal(s.Conjuncts(a), []Term{a}) {
		t.Error("conjuncts of literals")
	}
}

// TestFinder compares with Contains, in any order of questions.
func TestFinder(t *testing.T) {
	s := NewStore()
	x, y, z := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("z", BitVec(8))
	terms := []Term{s.BVMul(s.BVXor(x, y), z), s.BVXor(x, y), z, s.BVMul(z, z), s.BVUlt(s.BVMul(z, z), y), x}
	for from := range terms {
		f := NewFinder(s, func(t Term) bool { return t == x || t == y })
		for i := range terms {
			u := terms[(from+i)%len(terms)]
			if want := s.Contains(u, x) || s.Contains(u, y); f.In(u) != want {
				t.Errorf("%s: %t, want %t", s.String(u), !want, want)
			}
		}
	}
}
