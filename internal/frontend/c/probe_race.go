package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// A data race is a state in which the next accesses of two threads conflict.
// With targets it becomes a violation that is reached: before an access at a target
// its thread says, in memory that only the monitor uses, what it is going to
// do, and takes that back behind the access. Before another access its thread looks
// whether somebody is about to make one that conflicts. So the first thread stands
// before its access whenever the second one finds it. The violation is behind the access
// of the second one: if that is not valid there is none.

//
// What a library function does in a call at a target is done at the target. Models of such
// functions are shared by all calls, so that a register of the thread says which target
// it is at.

// races is where accesses are announced.
type races struct {
	on bool
	// slots has, for each target, the address of the announcement.
	slots []term.Term
	// within has a bit for each target at which the thread calls a library
	// function; NoReg if there are no calls at targets.
	within cfa.RegID
	// depth counts the atomic sections that the thread is in, also those that functions
	// that called the present one have begun.
	depth cfa.RegID
}

// The parts of an announcement: how many bytes the access has (0: there is none), whether
// it writes, whether it is plain, which thread makes it, and where.
const (
	slotSize, slotWrite, slotPlain = 0, 1, 2
	slotThread, slotAddr           = 8, 16
	slotBytes                      = 24
)

func (l *lowerer) startRaces() {
	r := &l.monitor.races
	r.on, r.within = true, cfa.NoReg
	r.depth = l.prog.NewReg(cfa.Reg{Name: "witness sections", Sort: term.BitVec(16), Scope: cfa.Thread})
	for _, t := range l.monitor.targets {
		if t.calls && r.within == cfa.NoReg {
			r.within = l.prog.NewReg(cfa.Reg{Name: "witness target", Sort: term.BitVec(8), Scope: cfa.Thread})
		}
	}
	for range l.monitor.targets {
		r.slots = append(r.slots, l.prog.AddObject(&cfa.Object{Name: "witness access", Kind: cfa.Global,
			Size: slotBytes}))
	}
}

// access is what is known of an access.
type access struct {
	addr  term.Term
	size  int
	write bool
	plain bool
}

func (f *fn) accessOf(op cfa.Op) (access, bool) {
	switch x := op.(type) {
	case cfa.Load:
		return access{x.Addr, f.ts.Sort(f.flow.Sym(x.Dst)).Width() / 8, false, x.Order == cfa.Plain}, true
	case cfa.Store:
		return access{x.Addr, f.ts.Sort(x.Value).Width() / 8, true, x.Order == cfa.Plain}, true
	}
	return access{}, false
}

// spot is a target that an access may be at, if cond holds.
type spot struct {
	target int
	cond   term.Term
}

// spots are the targets at which what is being lowered may be.
func (f *fn) spots() []spot {
	m := f.monitor
	var out []spot
	for i, t := range m.targets {
		switch {
		case f.isTarget(t):
			out = append(out, spot{i, f.ts.True()})
		case f.unit.model && m.races.within != cfa.NoReg && t.calls:
			out = append(out, spot{i, f.ts.Eq(f.ts.Extract(i, i, f.flow.Sym(m.races.within)),
				f.values.BV(1, 1))})
		}
	}
	return out
}

