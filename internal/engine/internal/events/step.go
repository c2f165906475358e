package events

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// step executes an edge that is no Assume. It returns the state behind the
// edge, or nil where the path ends.
func (f *frame) step(e *cfa.Edge, st *state) (*state, error) {
	u := f.u
	switch op := e.Op.(type) {
	case cfa.Assign:
		u.assign(op.Dst, u.eval(op.Value, st), st)
	case cfa.Await:
		g, ok := u.g.Guards.And(st.guard, u.eval(op.Cond, st))
		if !ok {
			return nil, nil
		}
		st.guard = g
	case cfa.Havoc:
		v := u.s.Fresh("in", u.prog.Regs[op.Dst].Sort)
		if len(op.Gone) > 0 {
			v = u.s.And(v, u.gone(e, op.Gone, st))
		}
		u.instance(Instance{Kind: HavocInstance, Origin: e.Origin, Guard: st.guard, Sym: v})
		u.assign(op.Dst, v, st)
	case cfa.Load:
		return u.load(e, op, st), nil
	case cfa.Store:
		return u.store(e, op, st), nil
	case cfa.AtomicBegin:
		if st.depth++; st.depth == 1 {
			st.sec = &Section{ID: len(u.g.Sections), Thread: u.th.ID, Node: u.g.newNode(SectionNode, u.th),
				First: len(u.th.Instances)}
			u.g.Sections = append(u.g.Sections, st.sec)
			u.purge(st, false)
			f.begin(e, st)
		}
	case cfa.AtomicEnd:
		if st.depth--; st.depth == 0 {
			st.sec.Ends = append(st.sec.Ends, st.guard)
			st.sec, st.begin = nil, nil
			u.instance(Instance{Kind: EndInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
			u.purge(st, false)
		}
	case cfa.Spawn:
		return u.spawn(e, op, st), nil
	case cfa.Join:
		return u.join(e, op, st), nil
	case cfa.Call:
		return f.callEdge(e, op, st)
	case cfa.Return:
		if len(u.stack) == 1 {
			u.instance(Instance{Kind: FinishInstance, Origin: e.Origin, Guard: st.guard})
		}
		f.returnEdge(op, st)
		return nil, nil
	case cfa.Alloc:
		return u.alloc(e, op, st), nil
	case cfa.Free:
		return u.free(e, op, st), nil
	case cfa.Fence:
	case cfa.Exit:
		u.instance(Instance{Kind: FinishInstance, Origin: e.Origin, Guard: st.guard})
		if op.Kind == cfa.ExitThread {
			v := op.Value
			if v != term.None {
				v = u.eval(v, st)
			}
			u.finish(st, v)
		}
		return nil, nil
	case cfa.Violation:
		i := u.instance(Instance{Origin: e.Origin, Guard: st.guard, Index: -1})
		u.goal(ViolationGoal, st, e, i, op.Message)
		return nil, nil
	case cfa.Unsupported:
		u.goal(UnsupportedGoal, st, e, -1, op.What)
		return nil, nil
	case cfa.UB:
		u.assume(e, op.What)
		return nil, nil
	case cfa.Print:
		u.printing(e, op, st)
	default:
		return nil, fmt.Errorf("event graph: unknown operation %T", op)
	}
	return st, nil
}

func (u *unroller) instance(in Instance) int {
	u.th.Instances = append(u.th.Instances, in)
	return len(u.th.Instances) - 1
}

func (f *frame) callEdge(e *cfa.Edge, op cfa.Call, st *state) (*state, error) {
	u := f.u
	args := make([]term.Term, len(op.Args))
	for i, a := range op.Args {
		args[i] = u.eval(a, st)
	}
	if op.Proc != cfa.NoProc {
		return f.callProc(e, op, u.prog.Procs[op.Proc], args, st)
	}
	var merged *state
	err := u.dispatch(e, u.eval(op.Target, st), len(args), st, func(proc *cfa.Proc, st *state) error {
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
		sort := u.prog.Regs[op.Dst].Sort
		switch {
		case value == term.None:
			value = u.s.Fresh("noresult", sort)
		case u.s.Sort(value) != sort && sort.IsBitVec():
			value = u.resize(value, sort.Width())
		}
		u.assign(op.Dst, value, next)
	}
	return next, nil
}

func (f *frame) returnEdge(op cfa.Return, st *state) {
	u := f.u
	value := op.Value
	if value != term.None {
		value = u.eval(value, st)
	}
	st.progress = st.progress[:f.base]
	st.locals = nil
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

// dispatch calls visit for every procedure that the address target may name,
// each under the condition that it does.
func (u *unroller) dispatch(e *cfa.Edge, target term.Term, args int, st *state,
	visit func(*cfa.Proc, *state) error) error {
	if addr, ok := u.s.ConstUint64(target); ok {
		o := u.g.static[addr>>u.bits]
		if o == nil || o.Kind != cfa.Func || o.Addr != addr {
			u.assume(e, "call through a pointer that is no function")
			return nil
		}
		return visit(u.prog.Procs[o.Proc], st)
	}
	leaves := u.g.Leaves(target)
	var open, other, far []*cfa.Object
	for _, o := range u.prog.Objects {
		if o.Kind != cfa.Func {
			continue
		}
		named := contains(leaves.Regions, o.Addr>>u.bits)
		if len(leaves.Symbols) == 0 && !leaves.Top && len(leaves.Regions) > 0 && !named {
			far = append(far, o)
			continue
		}
		if named || len(u.prog.Procs[o.Proc].Params) == args {
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
	u.assume(e, "call through a pointer that is no function")
	for _, o := range open {
		is := u.s.Eq(target, u.ptr(o.Addr))
		g, ok := u.g.Guards.And(st.guard, is)
		if !ok {
			continue
		}
		next := st.fork()
		next.guard = g
		if err := visit(u.prog.Procs[o.Proc], next); err != nil {
			return err
		}
	}
	return nil
}

// misfit adds a goal for the calls of functions that are not followed.
func (u *unroller) misfit(e *cfa.Edge, target term.Term, procs []*cfa.Object, st *state, what string) {
	any := u.s.False()
	for _, o := range procs {
		any = u.s.Or(any, u.s.Eq(target, u.ptr(o.Addr)))
	}
	misfit := *st
	if g, ok := u.g.Guards.And(st.guard, any); ok {
		misfit.guard = g
		u.goal(UnsupportedGoal, &misfit, e, -1, what)
	}
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

func contains(sorted []uint64, x uint64) bool {
	for _, y := range sorted {
		if x == y {
			return true
		}
	}
	return false
}
