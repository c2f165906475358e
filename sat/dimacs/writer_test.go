package dimacs

import (
	"bytes"
	"testing"

	"whittle.dev/sat"
)

// write prints a formula.
func write(h Header, clauses [][]int) string {
	var b bytes.Buffer
	w := NewWriter(&b)
	w.Comment("two\nlines")
	w.Header(h)
	for _, c := range clauses {
		var lits []sat.Lit
		for _, n := range c {
			lits = append(lits, sat.FromDimacs(n))
		}
		w.Clause(lits...)
	}
	if err := w.Flush(); err != nil {
		panic(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	got := write(Header{3, 2}, [][]int{{1, -3}, {}})
	if want := "c two\nc lines\np cnf 3 2\n1 -3 0\n0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
