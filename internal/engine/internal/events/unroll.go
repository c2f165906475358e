package events

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

type unroller struct {
	*Plan
	ctx     context.Context
	opts    Options
	s       *term.Store
	g       *Graph
	bits    int      // cfa.Program.OffsetBits
	stamp   []uint32 // memo of eval, by handle
	memo    []term.Term
	epoch   uint32
	th      *Thread
	stack   []cfa.ProcID // procedures active in the current thread
	region  uint64       // next free region
	assumed map[*cfa.Edge]bool
	consts  int  // edges walked in constant loops
	ahead   int  // edges walked for Options.MaxCounted
	bounded bool // there is a goal of a bound
	active  int  // threads that are not idle
	idle    *Goal
	// positions counts the accesses of the step that is being made.
	positions    int
	escapes      int // counts objects that became reachable for other threads
	uses         map[Use]bool
	guardedUses  map[GuardedUse]bool
	distinctUses map[Use]bool
	unseenUses   map[lockWord]bool
	callers      []caller           // of the procedure that is being walked, outermost first
	spawns       map[cfa.EdgeID]int // by the current thread
	calls        []cfa.EdgeID       // edges of the calls that are active
	sites        map[string]int     // threads that run, by the calls that lead to their spawn
}

// Unroll builds the event graph of a program.
func Unroll(ctx context.Context, plan *Plan, opts Options) (*Graph, error) {
	prog := plan.prog
	s := prog.Terms.Fork()
	base := int(prog.Terms.Limit())
	u := &unroller{
		Plan: plan, ctx: ctx, opts: opts, s: s, bits: prog.OffsetBits,
		stamp: make([]uint32, base), memo: make([]term.Term, base),
		region:       prog.RegionOf(prog.HeapBase),
		assumed:      make(map[*cfa.Edge]bool),
		uses:         make(map[Use]bool),
		guardedUses:  make(map[GuardedUse]bool),
		distinctUses: make(map[Use]bool),
		unseenUses:   make(map[lockWord]bool),
		sites:        make(map[string]int),
	}
	u.g = &Graph{
		Program: prog, Terms: s, Guards: newGuards(s),
		objectOf: make(map[uint64]*Object), static: make(map[uint64]*cfa.Object),
		leafMemo: make(map[term.Term]*Leaves),
	}
	for _, o := range prog.Objects {
		u.g.static[prog.RegionOf(o.Addr)] = o
	}
	u.g.Threads = append(u.g.Threads, &Thread{
		ID: 0, Key: "main", Entry: prog.Procs[prog.Entry], Guard: Always, Tid: 1, Parent: -1, Spawn: -1,
		SpawnInstance: -1,
	})
	u.active = 1
	for i := 0; i < len(u.g.Threads); i++ {
		if u.g.Threads[i].Idle {
			continue
		}
		if err := u.thread(u.g.Threads[i]); err != nil {
			return nil, err
		}
	}
	return u.g, nil
}

// thread unrolls one thread from its entry.
func (u *unroller) thread(th *Thread) error {
	u.th = th
	u.stack, u.calls, u.callers = u.stack[:0], u.calls[:0], u.callers[:0]
	u.spawns = make(map[cfa.EdgeID]int)
	u.g.newNode(StartNode, th)
	st := &state{guard: th.Guard, shared: make([]term.Term, len(u.shared)), spawned: th.ID > 0, mem: th.mem}
	for i, r := range u.shared {
		sort := u.prog.Regs[r].Sort
		st.shared[i] = u.zero(sort)
		if r == u.prog.Self {
			st.shared[i] = u.s.BV(sort.Width(), th.Tid)
		}
	}
	// What the parent knew of places that others write is void from the start.
	u.purge(st, true)
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

func (u *unroller) finish(st *state, value term.Term) {
	if value == term.None {
		value = u.ptr(0)
	}
	value = u.resize(value, u.prog.PtrWidth)
	u.escape(value)
	u.th.Finishes = append(u.th.Finishes, Finish{Guard: st.guard, Section: st.sec, Value: value})
	if st.sec != nil {
		st.sec.Ends = append(st.sec.Ends, st.guard)
	}
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
		u.goal(BoundGoal, st, nil, -1, fmt.Sprintf("recursion of %s", proc.Name)).Bounds = []BoundID{bound}
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
		sort := u.prog.Regs[p].Sort
		if i < len(args) {
			st.locals[u.slot[p]] = u.resize(args[i], sort.Width())
		} else {
			// A call through a pointer of another type: zero, as everywhere.
			st.locals[u.slot[p]] = u.zero(sort)
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

func (u *unroller) zero(sort term.Sort) term.Term {
	if sort.IsBool() {
		return u.s.False()
	}
	return u.s.BV(sort.Width(), 0)
}

// resize cuts or zero-extends a bit-vector to a width: what a call through a
// pointer of another type does.
func (u *unroller) resize(t term.Term, width int) term.Term {
	w := u.s.Sort(t).Width()
	switch {
	case w == width || w == 0 || width == 0:
		return t
	case w > width:
		return u.s.Extract(width-1, 0, t)
	}
	return u.s.ZeroExt(width-w, t)
}

func (u *unroller) goal(kind GoalKind, st *state, e *cfa.Edge, instance int, what string) *Goal {
	goal := &Goal{
		Kind: kind, Thread: u.th.ID, Guard: st.guard, Section: st.sec,
		Node: u.th.Chain[len(u.th.Chain)-1], Edge: e, Instance: instance, What: what,
	}
	if st.sec != nil {
		st.sec.Goals = append(st.sec.Goals, goal)
		goal.Node = st.sec.Node
	}
	if e != nil {
		goal.Pos = e.Pos
	}
	u.g.Goals = append(u.g.Goals, goal)
	u.bounded = u.bounded || kind == BoundGoal
	return goal
}

func (u *unroller) assume(e *cfa.Edge, what string) {
	if !u.assumed[e] {
		u.assumed[e] = true
		u.g.Assumed = append(u.g.Assumed, Assumption{Edge: e, What: what})
	}
}
