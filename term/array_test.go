package term

import (
	"testing"
)

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
