package dimacs

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestWriteModel(t *testing.T) {
	for _, n := range []int{0, 1, 20, 500} {
		model := make([]bool, n)
		for i := range model {
			model[i] = i%3 == 0
		}
		var b bytes.Buffer
		if err := WriteModel(&b, model); err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for i, v := range model {
			if v {
				want = append(want, fmt.Sprint(i+1))
			} else {
				want = append(want, fmt.Sprint(-i-1))
			}
		}
		want = append(want, "0")
		for _, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
			if len(line) > 78 || !strings.HasPrefix(line, "v ") {
				t.Errorf("%d variables: line %q", n, line)
			}
			got = append(got, strings.Fields(line)[1:]...)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d variables: %q", n, got)
		}
	}
}