// raced is called with an operation that is about to be emitted. It looks for
// races of an access with those that are announced, and announces it. The result is called
// behind the access.
func (f *fn) raced(op cfa.Op) (after func()) {
	m := f.monitor
	if m == nil || !m.races.on || m.busy || f.flow.Constant {
		return nil
	}
	switch op.(type) {
	case cfa.AtomicBegin:
		f.sections++
		return func() { f.deepen(1) }
	case cfa.AtomicEnd:
		f.sections--
		f.deepen(0xffff)
		return nil
	}
	a, ok := f.accessOf(op)
	if !ok {
		return nil
	}
	at := f.spots()
	if len(at) == 0 && len(m.targets) > 1 {
		return nil
	}
	found := f.flow.NewReg("race", term.Bool, "", false)
	inside := f.sections > 0
	f.quietly("witness: race", source.Pos{}, func() {
		// Nobody can come between an announcement in a section and the access, and
		// nothing may be stored before a section has decided to wait.
		if !inside {
			f.flow.Emit(cfa.AtomicBegin{})
		}
		state := term.None
		f.flow.Emit(cfa.Assign{Dst: found, Value: f.ts.False()})
		for o := range m.targets {
			f.findRace(a, o, at, &state, found)
		}
		if !inside {
			for _, i := range at {
				f.announce(a, i, &state)
			}
			f.flow.Emit(cfa.AtomicEnd{})
		}
	})
	return func() {
		f.quietly("witness: race", source.Pos{}, func() {
			ok, bad := f.flow.NewLoc(), f.flow.NewLoc()
			f.flow.Branch(f.flow.Sym(found), bad, ok)
			f.flow.Cur = bad
			f.flow.End(cfa.Violation{Property: m.Fail,
				Message: "a data race of the accesses that the witness names"})
			f.flow.Cur = ok
			if inside || len(at) == 0 {
				return
			}
			f.flow.Emit(cfa.AtomicBegin{})
			for _, i := range at {
				f.withdraw(i.target)
			}
			f.flow.Emit(cfa.AtomicEnd{})
		})
	}
}

// deepen notes that a section begins or ends.
func (f *fn) deepen(by uint64) {
	f.quietly("witness: race", source.Pos{}, func() {
		r := f.monitor.races.depth
		f.flow.Emit(cfa.Assign{Dst: r, Value: f.ts.BVAdd(f.flow.Sym(r), f.values.BV(16, by))})
	})
}

// isPlain is the condition that an access is none of an atomic object, and not in an atomic section.
func (f *fn) isPlain(a access) term.Term {
	return f.ts.And(f.ts.Bool(a.plain), f.ts.Eq(f.flow.Sym(f.monitor.races.depth), f.values.BV(16, 0)))
}

// atTarget says, for the duration of a call of a library function, at which targets it is made.
func (f *fn) atTarget(e *entity, call func()) {
	m := f.monitor
	if m == nil || !m.races.on || m.races.within == cfa.NoReg || e == nil || !e.model || f.unit.model ||
		f.flow.Constant {
		call()
		return
	}
	bits := uint64(0)
	for _, s := range f.spots() {
		bits |= 1 << s.target
	}
	if bits == 0 {
		call()
		return
	}
	f.flow.Emit(cfa.Assign{Dst: m.races.within, Value: f.values.BV(8, bits)})
	call()
	f.flow.Emit(cfa.Assign{Dst: m.races.within, Value: f.values.BV(8, 0)})
}

func (f *fn) raceSlot(i int, off uint64) term.Term {
	return f.prog.PtrAdd(f.monitor.races.slots[i], f.prog.Ptr(off))
}

func (f *fn) readSlot(i int, off uint64, width int) term.Term {
	r := f.flow.NewReg("announced", term.BitVec(width), "", false)
	f.flow.Emit(cfa.Load{Dst: r, Addr: f.raceSlot(i, off), Order: cfa.SeqCst})
	return f.flow.Sym(r)
}

