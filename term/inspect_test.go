package term

import (
	"fmt"
	"math/big"
	"testing"
)

func TestInspection(t *testing.T) {
	s := NewStore()
	x, p := s.Symbol("x", BitVec(8)), s.Symbol("p", Bool)
	e := s.Extract(6, 2, x)
	if hi, lo := s.Params(e); hi != 6 || lo != 2 || s.Op(e) != OpExtract || s.NumArgs(e) != 1 ||
		s.Arg(e, 0) != x || s.Sort(e) != BitVec(5) {
		t.Errorf("extract: %v %d %d", s.Op(e), hi, lo)
	}
	z := s.ZeroExt(3, x)
	if by, _ := s.Params(z); by != 3 || s.Sort(z).Width() != 11 {
		t.Error("zero_extend")
	}
	var ps []Term
	for i := range 9 {
		ps = append(ps, s.Symbol(fmt.Sprint("q", i), Bool))
	}
	for n := 2; n <= 9; n++ {
		a := s.And(ps[:n]...)
		if s.NumArgs(a) != n || len(s.Args(a)) != n || s.Arg(a, n-1) != ps[n-1] {
			t.Errorf("and of %d operands has %d", n, s.NumArgs(a))
		}
	}
	for _, c := range []struct {
		t  Term
		v  uint64
		ok bool
	}{
		{s.True(), 1, true}, {s.False(), 0, true}, {s.BV(64, ^uint64(0)), ^uint64(0), true},
		{s.BV(65, 1), 0, false},
		{s.Int64(7), 7, true}, {s.Int64(-7), 0, false}, {s.Real(big.NewRat(1, 1)), 0, false}, {x, 0, false},
		{p, 0, false},
	} {
		if v, ok := s.ConstUint64(c.t); v != c.v || ok != c.ok {
			t.Errorf("ConstUint64(%s) = %d, %v", s.String(c.t), v, ok)
		}
	}
	if s.ConstBig(x) != nil || s.ConstBig(s.Int64(-7)).Int64() != -7 || s.ConstBig(s.BV(70, 9)).Int64() != 9 {
		t.Error("ConstBig")
	}
	if len(s.Args(s.BV(8, 255))) != 0 || len(s.Args(x)) != 0 || s.NumArgs(s.Real(big.NewRat(1, 3))) != 0 {
		t.Error("leaves have operands")
	}
}
