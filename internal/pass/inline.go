package pass

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// inline gives each place that starts a thread its own copy of the thread's procedure, and copies called
// procedures into their callers, so that analyses see each of them in one context. Recursion is followed
// Options.Recursion times, and the program may grow to Options.MaxEdges; calls that are left go to the
// procedures as they were. A thread that starts, directly or not, threads of its own procedure does not get
// further copies for them.
func inline(ctx context.Context, w *work) error {
	in := newInliner(ctx, w)
	if !w.enters(w.prog.Entry) {
		return in.inPlace(w.prog.Entry)
	}
	root, err := in.root(w.prog.Entry, nil)
	if err != nil {
		return err
	}
	w.prog.Entry = root
	return nil
}

// enters reports whether a call or the start of a thread may enter a procedure.
func (w *work) enters(id cfa.ProcID) bool {
	for _, proc := range w.prog.Procs {
		for _, e := range proc.Edges {
			if slices.Contains(cfa.DirectCallees(e), id) {
				return true
			}
		}
	}
	return w.callsAddresses() && slices.ContainsFunc(w.prog.Objects, func(o *cfa.Object) bool {
		return o.Kind == cfa.Func && o.Proc == id
	})
}

type inliner struct {
	ctx      context.Context
	p        *cfa.Program
	opt      Options
	original []*cfa.Proc
	// looked says of which procedures it is known whether they are ok, which is what copyable says.
	looked, ok []bool
	edges      int

	regs   *cfa.RegIndex
	locals [][]cfa.RegID // by procedure, once asked for
}

func newInliner(ctx context.Context, w *work) *inliner {
	p := w.prog
	n := len(p.Procs)
	in := &inliner{ctx: ctx, p: p, opt: w.opt, original: p.Procs[:n:n], regs: w.regs(),
		locals: make([][]cfa.RegID, n), looked: make([]bool, n), ok: make([]bool, n)}
	for _, proc := range p.Procs {
		in.edges += len(proc.Edges)
	}
	return in
}

// copyable reports whether a procedure can be copied: not one that reads local registers before setting them,
// whose values a copy inside a loop would keep from one call to the next.
func (in *inliner) copyable(id cfa.ProcID) (bool, error) {
	if in.looked[id] {
		return in.ok[id], nil
	}
	proc := in.original[id]
	live, err := live.Registers(in.ctx, in.regs, in.p, proc, analysis.WTO(proc))
	if err != nil {
		return false, err
	}
	in.looked[id], in.ok[id] = true, true
	for _, r := range live[proc.Entry] {
		in.ok[id] = in.ok[id] && slices.Contains(proc.Params, r)
	}
	return in.ok[id], nil
}

// chain is a chain of thread procedures, each started by the one before.
type chain struct {
	proc, copy cfa.ProcID
	up         *chain
}

func (c *chain) find(proc cfa.ProcID) (cfa.ProcID, bool) {
	for ; c != nil; c = c.up {
		if c.proc == proc {
			return c.copy, true
		}
	}
	return cfa.NoProc, false
}

// root makes a copy of a procedure for a thread to run, with its calls inlined.
func (in *inliner) root(id cfa.ProcID, up *chain) (cfa.ProcID, error) {
	old := in.original[id]
	proc := in.p.NewProc(old.Name, old.Pos)
	proc.Result, proc.Model = old.Result, old.Model
	proc.Locs = nil
	at := &chain{proc: id, copy: proc.ID, up: up}
	b := &body{in: in, proc: proc, depth: map[cfa.ProcID]int{}, chain: at}
	regs := b.registers(id)
	for _, r := range old.Params {
		proc.Params = append(proc.Params, regs.Reg(r))
	}
	entry, err := b.copy(id, regs, nil)
	proc.Entry = entry
	proc.Rebuild(nil)
	return proc.ID, err
}

// inPlace inlines the calls of a procedure that nothing enters but the initial thread, so that it needs no
// registers of another name.
func (in *inliner) inPlace(id cfa.ProcID) error {
	proc := in.original[id]
	old := *proc
	in.original = slices.Clone(in.original)
	in.original[id] = &old
	proc.Locs, proc.Edges = nil, nil
	b := &body{in: in, proc: proc, depth: map[cfa.ProcID]int{}, chain: &chain{proc: id, copy: id}}
	var err error
	proc.Entry, err = b.copy(id, in.p.NewRenaming(nil, id), nil)
	proc.Rebuild(nil)
	return err
}

// body is the procedure that copies go to. The lists of its locations are made when it is complete.
type body struct {
	in    *inliner
	proc  *cfa.Proc
	depth map[cfa.ProcID]int // copies on the present chain of calls
	chain *chain
	// inside is the call whose procedure is copied at present.
	inside *cfa.Inside
	room   []cfa.Edge // for edges
}

