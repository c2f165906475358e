package multistate

import (
	"reflect"
	"testing"
)

func TestScript(t *testing.T) {
	for _, s := range []Script{
		{}, {cut: 3}, {choices: []choice{{1, 0}, {7, 1 << 40}}, stops: []int{9}},
		{choices: []choice{{2, 2}}, cut: 300, stops: []int{4, 4, 1000}, wakes: []int{2, 1, 2}},
	} {
		b := s.Append([]byte("before"))
		got, rest := ReadScript(append(b, 77)[len("before"):])
		if !reflect.DeepEqual(got, s) || len(rest) != 1 || rest[0] != 77 {
			t.Errorf("%+v came back as %+v, rest %v", s, got, rest)
		}
	}
}
