package events

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// caller is an activation that waits for a call to return.
type caller struct {
	f      *frame
	call   *cfa.Edge
	dst    cfa.RegID
	locals []term.Term
}

// call walks one activation of a procedure from st, whose locals are those of
// the caller. It returns the merged state at the returns (nil if none is
// reached), again with the caller's locals, and the returned value.
func (u *unroller) call(proc *cfa.Proc, args []term.Term, st *state) (*state, term.Term, error) {
	active := 0
	for _, p := range u.stack {
		if p == proc.ID {
			active++
		}
	}
	if bound := (BoundID{Kind: RecursionBound, Proc: proc.ID}); active > u.opts.bound(bound) {
		u.b.goal(BoundGoal, st, nil, -1, fmt.Sprintf("recursion of %s", proc.Name)).Bounds = []BoundID{bound}
		return nil, term.None, nil
	} else if active > 0 {
		u.g.unrolled(bound, active)
	}
	u.stack = append(u.stack, proc.ID)
	defer func() { u.stack = u.stack[:len(u.stack)-1] }()

	callerLocals, base := st.locals, len(st.progress)
	in, err := u.info(u.ctx, proc.ID)
	if err != nil {
		return nil, term.None, err
	}
	st.locals = make([]term.Term, len(in.locals))
	for i, p := range proc.Params {
		sort := u.g.Program.Regs[p].Sort
		if i < len(args) {
			st.locals[u.regs.slot[p]] = u.b.resize(args[i], sort.Width())
		} else {
			// A call through a pointer of another type: zero, as everywhere.
			st.locals[u.regs.slot[p]] = u.b.zero(sort)
		}
	}
	f := &frame{u: u, proc: proc, in: in, base: base, pending: make([]*state, len(proc.Locs))}
	f.arrive(proc.Entry, st)
	if err := f.elements(in.order); err != nil {
		return nil, term.None, err
	}
	if f.result == nil {
		return nil, term.None, nil
	}
	f.result.locals = callerLocals
	return f.result, f.value, nil
}

func (f *frame) callEdge(e *cfa.Edge, op cfa.Call, st *state) (*state, error) {
	u := f.u
	args := make([]term.Term, len(op.Args))
	for i, a := range op.Args {
		args[i] = u.regs.eval(a, st)
	}
	if op.Proc != cfa.NoProc {
		return f.callProc(e, op, u.g.Program.Procs[op.Proc], args, st)
	}
	var merged *state
	err := u.dispatch(e, u.regs.eval(op.Target, st), len(args), st, func(proc *cfa.Proc, st *state) error {
		next, err := f.callProc(e, op, proc, args, st)
		if err != nil || next == nil {
			return err
		}
		if merged == nil {
			merged = next
			return nil
		}
		u.merge(merged, next, nil, f.in.locals)
		return nil
	})
	return merged, err
}

func (f *frame) callProc(e *cfa.Edge, op cfa.Call, proc *cfa.Proc, args []term.Term, st *state) (*state,
	error) {
	u := f.u
	n := len(st.progress)
	u.calls = append(u.calls, e.Origin)
	u.callers = append(u.callers, caller{f: f, call: e, dst: op.Dst, locals: st.locals})
	next, value, err := u.call(proc, args, st)
	u.calls = u.calls[:len(u.calls)-1]
	u.callers = u.callers[:len(u.callers)-1]
	if err != nil || next == nil {
		return nil, err
	}
	next.progress = next.progress[:n]
	if op.Dst != cfa.NoReg {
		sort := u.g.Program.Regs[op.Dst].Sort
		switch {
		case value == term.None:
			value = u.s.Fresh("noresult", sort)
		case u.s.Sort(value) != sort && sort.IsBitVec():
			value = u.b.resize(value, sort.Width())
		}
		u.regs.assign(op.Dst, value, next)
	}
	return next, nil
}

func (f *frame) returnEdge(op cfa.Return, st *state) {
	u := f.u
	value := op.Value
	if value != term.None {
		value = u.regs.eval(value, st)
	}
	st.progress = st.progress[:f.base]
	st.locals = nil
	f.join(st, value)
}

