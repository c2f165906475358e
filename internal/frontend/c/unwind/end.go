package unwind

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

// Edge is an edge of a procedure.
type Edge struct {
	Proc *cfa.Proc
	Edge *cfa.Edge
}

// run is Apply.
func (en *ends) run(entry string, unwinds []Edge, locals []cfa.RegID, start *cfa.Proc) {
	var exits []*cfa.Edge
	in := map[*cfa.Edge]*cfa.Proc{}
	for _, p := range en.prog.Procs {
		for _, e := range p.Edges {
			if x, ok := e.Op.(cfa.Exit); ok && x.Kind == cfa.ExitThread {
				exits, in[e] = append(exits, e), p
			}
		}
	}
	for _, u := range unwinds {
		in[u.Edge] = u.Proc
	}
	none := frameObjects{nested: cfa.NoReg}
	frames := none
	if len(exits) > 0 {
		calls := cfa.NewCallGraph(en.prog, en.called)
		frames = en.frameObjects(entry, calls, mayReach(calls, in))
	}
	for _, u := range unwinds {
		en.endThread(u.Proc, u.Edge, frames, nil)
	}
	for _, e := range exits {
		en.endThread(in[e], e, frames, locals)
	}
	if start == nil {
		return
	}
	for _, e := range slices.Clone(start.Edges) {
		if _, ok := e.Op.(cfa.Return); ok {
			en.endThread(start, e, none, locals)
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
func (en *ends) frameObjects(entry string, calls *cfa.CallGraph, procs map[cfa.ProcID]bool) frameObjects {
	out := frameObjects{nested: cfa.NoReg}
	for id, p := range en.prog.Procs {
		if !procs[cfa.ProcID(id)] {
			continue
		}
		shown := en.shownAddresses(p)
		for _, e := range slices.Clone(p.Edges) {
			a, ok := e.Op.(cfa.Alloc)
			if !ok || a.Kind != cfa.Stack || en.prog.Regs[a.Dst].Scope != cfa.Local || !shown[a.Dst] {
				continue
			}
			r := en.prog.NewReg(cfa.Reg{
				Name: "live " + a.Name, Sort: term.BitVec(en.prog.PtrWidth), Scope: cfa.Thread, Pos: e.Pos,
			})
			out.regs = append(out.regs, r)
			addr := en.prog.Sym(a.Dst)
			en.insertAfter(p, e, cfa.Assign{Dst: r, Value: addr})
			ended := false
			for _, f := range slices.Clone(p.Edges) {
				if x, ok := f.Op.(cfa.Free); ok && x.Addr == addr {
					ended = true
					en.insertAfter(p, f, cfa.Assign{Dst: r, Value: en.prog.Ptr(0)})
				}
			}
			if ended && !calls.IsRecursive(p.ID) || !ended && p.Name == entry {
				continue
			}
			if out.nested == cfa.NoReg {
				out.nested = en.prog.NewReg(cfa.Reg{Name: "nested", Sort: term.Bool, Scope: cfa.Thread,
					Pos: e.Pos})
				out.what = p.Name
			}
			nested := en.prog.Sym(out.nested)
			both := en.ts.Not(en.ts.Eq(en.prog.Sym(r), en.prog.Ptr(0)))
			en.insertAfter(p, e, cfa.Assign{Dst: out.nested, Value: en.ts.Or(nested, both)})
		}
	}
	return out
}

// shownAddresses says which registers of a procedure are used as a value, not just as the address of an
// access.
func (en *ends) shownAddresses(p *cfa.Proc) map[cfa.RegID]bool {
	regs := cfa.NewRegIndex(en.prog)
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

// endThread ends objects before the edge of a procedure with which a thread ends.
func (en *ends) endThread(p *cfa.Proc, end *cfa.Edge, frames frameObjects, locals []cfa.RegID) {
	if len(frames.regs)+len(locals) == 0 {
		return
	}
	b := &splicer{en.prog, p}
	at := end.From
	b.moveStart(end)
	add := func(from cfa.LocID, op cfa.Op) cfa.LocID {
		to := p.NewLoc(end.Pos)
		en.prog.NewEdge(p, from, to, op, end.Pos)
		return to
	}
	if frames.nested != cfa.NoReg {
		nested := en.prog.Sym(frames.nested)
		what := "the end of a thread where a recursion of " + frames.what +
			", or alloca in a loop there, has left several objects " +
			"of one place on the stack, which are not followed"
		add(add(at, cfa.Assume{Cond: nested}), cfa.Unsupported{What: what})
		at = add(at, cfa.Assume{Cond: en.ts.Not(nested)})
	}
	for _, r := range frames.regs {
		none := en.ts.Eq(en.prog.Sym(r), en.prog.Ptr(0))
		next := add(at, cfa.Assume{Cond: none})
		live := add(at, cfa.Assume{Cond: en.ts.Not(none)})
		freed := add(live, cfa.Free{Addr: en.prog.Sym(r), Kind: cfa.Stack})
		en.prog.NewEdge(p, freed, next, cfa.Assign{Dst: r, Value: en.prog.Ptr(0)}, end.Pos)
		at = next
	}
	for _, r := range locals {
		at = add(at, cfa.Free{Addr: en.prog.Sym(r), Kind: cfa.Stack})
	}
	b.startAt(end, at)
}
