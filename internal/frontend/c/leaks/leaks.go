package leaks

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Wanted reports whether a check of p needs what Apply adds.
func Wanted(p property.Property) bool {
	return p.Covers(property.ValidMemcleanup) || p.Covers(property.ValidMemtrack)
}

// watcher adds the count and what looks at it.
type watcher struct {
	prog    *cfa.Program
	ts      *term.Store
	asked   property.Property
	threads bool      // several threads may change the count
	count   term.Term // the address of the count
	first   cfa.RegID // of a thread: 1 in the initial one; NoReg where that does not matter
	proc    *cfa.Proc // the procedure that is changed
}

// Apply makes a program watch for what p asks of its blocks. The initial procedure is called by none.
func Apply(prog *cfa.Program, p property.Property) {
	allocates, threads := false, false
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Alloc:
				allocates = allocates || isBlock(op)
			case cfa.Spawn:
				threads = true
			}
		}
	}
	if !allocates {
		return
	}
	prog.Watch = cfa.EdgeID(prog.NumEdges)
	w := &watcher{prog: prog, ts: prog.Terms, asked: p, threads: threads, first: cfa.NoReg}
	size := uint64(prog.PtrWidth / 8)
	w.count = prog.AddObject(&cfa.Object{Name: "number of allocated blocks", Kind: cfa.Global, Size: size,
		Align: size, Layout: &cfa.Layout{Type: "size_t", Size: size}, Made: true})
	if w.initialMayEnd() {
		w.first = prog.NewReg(cfa.Reg{Name: "initial thread", Sort: term.BitVec(8), Scope: cfa.Thread})
		w.proc = prog.Procs[prog.Entry]
		start := w.proc.NewLoc(w.proc.Pos)
		prog.NewEdge(w.proc, start, w.proc.Entry, cfa.Assign{Dst: w.first, Value: w.ts.BV(8, 1)}, w.proc.Pos)
		w.proc.Entry = start
	}
	for _, w.proc = range prog.Procs {
		if !w.proc.Model {
			w.loops()
		}
		for _, e := range slices.Clone(w.proc.Edges) {
			switch op := e.Op.(type) {
			case cfa.Alloc:
				if isBlock(op) {
					w.change(e.Pos, w.after(e), 1)
				}
			case cfa.Free:
				if op.Kind.IsHeap() && !op.Given {
					w.free(e, op)
				}
			case cfa.Exit:
				if op.Kind == cfa.ExitProcess {
					w.end(e)
				} else if w.first != cfa.NoReg {
					w.initialEnds(e)
				}
			case cfa.Return:
				if w.proc.ID == prog.Entry {
					w.end(e)
				}
			}
		}
		w.proc.Rebuild(nil)
	}
}

// isBlock reports whether what is allocated is memory that the program has to free.
func isBlock(op cfa.Alloc) bool { return op.Kind.IsHeap() && !op.Given }

// A gap is where steps are to be added: they lead from one location to another.
type gap struct{ from, to cfa.LocID }

// after makes a gap after an edge, and before one in front of it.
func (w *watcher) after(e *cfa.Edge) gap {
	g := gap{w.proc.NewLoc(e.Pos), e.To}
	e.To = g.from
	return g
}

func (w *watcher) before(e *cfa.Edge) gap {
	g := gap{e.From, w.proc.NewLoc(e.Pos)}
	e.From = g.to
	return g
}

// add puts an operation at the beginning of a gap.
func (w *watcher) add(g *gap, op cfa.Op, pos source.Pos) {
	next := w.proc.NewLoc(pos)
	w.prog.NewEdge(w.proc, g.from, next, op, pos)
	g.from = next
}

// close ends the steps in a gap.
func (w *watcher) close(g gap, pos source.Pos) {
	w.assume(g.from, g.to, w.ts.True(), pos)
}

// read loads the count.
func (w *watcher) read(g *gap, pos source.Pos) term.Term {
	r := w.prog.NewReg(cfa.Reg{Name: w.proc.Name + "::blocks", Sort: term.BitVec(w.prog.PtrWidth),
		Scope: cfa.Local, Proc: w.proc.ID, Pos: pos})
	w.add(g, cfa.Load{Dst: r, Addr: w.count, Order: cfa.SeqCst}, pos)
	return w.prog.Sym(r)
}

// change fills a gap with a change of the count.
func (w *watcher) change(pos source.Pos, g gap, by uint64) {
	if w.threads {
		w.add(&g, cfa.AtomicBegin{}, pos)
	}
	now := w.ts.BVAdd(w.read(&g, pos), w.prog.Ptr(by))
	w.add(&g, cfa.Store{Addr: w.count, Value: now, Order: cfa.SeqCst}, pos)
	if w.threads {
		w.add(&g, cfa.AtomicEnd{}, pos)
	}
	w.close(g, pos)
}

