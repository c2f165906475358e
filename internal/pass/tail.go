package pass

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// tailCalls makes loops of recursion by tail calls: a call whose result the caller returns at once is a jump
// to the entry of the callee, with the arguments assigned to its parameters. Procedures that call each other
// in this way become one: what returns from any of them returns from the first. Such recursion needs no
// stack, and what proves loops proves it. Other calls stay.
//
// The steps of an execution stay the same, apart from calls and returns, which have no names in traces.
func tailCalls(ctx context.Context, w *work) error {
	in := newInliner(ctx, w)
	t := &tails{inliner: in, calls: make([]map[*cfa.Edge]cfa.ProcID, len(in.original))}
	for i := range in.original {
		var err error
		if t.calls[i], err = t.find(cfa.ProcID(i)); err != nil {
			return err
		}
	}
	var loops []*cfa.Proc
	for i, proc := range in.original {
		members := t.cycle(cfa.ProcID(i))
		if len(members) == 0 {
			loops = append(loops, proc)
			continue
		}
		loop, err := t.loop(cfa.ProcID(i), members)
		if err != nil {
			return err
		}
		loops = append(loops, loop)
	}
	copy(w.prog.Procs, loops)
	return nil
}

// tails finds tail calls.
type tails struct {
	*inliner
	calls []map[*cfa.Edge]cfa.ProcID // by procedure: its tail calls
}

