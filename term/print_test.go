package term

import (
	"math/big"
	"testing"
)

func TestPrint(t *testing.T) {
	s := NewStore()
	x, y, p := s.Symbol("x", BitVec(8)), s.Symbol("a b", BitVec(8)), s.Symbol("let", Bool)
	mem := s.ArraySort(BitVec(4), s.ArraySort(Int, BitVec(8)))
	m := s.Symbol("m", s.ArraySort(Int, BitVec(8)))
	i := s.Symbol("?1", Int)
	sum := s.BVAdd(x, y)
	deep := s.BVMul(sum, sum)
	num := s.IntDiv(i, s.Int64(2))
	for _, c := range []struct {
		t    Term
		want string
	}{
		{None, "none"},
		{s.True(), "true"},
		{s.BV(8, 10), "#x0a"},
		{s.BV(5, 10), "#b01010"},
		{s.BVBig(68, new(big.Int).Lsh(bigOne, 64)), "#x10000000000000000"},
		{s.Int64(-3), "(- 3)"},
		{s.Real(big.NewRat(-1, 3)), "(- (/ 1.0 3.0))"},
		{s.Real(big.NewRat(4, 2)), "2.0"},
		{y, "|a b|"},
		{s.Not(p), "(not |let|)"},
		{s.Symbol("0x", Bool), "|0x|"},
		{s.Symbol("", Bool), "||"},
		{s.Symbol("a|b", Bool), "|a_b|"},
		{s.Extract(3, 1, x), "((_ extract 3 1) x)"},
		{s.ZeroExt(4, x), "((_ zero_extend 4) x)"},
		{s.BVUle(x, y), "(not (bvult |a b| x))"},
		{s.MkRaw(OpRotateLeft, []int{3}, x), "((_ rotate_left 3) x)"},
		{s.And(p, s.BVUlt(x, y)), "(and |let| (bvult x |a b|))"},
		{s.ConstArray(s.ArraySort(Int, BitVec(8)), x), "((as const (Array Int (_ BitVec 8))) x)"},
		{s.StoreArr(m, i, x), "(store m ?1 x)"},
		{s.Apply(s.Func("f x", []Sort{Int, Bool}, Int), i, p), "(|f x| ?1 |let|)"},
		{s.Symbol("e", s.SortSymbol("a set")), "e"},
		{s.FromValue(s.ElementValue(s.SortSymbol("a set"), 7)), "(as @7 |a set|)"},
		{deep, "(let ((?1 (bvadd x |a b|))) (bvmul ?1 ?1))"},
		{s.BVMul(deep, s.BVXor(deep, sum)), "(let ((?1 (bvadd x |a b|))) (let ((?2 (bvmul ?1 ?1))) (bvmul " +
			"?2 (bvxor ?1 ?2))))"},
		{s.Eq(num, s.IntMul(num, num)), "(let ((??1 (div ?1 2))) (= ??1 (* ??1 ??1)))"},
		{s.IntAdd(s.IntMul(s.Int64(2), i), s.Int64(-1)), "(+ (* 2 ?1) (- 1))"},
	} {
		if got := s.String(c.t); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if got, want := s.SortString(mem), "(Array (_ BitVec 4) (Array Int (_ BitVec 8)))"; got != want {
		t.Errorf("sort %s, want %s", got, want)
	}
}

func TestNames(t *testing.T) {
	seen := map[string]Op{}
	for op := OpNone; op < numOps; op++ {
		name := op.String()
		if name == "" {
			t.Errorf("operator %d has no name", op)
		}
		if prev, ok := seen[name]; ok && !(prev == OpNeg && op == OpSub) {
			t.Errorf("operators %d and %d are both named %s", prev, op, name)
		}
		seen[name] = op
	}
	if numOps > 1<<7 {
		t.Error("an operator needs more than the 7 bits that a node has for it")
	}
}
