package term

import (
	"math/big"
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
