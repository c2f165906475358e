package analysis

import (
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Uses are places of the program, not of the library models, each list in the order of the source and each
// line once. What surely is not reached is left out: procedures that nothing calls or starts, where a call
// through an address may be of any function, and what FindUses is told of.
type Uses struct {
	// WeakOrders are those at which an access or a fence names a memory order weaker than sequential
	// consistency, or a header of the library does so that is called there.
	WeakOrders []source.Pos
	// Allocations are calls of library procedures that make objects of the heap for the program, Unchecked
	// those among them whose result the program does not compare with null, Threads those that create
	// threads.
	Allocations, Unchecked, Threads []source.Pos
}

// FindUses looks for the uses in a program. reaches tells of a location whether an execution may come there;
// nil: all may be reached.
func FindUses(p *cfa.Program, reaches func(cfa.ProcID, cfa.LocID) bool) Uses {
	var u Uses
	graph := cfa.NewCallGraph(p, p.AnyCallees())
	kinds := make([]uses, len(p.Procs))
	for _, id := range graph.BottomUp {
		if p.Procs[id].Model {
			for _, e := range p.Procs[id].Edges {
				if reaches != nil && !reaches(id, e.From) {
					continue
				}
				u := usesOf(e.Op, kinds)
				if _, call := e.Op.(cfa.Call); !call && isOwn(p, e.Pos) {
					u.weak = false
				}
				kinds[id] = kinds[id].or(u)
			}
		}
	}
	for id, reached := range graph.Reach(p.Entry, true) {
		if !reached || p.Procs[id].Model {
			continue
		}
		for _, e := range p.Procs[id].Edges {
			if !e.Pos.IsValid() || reaches != nil && !reaches(cfa.ProcID(id), e.From) {
				continue
			}
			k := usesOf(e.Op, kinds)
			if k.weak {
				u.WeakOrders = append(u.WeakOrders, e.Pos)
			}
			if k.allocates {
				u.Allocations = append(u.Allocations, e.Pos)
				if !slices.ContainsFunc(p.Checked, func(c cfa.CheckedCall) bool { return c.Pos == e.Pos }) {
					u.Unchecked = append(u.Unchecked, e.Pos)
				}
			}
			if k.spawns && !e.Aside { // else the thread is none of the program's own
				u.Threads = append(u.Threads, e.Pos)
			}
		}
	}
	for _, list := range []*[]source.Pos{&u.WeakOrders, &u.Allocations, &u.Unchecked, &u.Threads} {
		*list = Lines(*list)
	}
	return u
}

// isOwn reports whether a place is in a text of our own, whose memory orders say nothing of the program, and
// not in a header of the compiler's library.
func isOwn(p *cfa.Program, at source.Pos) bool {
	return p.Files == nil || strings.HasPrefix(p.Files.Name(at.File), "<")
}

// uses says what a library procedure does, itself or in what it calls.
type uses struct{ allocates, spawns, weak bool }

func (u uses) or(v uses) uses {
	return uses{u.allocates || v.allocates, u.spawns || v.spawns, u.weak || v.weak}
}

// usesOf is what an operation does that may be a call of a procedure of which it is known.
func usesOf(op cfa.Op, of []uses) uses {
	switch op := op.(type) {
	case cfa.Alloc:
		return uses{allocates: op.Kind.IsHeap() && !op.Given && !op.Partial}
	case cfa.Spawn:
		return uses{spawns: true}
	case cfa.Call:
		if op.Proc != cfa.NoProc {
			return of[op.Proc]
		}
	}
	o := orderOf(op)
	return uses{weak: o != cfa.Plain && o != cfa.SeqCst}
}

// Lines are the places in the order of the source, each line once.
func Lines(list []source.Pos) []source.Pos {
	slices.SortFunc(list, source.Pos.Compare)
	return slices.CompactFunc(list, func(a, b source.Pos) bool {
		return a.File == b.File && a.Line == b.Line
	})
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
