package analysis

import (
	"reflect"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// TestFindUses: main calls f and, through an address, g; nothing calls h, and the last two
// are models, of which the second makes an object for itself.
func TestFindUses(t *testing.T) {
	p := &cfa.Program{Entry: 0, Objects: []*cfa.Object{{Kind: cfa.Func, Proc: 2},
		{Kind: cfa.Global, Proc: cfa.NoProc}}}
	at := func(line int32) source.Pos { return source.Pos{Line: line, Col: 1} }
	for i, edges := range [][]*cfa.Edge{
		{{Op: cfa.Call{Proc: 1}}, {Op: cfa.Spawn{Proc: cfa.NoProc, Target: term.None}},
			{Op: cfa.Call{Proc: 4}, Pos: at(40)}, {Op: cfa.Call{Proc: 5}, Pos: at(41)},
			{Op: cfa.Spawn{Proc: 2}, Pos: at(42)}, {Op: cfa.Call{Proc: 4}, Pos: at(43)}},
		{{Op: cfa.Load{Order: cfa.SeqCst}, Pos: at(10)}, {Op: cfa.Load{Order: cfa.Acquire}, Pos: at(12)},
			{Op: cfa.Store{Order: cfa.Release}, Pos: at(12)}},
		{{Op: cfa.Fence{Order: cfa.AcqRel}, Pos: at(3)}, {Op: cfa.Store{Order: cfa.Plain}, Pos: at(4)}},
		{{Op: cfa.Store{Order: cfa.Relaxed}, Pos: at(20)}},
		{{Op: cfa.Store{Order: cfa.Relaxed}, Pos: at(30)}, {Op: cfa.Alloc{Kind: cfa.Heap}},
			{Op: cfa.Call{Proc: 5}}},
		{{Op: cfa.Alloc{Kind: cfa.Heap, Given: true}}},
	} {
		p.Procs = append(p.Procs, &cfa.Proc{ID: cfa.ProcID(i), Edges: edges, Model: i >= 4})
	}
	p.Checked = []cfa.CheckedCall{{Pos: at(43)}}
	got := FindUses(p, nil)
	want := Uses{WeakOrders: []source.Pos{at(3), at(12)}, Allocations: []source.Pos{at(40), at(43)},
		Unchecked: []source.Pos{at(40)}, Threads: []source.Pos{at(42)}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
