package pbmc

import (
	"strings"
	"testing"
)

func TestPrograms(t *testing.T) {
	for _, f := range Families() {
		for _, n := range []int{2, 4, 15} {
			text := Program(f, n, 1, false)
			if strings.Contains(text, "$") {
				t.Errorf("%s %d: something was not filled in", f, n)
			}
			if got := strings.Count(text, "pthread_create(&t"); got != n {
				t.Errorf("%s %d: %d threads", f, n, got)
			}
			if text != Program(f, n, 1, false) {
				t.Errorf("%s %d: two programs from one seed", f, n)
			}
		}
	}
	if Program(Litmus, 4, 1, false) == Program(Litmus, 4, 2, false) {
		t.Error("the seed does not matter")
	}
}
