package events

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// threadCount counts the threads that run.
type threadCount struct {
	running int
	at      map[string]int // by the calls that lead to their spawn
	idle    *Goal          // that others are created, which do not run
}

// thread unrolls one thread from its entry.
func (u *unroller) thread(th *Thread) error {
	u.b.th = th
	u.stack, u.calls, u.callers = u.stack[:0], u.calls[:0], u.callers[:0]
	u.spawns = make(map[cfa.EdgeID]int)
	u.g.newNode(StartNode, th)
	st := &state{guard: th.Guard, shared: make([]term.Term, len(u.shared)), spawned: th.ID > 0, mem: th.mem}
	for i, r := range u.shared {
		sort := u.g.Program.Regs[r].Sort
		st.shared[i] = u.b.zero(sort)
		if r == u.g.Program.Self {
			st.shared[i] = u.s.BV(sort.Width(), th.Tid)
		}
	}
	// What the parent knew of places that others write is void from the start.
	u.known.purge(st, true)
	end, value, err := u.call(th.Entry, th.args, st)
	if err != nil {
		return err
	}
	if end != nil && th.ID > 0 {
		u.finish(end, value)
	}
	th.End = u.g.newNode(EndNode, th)
	return nil
}

// finish ends the current thread.
func (u *unroller) finish(st *state, value term.Term) {
	if value == term.None {
		value = u.b.ptr(0)
	}
	value = u.b.resize(value, u.g.Program.PtrWidth)
	u.objects.escape(value)
	u.b.th.Finishes = append(u.b.th.Finishes, Finish{Guard: st.guard, Section: st.sec, Value: value})
	if st.sec != nil {
		st.sec.Ends = append(st.sec.Ends, st.guard)
	}
}

// spawn creates a thread, or one of several. It returns nil where there is none to create.
func (u *unroller) spawn(e *cfa.Edge, op cfa.Spawn, st *state) *state {
	args := make([]term.Term, len(op.Args))
	for i, a := range op.Args {
		args[i] = u.regs.eval(a, st)
		u.objects.escape(args[i])
	}
	// From here on the content of memory is no longer this thread's alone.
	first := !st.spawned
	st.spawned = true
	before, id := st.guard, term.None
	if op.Proc != cfa.NoProc {
		id = u.b.ptr(u.create(e, u.g.Program.Procs[op.Proc], args, st).Tid)
	} else {
		guard := term.None
		_ = u.dispatch(e, u.regs.eval(op.Target, st), len(args), st,
			func(proc *cfa.Proc, branch *state) error {
				g, tid := u.g.Guards.Term(branch.guard), u.b.ptr(u.create(e, proc, args, branch).Tid)
				if guard == term.None {
					guard, id = g, tid
				} else {
					guard, id = u.s.Or(guard, g), u.s.Ite(g, tid, id)
				}
				return nil
			})
		if guard == term.None {
			return nil
		}
		if g, ok := u.g.Guards.And(before, guard); ok && guard != u.g.Guards.Term(before) {
			st.guard = g
		}
	}
	u.progress.note(st, u.s.True())
	if op.Dst != cfa.NoReg {
		u.regs.assign(op.Dst, u.b.resize(id, u.g.Program.Regs[op.Dst].Sort.Width()), st)
	}
	u.known.purge(st, first)
	return st
}

// create adds a thread to the graph; beyond the bounds it is idle.
func (u *unroller) create(e *cfa.Edge, proc *cfa.Proc, args []term.Term, st *state) *Thread {
	child := &Thread{ID: len(u.g.Threads), Entry: proc, Guard: st.guard, Parent: u.b.th.ID, Section: st.sec,
		args: args}
	child.Tid = uint64(child.ID) + 1
	u.spawns[e.Origin]++
	child.Key = fmt.Sprintf("%s/%d.%d", u.b.th.Key, e.Origin, u.spawns[e.Origin])
	site := fmt.Sprint(u.calls, e.Origin)
	bound := BoundID{Kind: ThreadBound, Spawn: e.Origin}
	if !u.opts.AllThreads &&
		(u.threads.running >= u.opts.MaxThreads || u.threads.at[site] > u.opts.bound(bound)) {
		// A thread that never runs is a legal prefix of an execution.
		child.Idle = true
		if u.threads.idle == nil || !u.g.Guards.Implies(st.guard, u.threads.idle.Guard) {
			u.threads.idle = u.b.goal(BoundGoal, st, e, -1, "number of threads")
		}
		if idle := u.threads.idle; !slices.Contains(idle.Bounds, bound) {
			idle.Bounds = append(idle.Bounds, bound)
		}
	} else {
		u.threads.running++
		u.threads.at[site]++
		child.mem = u.known.inherit(st)
	}
	if st.sec != nil {
		child.Spawn = st.sec.Node
	} else {
		child.Spawn = u.g.newNode(SpawnNode, u.b.th)
	}
	child.SpawnInstance = u.b.instance(Instance{Kind: SpawnInstance, Origin: e.Origin, Guard: st.guard,
		Index: child.ID})
	u.g.Threads = append(u.g.Threads, child)
	return child
}

// join waits for a thread.
func (u *unroller) join(e *cfa.Edge, op cfa.Join, st *state) *state {
	j := &Join{Thread: u.b.th.ID, Guard: st.guard, ID: u.regs.eval(op.Thread, st),
		Done: u.s.Fresh("joined", term.Bool), Edge: e}
	if st.sec != nil {
		j.Node = st.sec.Node
	} else {
		j.Node = u.g.newNode(JoinNode, u.b.th)
	}
	if op.Dst != cfa.NoReg {
		sort := u.g.Program.Regs[op.Dst].Sort
		j.Value = u.s.Fresh("exit", sort)
		u.regs.assign(op.Dst, j.Value, st)
	}
	u.g.Joins = append(u.g.Joins, j)
	u.progress.note(st, u.s.True())
	st.guard, _ = u.g.Guards.And(st.guard, j.Done)
	u.b.instance(Instance{Origin: e.Origin, Guard: st.guard, Index: -1})
	return st
}
