package analysis

import (
	"cmp"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// WeakOrders returns the places of the program, not of the library models, at which an access or a fence
// names a memory order weaker than sequential consistency, in the order of the source and each line once.
// What surely is not reached is left out: procedures that nothing calls or starts, where a call through an
// address may be of any function.
func WeakOrders(p *cfa.Program) []source.Pos {
	var functions []cfa.ProcID
	for _, o := range p.Objects {
		if o.Kind == cfa.Func && o.Proc != cfa.NoProc {
			functions = append(functions, o.Proc)
		}
	}
	graph := cfa.NewCallGraph(p, func(e *cfa.Edge) []cfa.ProcID {
		if direct := cfa.DirectCallees(e); direct != nil {
			return direct
		}
		return functions
	})
	var out []source.Pos
	for id, reached := range graph.Reach(p.Entry, true) {
		if !reached || p.Procs[id].Model {
			continue
		}
		for _, e := range p.Procs[id].Edges {
			if o := orderOf(e.Op); o != cfa.Plain && o != cfa.SeqCst && e.Pos.IsValid() {
				out = append(out, e.Pos)
			}
		}
	}
	slices.SortFunc(out, func(a, b source.Pos) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return slices.CompactFunc(out, func(a, b source.Pos) bool { return a.File == b.File && a.Line == b.Line })
}

// orderOf is the memory order of an operation; that of one without is Plain.
func orderOf(op cfa.Op) cfa.Order {
	switch op := op.(type) {
	case cfa.Load:
		return op.Order
	case cfa.Store:
		return op.Order
	case cfa.Fence:
		return op.Order
	}
	return cfa.Plain
}