// add adds an edge as [addEdge] does.
func (b *body) add(from, to cfa.LocID, op cfa.Op, like *cfa.Edge) *cfa.Edge {
	if len(b.room) == 0 {
		b.room = make([]cfa.Edge, 8)
	}
	e := &b.room[0]
	b.room = b.room[1:]
	*e = cfa.Edge{ID: cfa.EdgeID(b.in.p.NumEdges), From: from, To: to, Op: op, Pos: like.Pos,
		Origin: like.Origin, Text: like.Text, Access: like.Access, Macro: like.Macro, Inside: b.inside}
	if _, begin := op.(cfa.AtomicBegin); begin {
		e.Sync = like.Sync
	}
	b.in.p.NumEdges++
	b.in.edges++
	b.proc.Edges = append(b.proc.Edges, e)
	return e
}

// addLocal adds an edge as the function does.
func (b *body) addLocal(from, to cfa.LocID, op cfa.Op, like *cfa.Edge) {
	b.add(from, to, op, like).Origin = cfa.NoEdge
}

// registers makes registers of the procedure that copies go to for the local ones of another one.
func (b *body) registers(id cfa.ProcID) *cfa.Renaming {
	in := b.in
	if in.locals[id] == nil {
		in.locals[id] = in.regs.Locals(in.original[id])
	}
	return in.p.NewRenaming(in.locals[id], b.proc.ID)
}

// ret says where the returns of an inlined call go.
type ret struct {
	dst cfa.RegID
	to  cfa.LocID
}

// copy adds a copy of a procedure's body and returns its entry. back is nil
// for the procedure of the thread itself, whose returns stay.
func (b *body) copy(id cfa.ProcID, regs *cfa.Renaming, back *ret) (cfa.LocID, error) {
	if err := b.in.ctx.Err(); err != nil {
		return 0, err
	}
	old := b.in.original[id]
	base := cfa.LocID(len(b.proc.Locs))
	b.proc.Locs = slices.Grow(b.proc.Locs, len(old.Locs))
	for _, l := range old.Locs {
		l.In, l.Out = nil, nil
		b.proc.Locs = append(b.proc.Locs, l)
	}
	b.depth[id]++
	outer := b.room
	b.room = make([]cfa.Edge, len(old.Edges))
	defer func() {
		b.depth[id]--
		b.room = outer
	}()
	for _, e := range old.Edges {
		if err := b.edge(e, base, regs, back); err != nil {
			return 0, err
		}
	}
	return base + old.Entry, nil
}

func (b *body) edge(e *cfa.Edge, base cfa.LocID, regs *cfa.Renaming, back *ret) error {
	op := regs.Op(e.Op)
	from, to := base+e.From, base+e.To
	switch call := op.(type) {
	case cfa.Return:
		if back != nil {
			op, to = b.returned(call, back), back.to
		}
	case cfa.Call:
		ok, err := b.canInline(call.Proc)
		if err != nil {
			return err
		}
		if ok {
			return b.call(e, call, from, to)
		}
	case cfa.Spawn:
		if call.Proc != cfa.NoProc {
			root, known := b.chain.find(call.Proc)
			if !known && b.in.fits(call.Proc) {
				var err error
				if root, err = b.in.root(call.Proc, b.chain); err != nil {
					return err
				}
				known = true
			}
			if known {
				call.Proc = root
			}
			op = call
		}
	}
	b.place(e, op, from, to, regs)
	return nil
}

// place adds a copy of an edge, with another operation and between other locations.
func (b *body) place(e *cfa.Edge, op cfa.Op, from, to cfa.LocID, regs *cfa.Renaming) {
	f := b.add(from, to, op, e)
	f.Sync = regs.Sync(e.Sync)
}

// returned is what a return of an inlined call becomes.
func (b *body) returned(op cfa.Return, back *ret) cfa.Op {
	if back.dst == cfa.NoReg || op.Value == term.None {
		return cfa.Assume{Cond: b.in.p.Terms.True()}
	}
	return cfa.Assign{Dst: back.dst, Value: op.Value}
}

func (b *body) canInline(id cfa.ProcID) (bool, error) {
	if id == cfa.NoProc || b.depth[id] >= b.in.opt.recursion() || !b.in.fits(id) {
		return false, nil
	}
	return b.in.copyable(id)
}

func (in *inliner) fits(id cfa.ProcID) bool {
	return in.edges+len(in.original[id].Edges) <= in.opt.maxEdges()
}

// call passes the arguments and copies the procedure between the two ends of the call.
func (b *body) call(e *cfa.Edge, op cfa.Call, from, to cfa.LocID) error {
	regs := b.registers(op.Proc)
	at := from
	for i, r := range b.in.original[op.Proc].Params {
		next := b.proc.NewLoc(e.Pos)
		b.addLocal(at, next, cfa.Assign{Dst: regs.Reg(r), Value: op.Args[i]}, e)
		at = next
	}
	b.inside = &cfa.Inside{Call: e, Proc: b.in.original[op.Proc], Up: b.inside}
	entry, err := b.copy(op.Proc, regs, &ret{dst: op.Dst, to: to})
	b.inside = b.inside.Up
	if err != nil {
		return err
	}
	b.addLocal(at, entry, cfa.Assume{Cond: b.in.p.Terms.True()}, e)
	return nil
}
