package analysis

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// TestWeakOrders: main calls f and, through an address, g; nothing calls h, and m is a model.
func TestWeakOrders(t *testing.T) {
	p := &cfa.Program{Entry: 0, Objects: []*cfa.Object{{Kind: cfa.Func, Proc: 2},
		{Kind: cfa.Global, Proc: cfa.NoProc}}}
	at := func(line int32) source.Pos { return source.Pos{Line: line, Col: 1} }
	for i, edges := range [][]*cfa.Edge{
		{{Op: cfa.Call{Proc: 1}}, {Op: cfa.Spawn{Proc: cfa.NoProc, Target: term.None}},
			{Op: cfa.Call{Proc: 4}}},
		{{Op: cfa.Load{Order: cfa.SeqCst}, Pos: at(10)}, {Op: cfa.Load{Order: cfa.Acquire}, Pos: at(12)},
			{Op: cfa.Store{Order: cfa.Release}, Pos: at(12)}},
		{{Op: cfa.Fence{Order: cfa.AcqRel}, Pos: at(3)}, {Op: cfa.Store{Order: cfa.Plain}, Pos: at(4)}},
		{{Op: cfa.Store{Order: cfa.Relaxed}, Pos: at(20)}},
		{{Op: cfa.Store{Order: cfa.Relaxed}, Pos: at(30)}},
	} {
		p.Procs = append(p.Procs, &cfa.Proc{ID: cfa.ProcID(i), Edges: edges, Model: i == 4})
	}
	got := WeakOrders(p)
	if len(got) != 2 || got[0].Line != 3 || got[1].Line != 12 {
		t.Errorf("got %v, want the lines 3 and 12", got)
	}
}