// findRace sets found if the access conflicts with the one that is announced for
// target o. With two targets the access must be at another one.
func (f *fn) findRace(a access, o int, at []spot, state *term.Term, found cfa.RegID) {
	m, ts := f.monitor, f.ts
	g := ts.True()
	if len(m.targets) > 1 {
		g = ts.False()
		for _, i := range at {
			if t := m.targets[i.target]; i.target != o {
				g = ts.Or(g, ts.And(i.cond, f.probeGuard(state, t.State, t.State, t.Thread)))
			}
		}
	}
	if ts.IsFalse(g) {
		return
	}
	look, next, race := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
	size := f.readSlot(o, slotSize, 8)
	f.flow.Branch(ts.And(g, ts.Not(ts.Eq(size, f.values.BV(8, 0)))), look, next)
	f.flow.Cur = look
	w := f.prog.PtrWidth
	addr, who := f.readSlot(o, slotAddr, w), f.readSlot(o, slotThread, w)
	conflict := ts.And(ts.BVUlt(a.addr, ts.BVAdd(addr, f.values.Resize(size, 8, w, false))),
		ts.BVUlt(addr, ts.BVAdd(a.addr, f.prog.Ptr(uint64(a.size)))))
	if !a.write {
		conflict = ts.And(conflict, ts.Eq(f.readSlot(o, slotWrite, 8), f.values.BV(8, 1)))
	}
	conflict = ts.And(conflict, ts.Or(f.isPlain(a), ts.Eq(f.readSlot(o, slotPlain, 8), f.values.BV(8, 1))))
	conflict = ts.And(conflict, ts.Not(ts.Eq(who, f.flow.Sym(f.prog.Self))))
	f.flow.Add(f.flow.Cur, race, flow.Step{Op: cfa.Assume{Cond: conflict, Bytes: true}, Pos: f.flow.Pos,
		Text: f.flow.Text})
	f.flow.Add(f.flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: ts.Not(conflict), Bytes: true},
		Pos: f.flow.Pos, Text: f.flow.Text})
	f.flow.Cur = race
	f.flow.Emit(cfa.Assign{Dst: found, Value: ts.True()})
	f.flow.Jump(next)
	f.flow.Cur = next
}

// announce says that the access will be made at target i, or does not: the
// next one may be meant.
func (f *fn) announce(a access, at spot, state *term.Term) {
	m, ts, i := f.monitor, f.ts, at.target
	yes, free, next := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
	g := ts.And(at.cond, f.probeGuard(state, m.targets[i].State, m.targets[i].State, m.targets[i].Thread))
	f.flow.Add(f.flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: ts.True()}, Pos: f.flow.Pos,
		Text: f.flow.Text + " (this access is not meant)"})
	f.flow.Add(f.flow.Cur, yes, flow.Step{Op: cfa.Assume{Cond: g}, Pos: f.flow.Pos,
		Text: f.flow.Text + " (this access " +
			"is meant)"})
	f.flow.Cur = yes
	size := f.readSlot(i, slotSize, 8)
	f.flow.Branch(ts.Eq(size, f.values.BV(8, 0)), free, next)
	f.flow.Cur = free
	flag := func(b bool) term.Term {
		if b {
			return f.values.BV(8, 1)
		}
		return f.values.BV(8, 0)
	}
	store := func(off uint64, v term.Term) {
		f.flow.Emit(cfa.Store{Addr: f.raceSlot(i, off), Value: v, Order: cfa.SeqCst})
	}
	store(slotSize, f.values.BV(8, uint64(a.size)))
	store(slotWrite, flag(a.write))
	store(slotPlain, ts.Ite(f.isPlain(a), flag(true), flag(false)))
	store(slotThread, f.flow.Sym(f.prog.Self))
	store(slotAddr, a.addr)
	f.flow.Jump(next)
	f.flow.Cur = next
}

// withdraw takes back what this thread has announced for target i.
func (f *fn) withdraw(i int) {
	mine, next := f.flow.NewLoc(), f.flow.NewLoc()
	who := f.readSlot(i, slotThread, f.prog.PtrWidth)
	f.flow.Branch(f.ts.Eq(who, f.flow.Sym(f.prog.Self)), mine, next)
	f.flow.Cur = mine
	f.flow.Emit(cfa.Store{Addr: f.raceSlot(i, slotSize), Value: f.values.BV(8, 0), Order: cfa.SeqCst})
	f.flow.Jump(next)
	f.flow.Cur = next
}
