package cache

import (
	"math/big"
	"testing"

	"whittle.dev/term"
)

func sorts(st *term.Store) []term.Sort {
	s8 := term.BitVec(8)
	arr := st.ArraySort(s8, term.BitVec(100))
	return []term.Sort{term.Bool, term.BitVec(1), s8, term.BitVec(64), term.BitVec(65), term.Int, term.Real, arr, st.ArraySort(term.Bool, arr)}
}

func TestValueRoundTrip(t *testing.T) {
	st := term.NewStore()
	huge := new(big.Int).Lsh(big.NewInt(-12345), 90)
	arr := sorts(st)[7]
	values := []term.Value{
		term.BoolValue(true), term.BVValue(8, 200), term.BVValue(64, 1<<63), term.BVValueBig(65, huge),
		term.IntValue(huge), term.IntValue(big.NewInt(-3)), term.RealValue(new(big.Rat).SetFrac(huge, big.NewInt(7))),
		st.ArrayValue(arr, term.BVValue(100, 5), term.ArrayEntry{Index: term.BVValue(8, 3), Elem: term.BVValueBig(100, huge)}),
	}
	for _, s := range sorts(st) {
		values = append(values, st.ZeroValue(s))
	}
	for _, v := range values {
		buf := appendValue(nil, v)
		got, rest, err := readValue(st, v.Sort(), append(buf, 42))
		if err != nil || len(rest) != 1 || !got.Equal(v) {
			t.Errorf("%v became %v (%v)", v, got, err)
		}
		for n := range buf {
			if _, _, err := readValue(st, v.Sort(), buf[:n]); err == nil {
				t.Errorf("%v: the first %d of %d bytes are accepted", v, n, len(buf))
			}
		}
	}
}

func FuzzReadValue(f *testing.F) {
	f.Add(uint8(7), []byte{2, 5, 1, 3, 4, 1, 2})
	f.Add(uint8(6), []byte{3, 5, 2, 7})
	f.Fuzz(func(t *testing.T, k uint8, buf []byte) {
		st := term.NewStore()
		all := sorts(st)
		sort := all[int(k)%len(all)]
		v, _, err := readValue(st, sort, buf)
		if err != nil {
			return
		}
		if v.Sort() != sort {
			t.Fatalf("%v of sort %v", v, v.Sort())
		}
		w, rest, err := readValue(st, sort, appendValue(nil, v))
		if err != nil || len(rest) != 0 || !w.Equal(v) {
			t.Fatalf("%v became %v (%v)", v, w, err)
		}
	})
}
