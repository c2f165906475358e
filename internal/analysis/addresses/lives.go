package addresses

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
)

// lives says which objects may be made after the life of which has ended.
type lives struct {
	w *rewriter
	// frees lists, by object, the edges that end its life; after, by such an edge, the allocations that may
	// follow it.
	frees map[pointsto.ObjID][]freeEdge
	after map[cfa.EdgeID]map[pointsto.ObjID]bool
	// moves has the edges that realloc ends the life of the old object with. Its model makes the new one
	// before, but the library may leave the object where it is.
	moves map[cfa.EdgeID]bool
}

type freeEdge struct {
	proc cfa.ProcID
	edge *cfa.Edge
}

func newLives(w *rewriter) *lives {
	x := &lives{w: w, frees: map[pointsto.ObjID][]freeEdge{}, after: map[cfa.EdgeID]map[pointsto.ObjID]bool{},
		moves: map[cfa.EdgeID]bool{}}
	for i, proc := range w.orig.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Free)
			if !ok || !w.threads.Order(cfa.ProcID(i)).Reaches(e.From) {
				continue
			}
			v := w.pts.Of(op.Addr)
			for o := range w.pts.Objects {
				id := pointsto.ObjID(o)
				if a, ok := w.pts.Objects[o].Alloc(); ok && a.Kind == op.Kind && v.MayPointTo(id) {
					x.frees[id] = append(x.frees[id], freeEdge{cfa.ProcID(i), e})
				}
			}
		}
	}
	return x
}

// replaces reports whether an object of the site b may be made after one of the site a is gone, in the same
// kind of memory, and whether that is the order in which the edges come.
func (x *lives) replaces(a, b pointsto.ObjID) (ordered, possible bool) {
	ordered = true
	p, isAlloc := x.w.pts.Objects[a].Alloc()
	q, other := x.w.pts.Objects[b].Alloc()
	if !isAlloc || !other || p.Kind.IsHeap() != q.Kind.IsHeap() {
		return true, false
	}
	for _, f := range x.frees[a] {
		if x.following(f)[b] {
			ordered, possible = ordered && !x.moves[f.edge.ID], true
		}
	}
	return ordered, possible
}

// following finds the allocations that may be made after an edge: those that control reaches from there, and
// those of other threads.
func (x *lives) following(f freeEdge) map[pointsto.ObjID]bool {
	if m, ok := x.after[f.edge.ID]; ok {
		return m
	}
	m := map[pointsto.ObjID]bool{}
	x.after[f.edge.ID] = m
	w := x.w
	visit := func(e *cfa.Edge) {
		if o, ok := w.pts.Site(e); ok {
			m[o] = true
		}
	}
	if !w.threads.Alone(f.proc, f.edge.From) {
		roots := w.threads.RunBy(f.proc)
		for i, proc := range w.orig.Procs {
			for _, r := range w.threads.RunBy(cfa.ProcID(i)) {
				if w.threads.Roots[r].Many || len(roots) != 1 || roots[0] != r {
					for _, e := range proc.Edges {
						visit(e)
					}
					break
				}
			}
		}
	}
	type place struct {
		proc cfa.ProcID
		loc  cfa.LocID
	}
	seen := map[place]bool{}
	work := []place{{f.proc, f.edge.To}}
	enter := func(p place) {
		if !seen[p] {
			seen[p] = true
			work = append(work, p)
		}
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		proc := w.orig.Procs[at.proc]
		if proc.Moves {
			x.moves[f.edge.ID] = true
			enter(place{at.proc, proc.Entry})
		}
		for _, i := range proc.Locs[at.loc].Out {
			e := proc.Edges[i]
			visit(e)
			switch e.Op.(type) {
			case cfa.Call, cfa.Spawn:
				for _, q := range w.pts.Callees(e) {
					enter(place{q, w.orig.Procs[q].Entry})
				}
			case cfa.Return:
				for _, c := range w.callersOf(at.proc) {
					enter(place{c.proc, c.edge.To})
				}
			}
			enter(place{at.proc, e.To})
		}
	}
	return m
}

// callersOf lists the calls of a procedure.
func (w *rewriter) callersOf(p cfa.ProcID) []freeEdge {
	if w.callers == nil {
		w.callers = map[cfa.ProcID][]freeEdge{}
		for i, proc := range w.orig.Procs {
			for _, e := range proc.Edges {
				if _, ok := e.Op.(cfa.Call); ok {
					for _, q := range w.pts.Callees(e) {
						w.callers[q] = append(w.callers[q], freeEdge{cfa.ProcID(i), e})
					}
				}
			}
		}
	}
	return w.callers[p]
}

// stale reports whether one of two values may be the address of an object that is gone and the other that of
// one in its place. It is followed if the addresses of new objects tell it: the offsets are the same, and the
// objects are those of the heap.
func (w *rewriter) stale(a, b pointsto.Value) (followed, possible bool) {
	followed = true
	for _, p := range a.Refs {
		for _, q := range b.Refs {
			for _, pair := range [][2]pointsto.Ref{{p, q}, {q, p}} {
				if w.lives == nil {
					w.lives = newLives(w)
				}
				ordered, some := w.lives.replaces(pair[0].Obj, pair[1].Obj)
				if !some {
					continue
				}
				possible = true
				n, exact := p.Off.Exact()
				m, also := q.Off.Exact()
				o := w.pts.Objects[pair[1].Obj]
				if op, _ := o.Alloc(); !ordered || !op.Kind.IsHeap() || !exact || !also || n != m {
					followed = false
					continue
				}
				w.reuse(o)
			}
		}
	}
	return followed, possible
}

// reuse notes that objects of a site may get the place of others.
func (w *rewriter) reuse(o pointsto.Object) {
	for _, e := range w.prog.Procs[o.Proc].Edges {
		if e.ID == o.Site.ID {
			w.reused = append(w.reused, e)
		}
	}
}
