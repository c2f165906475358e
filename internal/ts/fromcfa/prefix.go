package fromcfa

import (
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/internal/step/large"
	"whittle.dev/internal/ts/reduce"
	"whittle.dev/term"
)

// usage says how threads other than the initial one access cells.
type usage uint8

const (
	isRead usage = 1 << iota
	isWritten
)

// conflicts finds what threads other than the initial one access, in the procedures that are used.
func (x *cells) conflicts(used []bool) map[slotKey]usage {
	prog := x.objects.prog
	out := map[slotKey]usage{}
	for i, proc := range prog.Procs {
		if !used[i] || proc.ID == prog.Entry {
			continue
		}
		for _, e := range proc.Edges {
			a, ok := step.BytesOf(prog, e.Op)
			if !ok {
				continue
			}
			kind := isRead
			if a.Writes() {
				kind = isWritten
			}
			for _, r := range x.objects.pts.Of(a.Addr).Refs {
				out[slotKey{r.Obj, x.cut.ByEdge[e]}] |= kind
			}
		}
	}
	return out
}

// disturbs reports whether another thread could tell when the edge is executed.
func (x *cells) disturbs(e *cfa.Edge, conflicts map[slotKey]usage) bool {
	a, ok := step.BytesOf(x.objects.prog, e.Op)
	if !ok {
		return false
	}
	kind := isWritten // that disturbs the load
	if a.Writes() {
		kind |= isRead
	}
	for _, r := range x.objects.pts.Of(a.Addr).Refs {
		if conflicts[slotKey{r.Obj, x.cut.ByEdge[e]}]&kind != 0 {
			return true
		}
	}
	return false
}

// prefix executes the initial thread until another thread could tell, and makes the result the initial state.
func (t *translator) prefix(conflicts map[slotKey]usage) error {
	main := t.addThread(t.prog.Procs[t.prog.Entry])
	p := main.newPath(inPrefix)
	main.setRegisters(p)
	if t.prog.Self != cfa.NoReg {
		p.Regs[t.prog.Self] = t.id(0)
	}
	loc := main.proc.Entry
	stop := t.endOfPrefix(main.proc)
	var begin *path // before the section that is open
	var beginLoc cfa.LocID
	for {
		if err := t.ctx.Err(); err != nil {
			return err
		}
		if len(p.Edges) > maxPath {
			return unsupported(main.proc.Locs[loc].Pos, "a long prefix of the initial thread")
		}
		e := p.next(loc)
		if e == nil || stop(loc) || len(t.threads) > 1 && t.cells.disturbs(e, conflicts) || cfa.Ends(e.Op) {
			break
		}
		if _, ok := e.Op.(cfa.AtomicBegin); ok && p.Atomic == 0 {
			begin, beginLoc = p.clone(), loc
		}
		if sp, ok := e.Op.(cfa.Spawn); ok {
			if err := p.spawn(e, sp); err != nil {
				return err
			}
			loc = e.To
			continue
		}
		if al, ok := e.Op.(cfa.Alloc); ok {
			if err := t.objects.allocate(0, e, al, p.Apply(al.Size)); err != nil {
				return err
			}
		}
		if _, ok := e.Op.(cfa.Join); ok {
			break
		}
		c := p.clone()
		how, err := large.Exec(c, e)
		if err != nil {
			return err
		}
		if how != step.GoesOn || !t.st.IsTrue(c.Cond) {
			break
		}
		p, loc = c, e.To
	}
	if p.Atomic > 0 {
		p, loc = begin, beginLoc
	}
	main.start, main.initial = loc, p.Regs
	for v, x := range p.mem {
		t.sys.Vars[v].Init = x
	}
	t.out.prefix, t.out.inputs = p.Edges, p.inputs
	return nil
}

// endOfPrefix tells where the prefix ends at the latest: with KeepLoops at the head of a loop, if no thread
// is created after it.
func (t *translator) endOfPrefix(main *cfa.Proc) func(cfa.LocID) bool {
	spawns := func(e *cfa.Edge) bool { _, ok := e.Op.(cfa.Spawn); return ok }
	if !t.opt.KeepLoops || slices.ContainsFunc(main.Edges, spawns) {
		return func(cfa.LocID) bool { return false }
	}
	return analysis.WTO(main).IsHead
}

// next is the edge to execute, nil if that is not sure.
func (p *path) next(loc cfa.LocID) *cfa.Edge {
	proc, st := p.th.proc, p.th.tr.st
	out := proc.Locs[loc].Out
	var found *cfa.Edge
	for _, k := range out {
		e := proc.Edges[k]
		if len(out) == 1 {
			return e
		}
		c := p.Apply(e.Op.(cfa.Assume).Cond)
		switch {
		case st.IsTrue(c) && found == nil:
			found = e
		case !st.IsFalse(c):
			return nil
		}
	}
	return found
}

// spawn adds a thread.
func (p *path) spawn(e *cfa.Edge, op cfa.Spawn) error {
	t := p.th.tr
	switch {
	case op.Proc == cfa.NoProc:
		return unsupported(e.Pos, "a thread whose function is not known")
	case p.Atomic > 0:
		return unsupported(e.Pos, "a thread that is created in an atomic section")
	case op.Proc == t.prog.Entry:
		return unsupported(e.Pos, "a thread that runs the initial function")
	}
	th := t.addThread(t.prog.Procs[op.Proc])
	for i, r := range th.proc.Params {
		w := t.prog.Regs[r].Sort.Width()
		v := t.zero(t.prog.Regs[r].Sort)
		if i < len(op.Args) && w > 0 && t.st.Sort(op.Args[i]).Width() > 0 {
			v = reduce.LowBits(t.st, p.Apply(op.Args[i]), w)
		}
		th.initial[r] = v
	}
	id := t.id(th.process)
	if t.prog.Self != cfa.NoReg {
		th.initial[t.prog.Self] = id
	}
	th.advance()
	if op.Dst != cfa.NoReg {
		p.Regs[op.Dst] = id
	}
	p.Edges = append(p.Edges, e)
	return nil
}

// setRegisters gives all registers the values that they have when the thread starts.
func (th *thread) setRegisters(p *path) {
	for i, reg := range th.tr.prog.Regs {
		r := cfa.RegID(i)
		if p.Regs[r] = th.initial[r]; p.Regs[r] == term.None {
			p.Regs[r] = th.tr.zero(reg.Sort)
		}
	}
}

// advance executes the first local steps of a thread, which no one can tell from having executed them before.
func (th *thread) advance() {
	p := th.newPath(inPrefix)
	th.setRegisters(p)
	for range maxPath {
		e := p.next(th.start)
		if e == nil {
			return
		}
		switch op := e.Op.(type) {
		case cfa.Assign:
			p.Regs[op.Dst] = p.Apply(op.Value)
			th.initial[op.Dst] = p.Regs[op.Dst]
		case cfa.Assume:
			if !th.tr.st.IsTrue(p.Apply(op.Cond)) {
				return
			}
		default:
			return
		}
		th.start = e.To
	}
}