// join merges a state at a return, with the value that it returns, with those of others.
func (f *frame) join(st *state, value term.Term) {
	u := f.u
	if f.result == nil {
		f.result, f.value = st, value
		return
	}
	// A way without a value gives any.
	switch {
	case f.value == term.None && value != term.None:
		f.value = u.s.Fresh("noresult", u.s.Sort(value))
	case value == term.None && f.value != term.None:
		value = u.s.Fresh("noresult", u.s.Sort(f.value))
	}
	// The value travels through the merge as if it were a register.
	f.result.locals, st.locals = []term.Term{f.value}, []term.Term{value}
	u.merge(f.result, st, nil, nil)
	f.value = f.result.locals[0]
}

// maxMisfits is how many functions that have another number of parameters than
// there are arguments are considered as targets of one call.
const maxMisfits = 4

// noFunction says what a call is undefined for.
const noFunction = "call through a pointer that is no function"

// dispatch calls visit for every procedure that the address target may name,
// each under the condition that it does.
func (u *unroller) dispatch(e *cfa.Edge, target term.Term, args int, st *state,
	visit func(*cfa.Proc, *state) error) error {
	if addr, ok := u.s.ConstUint64(target); ok {
		o := u.g.staticAt(addr)
		if o == nil || o.Kind != cfa.Func || o.Addr != addr {
			u.b.undefined(u.s.True(), st, e, noFunction)
			return nil
		}
		return visit(u.g.Program.Procs[o.Proc], st)
	}
	leaves := u.g.Leaves(target)
	var open, other, far []*cfa.Object
	for _, o := range u.g.Program.Objects {
		if o.Kind != cfa.Func {
			continue
		}
		named := slices.Contains(leaves.Regions, u.g.Program.RegionOf(o.Addr))
		if len(leaves.Symbols) == 0 && !leaves.Top && len(leaves.Regions) > 0 && !named {
			far = append(far, o)
			continue
		}
		if named || len(u.g.Program.Procs[o.Proc].Params) == args {
			open = append(open, o)
		} else {
			other = append(other, o)
		}
	}
	if len(other) <= maxMisfits {
		open = append(open, other...)
	} else {
		u.misfit(e, target, other, st, "call through a pointer with another number of arguments than the "+
			"function has")
	}
	if !u.chosen(target) {
		// A function's address may be computed from another's.
		u.misfit(e, target, far, st, "call through a pointer that was computed from the address of another "+
			"function")
	}
	functions := u.s.False()
	for _, o := range u.g.Program.Objects {
		if o.Kind == cfa.Func {
			functions = u.s.Or(functions, u.s.Eq(target, u.b.ptr(o.Addr)))
		}
	}
	u.b.undefined(u.s.Not(functions), st, e, noFunction)
	for _, o := range open {
		is := u.s.Eq(target, u.b.ptr(o.Addr))
		g, ok := u.g.Guards.And(st.guard, is)
		if !ok {
			continue
		}
		next := st.fork()
		next.guard = g
		if err := visit(u.g.Program.Procs[o.Proc], next); err != nil {
			return err
		}
	}
	return nil
}

// misfit adds a goal for the calls of functions that are not followed.
func (u *unroller) misfit(e *cfa.Edge, target term.Term, procs []*cfa.Object, st *state, what string) {
	any := u.s.False()
	for _, o := range procs {
		any = u.s.Or(any, u.s.Eq(target, u.b.ptr(o.Addr)))
	}
	u.b.goalWhere(any, UnsupportedGoal, st, e, what)
}

// chosen reports whether a term is nothing but a choice of constants.
func (u *unroller) chosen(t term.Term) bool {
	seen := map[term.Term]bool{}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case seen[t] || u.s.IsConst(t):
		case u.s.Op(t) == term.OpIte:
			stack = append(stack, u.s.Arg(t, 1), u.s.Arg(t, 2))
		default:
			return false
		}
		seen[t] = true
	}
	return true
}
