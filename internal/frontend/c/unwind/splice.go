package unwind

import (
	"slices"

	"whittle.dev/internal/cfa"
)

// insertAfter adds an operation after an edge.
func (en *ends) insertAfter(p *cfa.Proc, e *cfa.Edge, op cfa.Op) {
	b := &splicer{en.prog, p}
	to := e.To
	mid := p.NewLoc(e.Pos)
	b.endAt(e, mid)
	en.prog.NewEdge(p, mid, to, op, e.Pos)
}

// splicer moves the ends of edges of a procedure.
type splicer struct {
	prog *cfa.Program
	proc *cfa.Proc
}

func (b *splicer) index(e *cfa.Edge) int32 { return int32(slices.Index(b.proc.Edges, e)) }

func without(list []int32, i int32) []int32 {
	return slices.DeleteFunc(list, func(j int32) bool { return i == j })
}

// moveStart takes an edge away from where it begins; startAt puts it somewhere else.
func (b *splicer) moveStart(e *cfa.Edge) {
	b.proc.Locs[e.From].Out = without(b.proc.Locs[e.From].Out, b.index(e))
}

func (b *splicer) startAt(e *cfa.Edge, at cfa.LocID) {
	e.From = at
	b.proc.Locs[at].Out = append(b.proc.Locs[at].Out, b.index(e))
}

func (b *splicer) endAt(e *cfa.Edge, at cfa.LocID) {
	b.proc.Locs[e.To].In = without(b.proc.Locs[e.To].In, b.index(e))
	e.To = at
	b.proc.Locs[at].In = append(b.proc.Locs[at].In, b.index(e))
}
