package c

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// The automatic objects of a thread end with it (C11 6.2.4p5), also where it ends in the middle of calls. The
// Exit of a thread stands in a library model and knows nothing of the functions on the stack. So each of
// their objects that others may know of has a register of the thread that holds its address while it lives,
// and what is registered is freed before the Exit, or before the destructors of thread-specific data, which
// run when no call is left. Thread-local objects end there, too, and where the first function of a thread
// returns; those of the initial thread live until the process ends.

// procEdge is an edge of a procedure.
type procEdge struct {
	proc *cfa.Proc
	edge *cfa.Edge
}

// threadEnds makes the objects of threads end with them, when all procedures are complete.
func (l *lowerer) threadEnds() {
	var exits []*cfa.Edge
	in := map[*cfa.Edge]*cfa.Proc{}
	for _, p := range l.prog.Procs {
		for _, e := range p.Edges {
			if x, ok := e.Op.(cfa.Exit); ok && x.Kind == cfa.ExitThread {
				exits, in[e] = append(exits, e), p
			}
		}
	}
	for _, u := range l.unwinds {
		in[u.edge] = u.proc
	}
	none := frameObjects{nested: cfa.NoReg}
	frames := none
	if len(exits) > 0 {
		frames = l.frameObjects(l.mayReach(in))
	}
	var locals []cfa.RegID
	for _, v := range l.threadLocals {
		if v.addrReg != cfa.NoReg {
			locals = append(locals, v.addrReg)
		}
	}
	for _, u := range l.unwinds {
		l.endThread(u.proc, u.edge, frames, nil)
	}
	for _, e := range exits {
		l.endThread(in[e], e, frames, locals)
	}
	if l.startProc == nil || l.startProc.proc == nil {
		return
	}
	p := l.startProc.proc
	for _, e := range slices.Clone(p.Edges) {
		if _, ok := e.Op.(cfa.Return); ok {
			l.endThread(p, e, none, locals)
		}
	}
}

// frameObjects are the objects of the stack that others may know of.
type frameObjects struct {
	regs []cfa.RegID // of the thread, one for each site: the address of its object, or null
	// nested is a register of the thread that is set once a site had two objects at a time, of which only the
	// newest is followed; NoReg if none can have.
	nested cfa.RegID
	what   string // where that may be
}

// frameObjects registers the objects of procedures whose addresses are used in another way than to access
// them.
func (l *lowerer) frameObjects(procs map[cfa.ProcID]bool) frameObjects {
	out := frameObjects{nested: cfa.NoReg}
	for id, p := range l.prog.Procs {
		if !procs[cfa.ProcID(id)] {
			continue
		}
		shown := l.shownAddresses(p)
		for _, e := range slices.Clone(p.Edges) {
			a, ok := e.Op.(cfa.Alloc)
			if !ok || a.Kind != cfa.Stack || l.prog.Regs[a.Dst].Scope != cfa.Local || !shown[a.Dst] {
				continue
			}
			r := l.prog.NewReg(cfa.Reg{
				Name: "live " + a.Name, Sort: term.BitVec(l.prog.PtrWidth), Scope: cfa.Thread, Pos: e.Pos,
			})
			out.regs = append(out.regs, r)
			addr := l.prog.Sym(a.Dst)
			l.insertAfter(p, e, cfa.Assign{Dst: r, Value: addr})
			ended := false
			for _, f := range slices.Clone(p.Edges) {
				if x, ok := f.Op.(cfa.Free); ok && x.Addr == addr {
					ended = true
					l.insertAfter(p, f, cfa.Assign{Dst: r, Value: l.prog.Ptr(0)})
				}
			}
			if ended && !l.isRecursive(p.ID) || !ended && p.Name == l.cfg.entry() {
				continue
			}
			if out.nested == cfa.NoReg {
				out.nested = l.prog.NewReg(cfa.Reg{Name: "nested", Sort: term.Bool, Scope: cfa.Thread,
					Pos: e.Pos})
				out.what = p.Name
			}
			nested := l.prog.Sym(out.nested)
			both := l.ts.Not(l.ts.Eq(l.prog.Sym(r), l.prog.Ptr(0)))
			l.insertAfter(p, e, cfa.Assign{Dst: out.nested, Value: l.ts.Or(nested, both)})
		}
	}
	return out
}

