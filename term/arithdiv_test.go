package term

import (
	"math/big"
	"testing"
)

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
