package cfa_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/cursor"
)

func TestCallGraphRecursion(t *testing.T) {
	p := cursor.NewProgram(t)
	procs := []*cursor.Cursor{p.Procedure("main"), p.Procedure("even"), p.Procedure("odd"),
		p.Procedure("self"), p.Procedure("leaf")}
	for i, calls := range [][]int{{1, 3}, {2}, {1, 4}, {3}, {}} {
		for _, c := range calls {
			procs[i].Emit(cfa.Call{Dst: cfa.NoReg, Proc: procs[c].Proc.ID})
		}
		procs[i].Emit(cfa.Return{})
	}
	p.Entry = 0
	p.Check()
	g := cfa.NewCallGraph(p.Program, cfa.DirectCallees)
	for i, want := range []bool{false, true, true, true, false} {
		if got := g.IsRecursive(cfa.ProcID(i)); got != want {
			t.Errorf("%s: recursive %v, want %v", procs[i].Proc.Name, got, want)
		}
	}
	if at := func(q cfa.ProcID) int { return slices.Index(g.BottomUp, q) }; at(4) > at(2) || at(1) > at(0) ||
		at(3) > at(0) {
		t.Errorf("bottom up: %v", g.BottomUp)
	}
}
