package term

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNumberRules proves the rules of testdata/numbers.txt.
func TestNumberRules(t *testing.T) {
	for _, r := range readRules(t, "testdata/numbers.txt") {
		for _, w := range []int{1, 2, 3, 8} {
			proveByEval(t, w, r.left, r.right)
		}
	}
}

func proveByEval(t *testing.T, w int, left, right string) {
	s := ruleStore(w)
	l, r := readRule(s, w, left), readRule(s, w, right)
	if l.built != r.built {
		t.Errorf("width %d: %s is built as %s, want %s", w, left, s.String(l.built), s.String(r.built))
	}
	b := &workbench{t: t, rng: rand.New(rand.NewPCG(1, 3)), s: s}
	b.vars = s.Symbols(l.raw, r.raw)
	b.pool = []pair{l, r, {l.raw, r.raw}}
	for range 200 {
		b.compare()
	}
}

// TestOpenDivisions checks that what SMT-LIB leaves open is left alone.
func TestOpenDivisions(t *testing.T) {
	s := NewStore()
	i, u := s.Symbol("i", Int), s.Symbol("u", Real)
	zero, real0 := s.Int64(0), s.Real(new(big.Rat))
	a := Map{i: IntValue(big.NewInt(-7)), u: RealValue(big.NewRat(1, 2))}
	for _, c := range []struct {
		t    Term
		want string
	}{
		{s.IntDiv(i, zero), "0"},
		{s.IntMod(i, zero), "(- 7)"},
		{s.RealDiv(u, real0), "0.0"},
		{s.IntDiv(s.Int64(5), zero), "0"},
	} {
		if s.IsConst(c.t) {
			t.Errorf("%s was decided", s.String(c.t))
		}
		if v, err := s.Eval(c.t, a); err != nil || v.String() != c.want {
			t.Errorf("%s is %v, %v; want %s", s.String(c.t), v, err, c.want)
		}
	}
}

func TestMkChains(t *testing.T) {
	s := NewStore()
	x, y, z := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("z", BitVec(4))
	i := s.Symbol("i", Int)
	for _, c := range []struct{ got, want Term }{
		{s.Mk(OpBVAdd, nil, x, y, x, s.BV(8, 1)), s.BVAdd(s.BVAdd(s.BVAdd(x, y), x), s.BV(8, 1))},
		{s.Mk(OpConcat, nil, x, z, y), s.Concat(x, s.Concat(z, y))},
		{s.Mk(OpEq, nil, x, y, s.BV(8, 1)), s.And(s.Eq(x, y), s.Eq(y, s.BV(8, 1)))},
		{s.Mk(OpSub, nil, i, i, i), s.IntNeg(i)},
		{s.Mk(OpSub, nil, i), s.IntNeg(i)},
		{s.Mk(OpAnd, nil, s.True()), s.True()},
		{s.Mk(OpExtract, []int{3, 0}, s.Mk(OpZeroExt, []int{4}, z)), z},
		{s.Mk(OpConstArray, []int{int(s.ArraySort(Int, BitVec(8)))}, x),
			s.ConstArray(s.ArraySort(Int, BitVec(8)), x)},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", s.String(c.got), s.String(c.want))
		}
	}
}

func TestArrays(t *testing.T) {
	s := NewStore()
	sort := s.ArraySort(BitVec(8), BitVec(8))
	zero := s.BV(8, 0)
	base := s.ConstArray(sort, zero)
	i := s.Symbol("i", BitVec(8))
	if s.Select(base, i) != zero || s.StoreArr(base, i, zero) != base {
		t.Error("a constant array")
	}
	m := base
	for k := range uint64(200) {
		m = s.StoreArr(m, s.BV(8, k), s.BV(8, 255-k))
	}
	for k := range uint64(256) {
		want := s.BV(8, 255-k)
		if k >= 200 {
			want = zero
		}
		if s.Select(m, s.BV(8, k)) != want {
			t.Errorf("element %d is %s", k, s.String(s.Select(m, s.BV(8, k))))
		}
	}
	if s.Op(s.Select(m, i)) != OpSelect {
		t.Error("an element at an unknown index was decided")
	}
	v, err := s.Eval(m, Map{})
	if err != nil {
		t.Fatal(err)
	}
	def, entries := v.Entries()
	if def.Uint64() != 0 || len(entries) != 200 || entries[7].Index.Uint64() != 7 ||
		entries[7].Elem.Uint64() != 248 {
		t.Errorf("default %v, %d entries", def, len(entries))
	}
	if !s.ZeroValue(sort).Equal(s.ArrayValue(sort, BVValue(8, 0))) ||
		s.ZeroValue(BitVec(100)).Big().Sign() != 0 ||
		s.ZeroValue(Real).Rat().Sign() != 0 || s.ZeroValue(Bool).Bool() {
		t.Error("ZeroValue")
	}
}
