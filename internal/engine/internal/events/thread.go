package events

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

func (u *unroller) spawn(e *cfa.Edge, op cfa.Spawn, st *state) *state {
	args := make([]term.Term, len(op.Args))
	for i, a := range op.Args {
		args[i] = u.eval(a, st)
		u.escape(args[i])
	}
	id := term.None
	add := func(proc *cfa.Proc, st *state) error {
		child := &Thread{
			ID: len(u.g.Threads), Entry: proc, Guard: st.guard, Parent: u.th.ID, Section: st.sec, args: args,
		}
		child.Tid = uint64(child.ID) + 1
		u.spawns[e.Origin]++
		child.Key = fmt.Sprintf("%s/%d.%d", u.th.Key, e.Origin, u.spawns[e.Origin])
		site := fmt.Sprint(u.calls, e.Origin)
		bound := BoundID{Kind: ThreadBound, Spawn: e.Origin}
		if !u.opts.AllThreads && (u.active >= u.opts.MaxThreads || u.sites[site] > u.opts.bound(bound)) {
			// A thread that never runs is a legal prefix of an execution.
			child.Idle = true
			if u.idle == nil || !u.g.Guards.Implies(st.guard, u.idle.Guard) {
				u.idle = u.goal(BoundGoal, st, e, -1, "number of threads")
			}
			if !slices.Contains(u.idle.Bounds, bound) {
				u.idle.Bounds = append(u.idle.Bounds, bound)
			}
		} else {
			u.active++
			u.sites[site]++
			child.mem = u.inherit(st)
		}
		if st.sec != nil {
			child.Spawn = st.sec.Node
		} else {
			child.Spawn = u.g.newNode(SpawnNode, u.th)
		}
		child.SpawnInstance = u.instance(Instance{Kind: SpawnInstance, Origin: e.Origin, Guard: st.guard,
			Index: child.ID})
		u.g.Threads = append(u.g.Threads, child)
		tid := u.ptr(child.Tid)
		if id == term.None {
			id = tid
		} else {
			id = u.s.Ite(u.g.Guards.Term(st.guard), tid, id)
		}
		return nil
	}
	first := !st.spawned
	if first {
		// From here on the content of memory is no longer this thread's alone.
		st.spawned = true
	}
	before := st.guard
	if op.Proc != cfa.NoProc {
		_ = add(u.prog.Procs[op.Proc], st)
	} else {
		guard := term.None
		_ = u.dispatch(e, u.eval(op.Target, st), len(args), st, func(proc *cfa.Proc, branch *state) error {
			if g := u.g.Guards.Term(branch.guard); guard == term.None {
				guard = g
			} else {
				guard = u.s.Or(guard, g)
			}
			return add(proc, branch)
		})
		if guard == term.None {
			return nil
		}
		if g, ok := u.g.Guards.And(before, guard); ok && guard != u.g.Guards.Term(before) {
			st.guard = g
		}
	}
	if id == term.None {
		return nil
	}
	u.note(st, u.s.True())
	if op.Dst != cfa.NoReg {
		u.assign(op.Dst, u.resize(id, u.prog.Regs[op.Dst].Sort.Width()), st)
	}
	u.purge(st, first)
	return st
}

// inherit is what a new thread knows of memory: what its parent knows for sure
// at the moment of the spawn. What others have done to further places is not
// known, even if they do nothing to them from now on.
func (u *unroller) inherit(st *state) memory {
	m := memory{}
	m.own()
	if st.sec != nil {
		// The thread starts behind the section, which may go on to write.
		return m
	}
	for p, v := range st.mem.cells {
		if v != term.None && u.lasting(p, st.spawned) {
			m.cells[p] = v
			m.regions[p.addr>>u.bits] = true
		}
	}
	return m
}

func (u *unroller) join(e *cfa.Edge, op cfa.Join, st *state) *state {
	j := &Join{Thread: u.th.ID, Guard: st.guard, ID: u.eval(op.Thread, st),
		Done: u.s.Fresh("joined", term.Bool), Edge: e}
	if st.sec != nil {
		j.Node = st.sec.Node
	} else {
		j.Node = u.g.newNode(JoinNode, u.th)
	}
	if op.Dst != cfa.NoReg {
		sort := u.prog.Regs[op.Dst].Sort
		j.Value = u.s.Fresh("exit", sort)
		u.assign(op.Dst, j.Value, st)
	}
	u.g.Joins = append(u.g.Joins, j)
	u.note(st, u.s.True())
	st.guard, _ = u.g.Guards.And(st.guard, j.Done)
	u.instance(Instance{Origin: e.Origin, Guard: st.guard, Index: -1})
	return st
}

func (u *unroller) alloc(e *cfa.Edge, op cfa.Alloc, st *state) *state {
	size := u.eval(op.Size, st)
	limit := u.prog.MaxObject()
	if n, ok := u.s.ConstUint64(size); ok && n > limit {
		u.goal(UnsupportedGoal, st, e, -1, "an object larger than the address space is cut for")
		return nil
	} else if !ok {
		fits := u.s.BVUle(size, u.ptr(limit))
		over := *st
		if g, ok := u.g.Guards.And(st.guard, u.s.Not(fits)); ok {
			over.guard = g
			u.goal(BoundGoal, &over, e, -1, "size of an allocated object").Bounds = []BoundID{{}}
		}
		g, ok := u.g.Guards.And(st.guard, fits)
		if !ok {
			return nil
		}
		st.guard = g
	}
	if u.region >= u.prog.Regions()-1 {
		u.goal(BoundGoal, st, e, -1, "number of objects in the address space").Bounds = []BoundID{{}}
		return nil
	}
	o := &Object{Addr: u.prog.RegionStart(u.region), Size: size, Thread: u.th.ID, Op: op, Guard: st.guard}
	o.mortal = u.outlived != nil && u.outlived.Site(e)
	u.g.objectOf[u.region] = o
	u.region++
	o.Instance = u.instance(Instance{Kind: AllocInstance, Origin: e.Origin, Guard: st.guard,
		Index: len(u.g.Objects)})
	o.number, o.loops = len(u.g.Objects), len(st.progress)
	u.g.Objects = append(u.g.Objects, o)
	u.noteIn(st, u.ptr(o.Addr), u.s.True())
	u.assign(op.Dst, u.ptr(o.Addr), st)
	return st
}
