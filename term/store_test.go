package term

import (
	"errors"
	"fmt"
	"math/big"
	"sync"
	"testing"
)

func TestHashConsing(t *testing.T) {
	s := NewStore()
	wide := new(big.Int).Lsh(bigOne, 100)
	build := func() []Term {
		x := s.Symbol("x", BitVec(32))
		var many []Term
		for i := range 10 {
			many = append(many, s.Symbol(fmt.Sprint("p", i), Bool))
		}
		return []Term{
			x, s.BVMul(x, s.BV(32, 12345)), s.Extract(7, 3, x), s.And(many...), s.Or(many...),
			s.BVBig(128, wide), s.BVBig(129, wide), s.Int(wide), s.Int(new(big.Int).Neg(wide)), s.Int64(-1),
			s.Real(big.NewRat(1, 3)), s.Real(big.NewRat(-1, 3)), s.BV(64, 1), s.BV(63, 1), s.BV(128, 1),
			s.BV(1, 1),
			s.ConstArray(s.ArraySort(BitVec(32), BitVec(8)), s.BV(8, 0)),
			s.ConstArray(s.ArraySort(BitVec(64), BitVec(8)), s.BV(8, 0)),
		}
	}
	first := build()
	n := s.NumTerms()
	second := build()
	if s.NumTerms() != n {
		t.Errorf("%d terms were made twice", s.NumTerms()-n)
	}
	seen := map[Term]int{}
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("%s is two terms", s.String(first[i]))
		}
		if j, ok := seen[first[i]]; ok {
			t.Errorf("terms %d and %d are one: %s", i, j, s.String(first[i]))
		}
		seen[first[i]] = i
	}
}

// script makes terms of all storage classes over the symbols named by prefix.
func script(s *Store, prefix string) []Term {
	var out []Term
	acc := s.Symbol("base", BitVec(32))
	mem := s.ArraySort(BitVec(32), BitVec(8))
	other := s.ArraySort(BitVec(16), s.ArraySort(Int, Real))
	m := s.Symbol("mem", mem)
	for i := range 300 {
		x := s.Symbol(fmt.Sprint(prefix, i%37), BitVec(32))
		acc = s.BVXor(s.BVMul(acc, x), s.BV(32, uint64(i)))
		m = s.StoreArr(m, acc, s.Extract(7, 0, x))
		out = append(out, acc, m, s.BVBig(100, big.NewInt(int64(i)*1e12)), s.Int64(int64(i)),
			s.And(s.BVUlt(x, acc), s.BVUlt(acc, x), s.Eq(x, s.BV(32, uint64(i))), s.Symbol("p", Bool)))
	}
	set := s.SortSymbol("set")
	f := s.Func("f", []Sort{set, BitVec(32), Int}, set)
	out = append(out, s.Apply(f, s.FromValue(s.ElementValue(set, 3)), acc, s.Int64(2)),
		s.Eq(s.Apply(s.Func("g", []Sort{set}, Bool), s.Symbol("e", set)), s.Symbol("p", Bool)))
	return append(out, s.Symbol("o", other))
}

func TestFork(t *testing.T) {
	base := NewStore()
	inBase := script(base, "x")
	mustPanic(t, "Fork of an open store", func() { base.Fork() })
	base.Freeze()
	mustPanic(t, "a new term in a frozen store", func() { base.Symbol("new", Bool) })
	if base.Symbol("x1", BitVec(32)) != base.Lookup("x1") || base.BV(32, 7) == None {
		t.Error("terms of a frozen store are not found")
	}
	want := base.String(inBase[4])
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := base.Fork()
			if got := script(s, "x"); fmt.Sprint(got) != fmt.Sprint(inBase) {
				t.Error("terms of the base have other handles in the fork")
			}
			if s.NumTerms() != base.NumTerms() {
				t.Error("the fork made terms of the base anew")
			}
			script(s, fmt.Sprint("fork", g))
			if s.String(inBase[4]) != want {
				t.Error("a term of the base reads differently in the fork")
			}
			if base.Lookup(fmt.Sprint("fork", g, 1)) != None {
				t.Error("the base sees a term of the fork")
			}
			if _, err := base.Eval(inBase[4], Map{}); err == nil {
				t.Error("Eval without values")
			}
			s.Freeze() // forks of forks
			u := s.Fork()
			mine := script(u, fmt.Sprint("fork", g))
			if u.NumTerms() != s.NumTerms() ||
				fmt.Sprint(mine) != fmt.Sprint(script(u, fmt.Sprint("fork", g))) {
				t.Error("the second fork made terms anew")
			}
			u.Fresh("n", Bool)
		}()
	}
	wg.Wait()
}

func TestBudget(t *testing.T) {
	limit := errors.New("limit")
	work := func() (s *Store, err error) {
		defer Recover(&err)
		s = NewStore()
		left := 4 << 20
		s.SetBudget(func(n int) error {
			if left -= n; left < 0 {
				return limit
			}
			return nil
		})
		x := s.Symbol("x", BitVec(32))
		for i := range uint64(1 << 30) {
			x = s.BVMul(s.BVXor(x, s.BV(32, i)), s.Symbol("x", BitVec(32)))
		}
		return s, nil
	}
	s, err := work()
	var e *Exhausted
	if !errors.As(err, &e) || !errors.Is(err, limit) {
		t.Fatalf("error %v", err)
	}
	if s.Bytes() > 5<<20 {
		t.Errorf("the store took %d bytes", s.Bytes())
	}
	// The store stays consistent, and goes on with a new budget.
	s.SetBudget(nil)
	n := s.NumTerms()
	y := s.BVAdd(s.Symbol("x", BitVec(32)), s.Symbol("y", BitVec(32)))
	if s.NumTerms() != n+2 || s.BVAdd(s.Symbol("y", BitVec(32)), s.Symbol("x", BitVec(32))) != y {
		t.Error("the store lost terms")
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Recover took a panic that is not its own")
			}
		}()
		defer Recover(&err)
		panic("other")
	}()
}

// TestManyTerms fills the table beyond several growths and finds everything again.
func TestManyTerms(t *testing.T) {
	s := NewStore()
	x := s.Symbol("x", BitVec(64))
	terms := make([]Term, 200_000)
	for i := range terms {
		terms[i] = s.BVAdd(x, s.BV(64, uint64(i)+1))
	}
	n := s.NumTerms()
	for i := range terms {
		if s.BVAdd(x, s.BV(64, uint64(i)+1)) != terms[i] {
			t.Fatal("a term is lost")
		}
	}
	if s.NumTerms() != n {
		t.Error("terms were made twice")
	}
}
