package cfa_test

import (
	"strings"
	"testing"

	. "whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// TestCloneIsSeparate changes a clone and expects the original as it was.
func TestCloneIsSeparate(t *testing.T) {
	p, inc, _ := counter()
	var before, after strings.Builder
	if err := Fprint(&before, p); err != nil {
		t.Fatal(err)
	}
	q := p.Clone()
	proc := q.Procs[inc.Proc.ID]
	proc.Edges[0].Op = Fence{}
	proc.Rebuild(func(e *Edge) bool { return e.ID != 3 })
	q.NewReg(Reg{Name: "new", Sort: term.Bool, Proc: proc.ID})
	q.NewEdge(proc, 0, 1, Fence{}, source.Pos{})
	if err := Fprint(&after, p); err != nil {
		t.Fatal(err)
	}
	if before.String() != after.String() {
		t.Errorf("the original changed:\n%s", after.String())
	}
	if got := q.NumOrigins(); got != p.NumEdges {
		t.Errorf("NumOrigins of the clone = %d, want %d", got, p.NumEdges)
	}
}
