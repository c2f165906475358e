package term

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestValue(t *testing.T) {
	s := NewStore()
	wide := new(big.Int).Lsh(bigOne, 70)
	for _, c := range []struct {
		v    Value
		sort Sort
		text string
		low  uint64
	}{
		{BoolValue(true), Bool, "true", 1},
		{BoolValue(false), Bool, "false", 0},
		{BVValue(8, 0x1ff), BitVec(8), "#xff", 0xff},
		{BVValue(72, 1), BitVec(72), "#x000000000000000001", 1},
		{BVValueBig(8, big.NewInt(-1)), BitVec(8), "#xff", 0xff},
		{BVValueBig(72, big.NewInt(-1)), BitVec(72), "#xffffffffffffffffff", ^uint64(0)},
		{BVValueBig(70, wide), BitVec(70), "#b" + string(zeros(70)), 0},
		{IntValue(big.NewInt(-5)), Int, "(- 5)", ^uint64(4)},
		{IntValue(wide), Int, wide.String(), 0},
		{RealValue(big.NewRat(-7, 2)), Real, "(- (/ 7.0 2.0))", 0},
	} {
		if c.v.Sort() != c.sort || c.v.String() != c.text || c.v.Uint64() != c.low {
			t.Errorf("%v: sort %v, low %d", c.v, c.v.Sort(), c.v.Uint64())
		}
		if back := s.ConstValue(s.FromValue(c.v)); !back.Equal(c.v) {
			t.Errorf("%v comes back as %v", c.v, back)
		}
	}
	if BVValue(8, 200).Int64() != -56 || IntValue(big.NewInt(-5)).Int64() != -5 {
		t.Error("Int64")
	}
	if BVValue(8, 1).Equal(BVValue(9, 1)) || (Value{}).Equal(BoolValue(false)) {
		t.Error("values of different sorts are equal")
	}
	if (Value{}).String() != "none" || RealValue(big.NewRat(1, 2)).Big() != nil ||
		BVValue(8, 1).Rat() != nil {
		t.Error("no value")
	}
	b := wide
	v := IntValue(b)
	b.SetInt64(0)
	v.Big().SetInt64(1)
	if v.Big().BitLen() != 71 {
		t.Error("a value shares memory with the caller")
	}
}

func zeros(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0'
	}
	return b
}

// TestArrayValue compares array values with a Go map.
func TestArrayValue(t *testing.T) {
	s := NewStore()
	sort := s.ArraySort(BitVec(3), BitVec(2))
	rng := rand.New(rand.NewPCG(1, 1))
	type model struct {
		v   Value
		arr [8]uint64
	}
	var all []model
	for range 300 {
		d := rng.Uint64N(4)
		m := model{v: s.ArrayValue(sort, BVValue(2, d))}
		for i := range m.arr {
			m.arr[i] = d
		}
		for range rng.IntN(30) {
			i, e := rng.Uint64N(8), rng.Uint64N(2)
			m.v = m.v.With(BVValue(3, i), BVValue(2, e))
			m.arr[i] = e
		}
		for i, e := range m.arr {
			if got := m.v.At(BVValue(3, uint64(i))).Uint64(); got != e {
				t.Fatalf("%v at %d is %d, want %d", m.v, i, got, e)
			}
		}
		v, err := s.Eval(s.FromValue(m.v), Map{})
		if err != nil || !v.Equal(m.v) {
			t.Fatalf("%v comes back as %v, %v", m.v, v, err)
		}
		all = append(all, m)
	}
	for _, a := range all {
		for _, b := range all {
			if a.v.Equal(b.v) != (a.arr == b.arr) {
				t.Fatalf("%v, %v: Equal is %v", a.v, b.v, a.v.Equal(b.v))
			}
			if (a.v.compare(b.v) == 0) != (a.arr == b.arr) {
				t.Fatalf("%v, %v: compare is %d", a.v, b.v, a.v.compare(b.v))
			}
		}
	}
	one := s.ArrayValue(sort, BVValue(2, 1), ArrayEntry{BVValue(3, 5), BVValue(2, 2)},
		ArrayEntry{BVValue(3, 2), BVValue(2, 3)})
	want := "(store (store ((as const (Array (_ BitVec 3) (_ BitVec 2))) #b01) #b010 #b11) #b101 #b10)"
	if one.String() != want {
		t.Errorf("%v, want %s", one, want)
	}
	mustPanic(t, "an entry of another sort", func() { one.With(BVValue(2, 0), BVValue(2, 0)) })
	mustPanic(t, "a default of another sort", func() { s.ArrayValue(sort, BVValue(3, 0)) })
}

func TestEvalErrors(t *testing.T) {
	s := NewStore()
	x, y, p := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("p", Bool)
	u := s.Ite(p, x, y)
	if v, err := s.Eval(u, Map{p: BoolValue(true), x: BVValue(8, 3)}); err != nil || v.Uint64() != 3 {
		t.Errorf("the branch that is not taken is needed: %v, %v", v, err)
	}
	_, err := s.Eval(u, Map{p: BoolValue(false), x: BVValue(8, 3)})
	var e *NoValueError
	if !errors.As(err, &e) || e.Symbol != y || e.Name != "y" {
		t.Errorf("error %v", err)
	}
	if _, err := s.Eval(s.BVMul(x, y), Map{x: BVValue(8, 3), y: BVValue(9, 3)}); err == nil {
		t.Error("a value of another sort is taken")
	}
	ev := NewEvaluator(s, Map{x: BVValue(8, 3), y: BVValue(8, 5)})
	a, _ := ev.Eval(s.BVMul(x, y))
	ev.Reset(Map{x: BVValue(8, 3), y: BVValue(8, 6)})
	b, _ := ev.Eval(s.BVMul(x, y))
	if a.Uint64() != 15 || b.Uint64() != 18 {
		t.Errorf("%v, %v", a, b)
	}
}

func TestSubstitute(t *testing.T) {
	s := NewStore()
	x, y, z := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("z", BitVec(8))
	u := s.BVMul(s.BVXor(x, y), z)
	swap := s.Substitute(u, map[Term]Term{x: z, z: x})
	if swap != s.BVMul(s.BVXor(z, y), x) {
		t.Errorf("not at once: %s", s.String(swap))
	}
	if r := s.Substitute(u, map[Term]Term{s.BVXor(x, y): s.BV(8, 1)}); r != z {
		t.Errorf("a compound key: %s", s.String(r))
	}
	if r := s.Substitute(u, map[Term]Term{x: y}); r != s.BV(8, 0) {
		t.Errorf("not simplified: %s", s.String(r))
	}
	if s.Substitute(u, nil) != u || s.Substitute(x, map[Term]Term{x: y}) != y {
		t.Error("trivial substitutions")
	}
	mustPanic(t, "another sort", func() { s.Substitute(u, map[Term]Term{x: s.True()}) })
}

func TestImport(t *testing.T) {
	src, dst := NewStore(), NewStore()
	dst.ArraySort(Int, Int)
	dst.Symbol("other", Int)
	for _, u := range script(src, "x") {
		v := NewImporter(dst, src).Import(u)
		if back := NewImporter(src, dst).Import(v); back != u {
			t.Fatalf("%s comes back as %s", src.String(u), src.String(back))
		}
		if dst.SortString(dst.Sort(v)) != src.SortString(src.Sort(u)) {
			t.Fatalf("%s has sort %s", dst.String(v), dst.SortString(dst.Sort(v)))
		}
	}
}