// free counts a block that is freed. A null pointer frees none.
func (w *watcher) free(e *cfa.Edge, op cfa.Free) {
	null := w.ts.Eq(op.Addr, w.prog.Ptr(0))
	g := w.before(e)
	w.assume(g.from, e.To, null, e.Pos)
	w.assume(g.from, g.to, w.ts.Not(null), e.Pos)
	w.change(e.Pos, w.after(e), ^uint64(0))
}

// end looks at the count before an edge that ends the process, once for both properties.
func (w *watcher) end(e *cfa.Edge) {
	x, _ := e.Op.(cfa.Exit)
	tracks := w.asked.Covers(property.ValidMemtrack) && !x.Abort
	if !tracks && !w.asked.Covers(property.ValidMemcleanup) {
		return
	}
	g := w.before(e)
	none := w.ts.Eq(w.read(&g, e.Pos), w.prog.Ptr(0))
	if tracks {
		_, returned := e.Op.(cfa.Return)
		w.track(&g, none, returned, e.Pos)
	}
	if !w.asked.Covers(property.ValidMemcleanup) {
		e.From = g.from
		return
	}
	bad := w.proc.NewLoc(e.Pos)
	w.assume(g.from, g.to, none, e.Pos)
	w.assume(g.from, bad, w.ts.Not(none), e.Pos)
	w.violate(w.door(bad, g.to, e.Pos), cfa.Violation{Property: property.ValidMemcleanup,
		Message: "memory is not freed at the end of the program"}, e.Pos)
}

// track adds to a gap a way that ends in a violation if a block is lost, unless there is none. The other way
// is always open. returned says that the initial function has returned.
func (w *watcher) track(g *gap, none term.Term, returned bool, pos source.Pos) {
	next, bad := w.proc.NewLoc(pos), w.proc.NewLoc(pos)
	w.assume(g.from, next, w.ts.True(), pos)
	w.assume(g.from, bad, w.ts.Not(none), pos)
	g.from = next
	w.violate(bad, cfa.Violation{Property: property.ValidMemtrack, Lost: true, Returned: returned,
		Message: "memory is lost, nothing points to it any more"}, pos)
}

// door is where a path ends that has come to a location, for some property: for others it goes on, see
// pass.Without.
func (w *watcher) door(at, next cfa.LocID, pos source.Pos) (end cfa.LocID) {
	if len(w.asked.Parts()) == 1 {
		return at
	}
	end = w.proc.NewLoc(pos)
	w.assume(at, next, w.ts.False(), pos)
	w.assume(at, end, w.ts.True(), pos)
	return end
}

func (w *watcher) assume(from, to cfa.LocID, cond term.Term, pos source.Pos) {
	w.prog.NewEdge(w.proc, from, to, cfa.Assume{Cond: cond}, pos)
}

func (w *watcher) violate(at cfa.LocID, op cfa.Violation, pos source.Pos) {
	w.prog.NewEdge(w.proc, at, w.proc.NewLoc(pos), op, pos)
}

// initialMayEnd reports whether the initial thread may end alone, as by pthread_exit.
func (w *watcher) initialMayEnd() bool {
	var functions []cfa.ProcID
	for _, o := range w.prog.Objects {
		if o.Kind == cfa.Func && o.Proc != cfa.NoProc {
			functions = append(functions, o.Proc)
		}
	}
	called := func(e *cfa.Edge) []cfa.ProcID {
		c, ok := e.Op.(cfa.Call)
		switch {
		case !ok:
			return nil
		case c.Proc != cfa.NoProc:
			return []cfa.ProcID{c.Proc}
		}
		return functions
	}
	inside := cfa.NewCallGraph(w.prog, called).Reach(w.prog.Entry, false)
	for _, proc := range w.prog.Procs {
		if inside[proc.ID] && slices.ContainsFunc(proc.Edges, func(e *cfa.Edge) bool {
			x, ok := e.Op.(cfa.Exit)
			return ok && x.Kind == cfa.ExitThread
		}) {
			return true
		}
	}
	return false
}

// initialEnds excludes that the initial thread ends alone: then another one may end the process.
func (w *watcher) initialEnds(e *cfa.Edge) {
	g := w.before(e)
	first, bad := w.ts.Eq(w.prog.Sym(w.first), w.ts.BV(8, 1)), w.proc.NewLoc(e.Pos)
	w.assume(g.from, g.to, w.ts.Not(first), e.Pos)
	w.assume(g.from, bad, first, e.Pos)
	at := w.door(bad, g.to, e.Pos)
	w.prog.NewEdge(w.proc, at, w.proc.NewLoc(e.Pos), cfa.Unsupported{For: w.asked.Only(Wanted),
		What: "the end of the initial thread before others, where memory at the end counts"}, e.Pos)
}