// find returns the tail calls of a procedure. Objects on its stack live as long as the procedure, so one that
// has any is left alone; so is one that cannot be copied. The error is that of the context.
func (t *tails) find(id cfa.ProcID) (map[*cfa.Edge]cfa.ProcID, error) {
	proc := t.original[id]
	onStack := slices.ContainsFunc(proc.Edges, func(e *cfa.Edge) bool {
		a, ok := e.Op.(cfa.Alloc)
		return ok && a.Kind == cfa.Stack
	})
	if onStack {
		return nil, nil
	}
	out := map[*cfa.Edge]cfa.ProcID{}
	for _, e := range proc.Edges {
		call, ok := e.Op.(cfa.Call)
		if !ok || call.Proc == cfa.NoProc || call.Dst != cfa.NoReg && t.p.Regs[call.Dst].Scope != cfa.Local {
			continue
		}
		if t.agrees(call, proc) && t.returns(proc, e.To, call.Dst) {
			out[e] = call.Proc
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	if ok, err := t.copyable(id); !ok || err != nil {
		return nil, err
	}
	return out, nil
}

// agrees reports whether the callee has a result like the caller's and parameters like the arguments.
func (t *tails) agrees(call cfa.Call, caller *cfa.Proc) bool {
	callee := t.original[call.Proc]
	if callee.Result != caller.Result || len(call.Args) != len(callee.Params) {
		return false
	}
	for i, r := range callee.Params {
		if t.p.Regs[r].Sort != t.p.Terms.Sort(call.Args[i]) {
			return false
		}
	}
	return true
}

// returns reports whether nothing happens at a location but that the value of a register is returned, perhaps
// by way of others.
func (t *tails) returns(proc *cfa.Proc, at cfa.LocID, result cfa.RegID) bool {
	for range proc.Locs {
		if len(proc.Locs[at].Out) != 1 {
			return false
		}
		e := proc.Edges[proc.Locs[at].Out[0]]
		switch op := e.Op.(type) {
		case cfa.Assume:
			if !t.p.Terms.IsTrue(op.Cond) {
				return false
			}
		case cfa.Assign:
			if result == cfa.NoReg || op.Value != t.p.Sym(result) || t.p.Regs[op.Dst].Scope != cfa.Local {
				return false
			}
			result = op.Dst
		case cfa.Return:
			if op.Value == term.None {
				return true
			}
			return result != cfa.NoReg && op.Value == t.p.Sym(result)
		default:
			return false
		}
		at = e.To
	}
	return false
}

// cycle returns the procedures that a procedure calls by tail calls, directly or not, and that call it in the
// same way; none if it does not call itself so.
func (t *tails) cycle(id cfa.ProcID) map[cfa.ProcID]bool {
	from := t.reach(id)
	if !from[id] {
		return nil
	}
	for other := range from {
		if !t.reach(other)[id] {
			delete(from, other)
		}
	}
	return from
}

// reach returns the procedures that are called by tail calls from one on.
func (t *tails) reach(id cfa.ProcID) map[cfa.ProcID]bool {
	seen := map[cfa.ProcID]bool{}
	todo := []cfa.ProcID{id}
	for len(todo) > 0 {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, callee := range t.calls[last] { // a set, in any order
			if !seen[callee] {
				seen[callee] = true
				todo = append(todo, callee)
			}
		}
	}
	return seen
}

// loop makes the procedure that runs the members of a cycle, beginning with the first.
func (t *tails) loop(first cfa.ProcID, members map[cfa.ProcID]bool) (*cfa.Proc, error) {
	proc := *t.original[first]
	proc.Locs, proc.Edges = nil, nil
	l := &tailLoop{body: &body{in: t.inliner, proc: &proc}, members: map[cfa.ProcID]*member{}}
	proc.Entry = l.member(first).entry
	for n := 0; n < len(l.order); n++ {
		if err := t.ctx.Err(); err != nil {
			return nil, err
		}
		m := l.order[n]
		for _, e := range t.original[m.id].Edges {
			callee, tail := t.calls[m.id][e]
			if !tail || !members[callee] {
				l.place(e, m.regs.Op(e.Op), m.base+e.From, m.base+e.To, m.regs)
				continue
			}
			l.jump(e, m.regs.Op(e.Op).(cfa.Call), m.base+e.From, l.member(callee))
		}
	}
	proc.Rebuild(nil)
	trim(&proc)
	return &proc, nil
}

// tailLoop is a loop that is being made.
type tailLoop struct {
	*body
	members map[cfa.ProcID]*member
	order   []*member
}

// member is a procedure in a loop: its locations begin at base, its registers are renamed, those of the first
// apart.
type member struct {
	id          cfa.ProcID
	regs        *cfa.Renaming
	base, entry cfa.LocID
}

// member is the procedure in the loop, which is added if it is not there.
func (l *tailLoop) member(id cfa.ProcID) *member {
	if m := l.members[id]; m != nil {
		return m
	}
	old := l.in.original[id]
	m := &member{id: id, base: cfa.LocID(len(l.proc.Locs))}
	m.entry = m.base + old.Entry
	if len(l.order) > 0 {
		m.regs = l.registers(id)
	} else {
		m.regs = l.in.p.NewRenaming(nil, l.proc.ID)
	}
	for _, loc := range old.Locs {
		loc.In, loc.Out = nil, nil
		l.proc.Locs = append(l.proc.Locs, loc)
	}
	l.members[id], l.order = m, append(l.order, m)
	return m
}

// jump assigns the arguments of a call to the parameters of a member and goes on there. The arguments may
// speak of the parameters, so they are computed before any of these changes.
func (l *tailLoop) jump(e *cfa.Edge, call cfa.Call, from cfa.LocID, to *member) {
	p := l.in.p
	params := slices.Clone(l.in.original[to.id].Params)
	values := make([]term.Term, len(params))
	at := from
	assign := func(dst cfa.RegID, value term.Term) {
		next := l.proc.NewLoc(e.Pos)
		l.addLocal(at, next, cfa.Assign{Dst: dst, Value: value}, e)
		at = next
	}
	for i, r := range params {
		reg := p.Regs[r]
		reg.Proc = l.proc.ID
		hold := p.NewReg(reg)
		assign(hold, call.Args[i])
		values[i] = p.Sym(hold)
	}
	for i, r := range params {
		assign(to.regs.Reg(r), values[i])
	}
	l.addLocal(at, to.entry, cfa.Assume{Cond: p.Terms.True()}, e)
}
