package term

import (
	"math/rand/v2"
	"testing"
)

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