// shownAddresses tells which registers of a procedure are used as a value, not just as the address of an
// access.
func (l *lowerer) shownAddresses(p *cfa.Proc) map[cfa.RegID]bool {
	regs := cfa.NewRegIndex(l.prog)
	shown := map[cfa.RegID]bool{}
	note := func(t term.Term) {
		if t != term.None {
			for _, r := range regs.Of(t) {
				shown[r] = true
			}
		}
	}
	for _, e := range p.Edges {
		switch op := e.Op.(type) {
		case cfa.Load, cfa.Free:
		case cfa.Store:
			note(op.Value)
		default:
			for _, t := range cfa.Terms(op) {
				note(t)
			}
		}
	}
	return shown
}

// called lists what an edge may call; a call through an address may enter each function that has one.
func (l *lowerer) called(e *cfa.Edge) []cfa.ProcID {
	c, ok := e.Op.(cfa.Call)
	switch {
	case !ok:
		return nil
	case c.Proc != cfa.NoProc:
		return []cfa.ProcID{c.Proc}
	}
	var out []cfa.ProcID
	for _, o := range l.prog.Objects {
		if o.Kind == cfa.Func {
			out = append(out, o.Proc)
		}
	}
	return out
}

// mayReach lists the procedures that may be on the stack at the edges.
func (l *lowerer) mayReach(edges map[*cfa.Edge]*cfa.Proc) map[cfa.ProcID]bool {
	reach := map[cfa.ProcID]bool{}
	for _, p := range edges {
		reach[p.ID] = true
	}
	for again := true; again; {
		again = false
		for _, p := range l.prog.Procs {
			if reach[p.ID] {
				continue
			}
			for _, e := range p.Edges {
				if slices.ContainsFunc(l.called(e), func(q cfa.ProcID) bool { return reach[q] }) {
					reach[p.ID], again = true, true
					break
				}
			}
		}
	}
	return reach
}

// isRecursive reports whether a procedure may be called while it is active.
func (l *lowerer) isRecursive(p cfa.ProcID) bool {
	seen := map[cfa.ProcID]bool{}
	work := []cfa.ProcID{p}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.prog.Procs[q].Edges {
			for _, c := range l.called(e) {
				if c == p {
					return true
				}
				if !seen[c] {
					seen[c] = true
					work = append(work, c)
				}
			}
		}
	}
	return false
}

// endThread ends objects before the edge of a procedure with which a thread ends.
func (l *lowerer) endThread(p *cfa.Proc, end *cfa.Edge, frames frameObjects, locals []cfa.RegID) {
	if len(frames.regs)+len(locals) == 0 {
		return
	}
	b := &splicer{l.prog, p}
	at := end.From
	b.moveStart(end)
	add := func(from cfa.LocID, op cfa.Op) cfa.LocID {
		to := p.NewLoc(end.Pos)
		l.prog.NewEdge(p, from, to, op, end.Pos)
		return to
	}
	if frames.nested != cfa.NoReg {
		nested := l.prog.Sym(frames.nested)
		what := "the end of a thread where a recursion of " + frames.what +
			", or alloca in a loop there, has left several objects " +
			"of one place on the stack, which are not followed"
		add(add(at, cfa.Assume{Cond: nested}), cfa.Unsupported{What: what})
		at = add(at, cfa.Assume{Cond: l.ts.Not(nested)})
	}
	for _, r := range frames.regs {
		none := l.ts.Eq(l.prog.Sym(r), l.prog.Ptr(0))
		next := add(at, cfa.Assume{Cond: none})
		live := add(at, cfa.Assume{Cond: l.ts.Not(none)})
		freed := add(live, cfa.Free{Addr: l.prog.Sym(r), Kind: cfa.Stack})
		l.prog.NewEdge(p, freed, next, cfa.Assign{Dst: r, Value: l.prog.Ptr(0)}, end.Pos)
		at = next
	}
	for _, r := range locals {
		at = add(at, cfa.Free{Addr: l.prog.Sym(r), Kind: cfa.Stack})
	}
	b.startAt(end, at)
}

// insertAfter adds an operation behind an edge.
func (l *lowerer) insertAfter(p *cfa.Proc, e *cfa.Edge, op cfa.Op) {
	b := &splicer{l.prog, p}
	to := e.To
	mid := p.NewLoc(e.Pos)
	b.endAt(e, mid)
	l.prog.NewEdge(p, mid, to, op, e.Pos)
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
