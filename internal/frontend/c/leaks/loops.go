package leaks

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
)

// loops looks for lost blocks in each round of the loops that are never left.
func (w *watcher) loops() {
	if !w.asked.Covers(property.ValidMemtrack) {
		return
	}
	leaves := make([]bool, len(w.proc.Locs)) // some path from the location ends
	var work []cfa.LocID
	reach := func(l cfa.LocID) {
		if !leaves[l] {
			leaves[l] = true
			work = append(work, l)
		}
	}
	for l := range w.proc.Locs {
		if len(w.proc.Locs[l].Out) == 0 {
			reach(cfa.LocID(l))
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range w.proc.Locs[l].In {
			reach(w.proc.Edges[i].From)
		}
	}
	for _, e := range w.backEdges() {
		if !leaves[e.From] {
			g := w.after(e)
			w.track(&g, w.ts.Eq(w.read(&g, e.Pos), w.prog.Ptr(0)), false, e.Pos)
			w.close(g, e.Pos)
		}
	}
}

// backEdges lists the edges of the procedure that a depth-first search finds to close a circle.
func (w *watcher) backEdges() []*cfa.Edge {
	const unseen, open, done = 0, 1, 2
	state := make([]uint8, len(w.proc.Locs))
	type visit struct {
		at   cfa.LocID
		next int
	}
	var out []*cfa.Edge
	stack := []visit{{at: w.proc.Entry}}
	state[w.proc.Entry] = open
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.next == len(w.proc.Locs[v.at].Out) {
			state[v.at] = done
			stack = stack[:len(stack)-1]
			continue
		}
		e := w.proc.Edges[w.proc.Locs[v.at].Out[v.next]]
		v.next++
		switch state[e.To] {
		case open:
			out = append(out, e)
		case unseen:
			state[e.To] = open
			stack = append(stack, visit{at: e.To})
		}
	}
	return out
}
