package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// A data race is a state in which the next accesses of two threads conflict. With targets it becomes a
// violation that is reached: before an access at a target its thread says, in memory that only the monitor
// uses, what it is going to do, and takes that back after the access. Before another access its thread looks
// whether somebody is about to make one that conflicts. So the first thread stands before its access whenever
// the second one finds it. The violation is after the access of the second one: if that is not valid there is
// none.

//
// What a library function does in a call at a target is done at the target. Models of such functions are
// shared by all calls, so that a register of the thread says which target it is at.

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
	for _, t := range l.monitor.TargetPlaces {
		if t.Calls && r.within == cfa.NoReg {
			r.within = l.prog.NewReg(cfa.Reg{Name: "witness target", Sort: term.BitVec(8), Scope: cfa.Thread})
		}
	}
	for range l.monitor.TargetPlaces {
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

func (wa *watch) accessOf(op cfa.Op) (access, bool) {
	switch x := op.(type) {
	case cfa.Load:
		return access{x.Addr, wa.ts.Sort(wa.flow.Sym(x.Dst)).Width() / 8, false, x.Order == cfa.Plain}, true
	case cfa.Store:
		return access{x.Addr, wa.ts.Sort(x.Value).Width() / 8, true, x.Order == cfa.Plain}, true
	}
	return access{}, false
}

// spot is a target that an access may be at, if cond holds.
type spot struct {
	target int
	cond   term.Term
}

// spots are the targets at which what is being lowered may be.
func (wa *watch) spots() []spot {
	m := wa.low.monitor
	var out []spot
	for i, t := range m.TargetPlaces {
		switch {
		case wa.isTarget(t):
			out = append(out, spot{i, wa.ts.True()})
		case wa.unit.model && m.races.within != cfa.NoReg && t.Calls:
			out = append(out, spot{i, wa.ts.Eq(wa.ts.Extract(i, i, wa.flow.Sym(m.races.within)),
				wa.values.BV(1, 1))})
		}
	}
	return out
}

// raced is called with an operation that is about to be emitted. It looks for races of an access with those
// that are announced, and announces it. The result is called after the access.
func (wa *watch) raced(op cfa.Op) (after func()) {
	m := wa.low.monitor
	if m == nil || !m.races.on || m.busy || wa.flow.Constant {
		return nil
	}
	switch op.(type) {
	case cfa.AtomicBegin:
		wa.sections++
		return func() { wa.deepen(1) }
	case cfa.AtomicEnd:
		wa.sections--
		wa.deepen(0xffff)
		return nil
	}
	a, ok := wa.accessOf(op)
	if !ok {
		return nil
	}
	at := wa.spots()
	if len(at) == 0 && len(m.TargetPlaces) > 1 {
		return nil
	}
	found := wa.flow.NewReg("race", term.Bool, "", false)
	inside := wa.sections > 0
	wa.quietly("witness: race", source.Pos{}, func() {
		// Nothing can come between an announcement in a section and the access, and
		// nothing may be stored before a section has decided to wait.
		if !inside {
			wa.flow.Emit(cfa.AtomicBegin{})
		}
		state := term.None
		wa.flow.Emit(cfa.Assign{Dst: found, Value: wa.ts.False()})
		for o := range m.TargetPlaces {
			wa.findRace(a, o, at, &state, found)
		}
		if !inside {
			for _, i := range at {
				wa.announce(a, i, &state)
			}
			wa.flow.Emit(cfa.AtomicEnd{})
		}
	})
	return func() {
		wa.quietly("witness: race", source.Pos{}, func() {
			ok, bad := wa.flow.NewLoc(), wa.flow.NewLoc()
			wa.flow.Branch(wa.flow.Sym(found), bad, ok)
			wa.flow.Cur = bad
			wa.flow.End(cfa.Violation{Property: m.Fail,
				Message: "a data race of the accesses that the witness names"})
			wa.flow.Cur = ok
			if inside || len(at) == 0 {
				return
			}
			wa.flow.Emit(cfa.AtomicBegin{})
			for _, i := range at {
				wa.withdraw(i.target)
			}
			wa.flow.Emit(cfa.AtomicEnd{})
		})
	}
}

// deepen notes that a section begins or ends.
func (wa *watch) deepen(by uint64) {
	wa.quietly("witness: race", source.Pos{}, func() {
		r := wa.low.monitor.races.depth
		wa.flow.Emit(cfa.Assign{Dst: r, Value: wa.ts.BVAdd(wa.flow.Sym(r), wa.values.BV(16, by))})
	})
}

// isPlain is the condition that an access is none of an atomic object, and not in an atomic section.
func (wa *watch) isPlain(a access) term.Term {
	return wa.ts.And(wa.ts.Bool(a.plain), wa.ts.Eq(wa.flow.Sym(wa.low.monitor.races.depth),
		wa.values.BV(16, 0)))
}

// atTarget says, for the duration of a call of a library function, at which targets it is made.
func (wa *watch) atTarget(e *entity, call func()) {
	m := wa.low.monitor
	if m == nil || !m.races.on || m.races.within == cfa.NoReg || e == nil || !e.model || wa.unit.model ||
		wa.flow.Constant {
		call()
		return
	}
	bits := uint64(0)
	for _, s := range wa.spots() {
		bits |= 1 << s.target
	}
	if bits == 0 {
		call()
		return
	}
	wa.flow.Emit(cfa.Assign{Dst: m.races.within, Value: wa.values.BV(8, bits)})
	call()
	wa.flow.Emit(cfa.Assign{Dst: m.races.within, Value: wa.values.BV(8, 0)})
}

func (wa *watch) raceSlot(i int, off uint64) term.Term {
	return wa.prog.PtrAdd(wa.low.monitor.races.slots[i], wa.prog.Ptr(off))
}

func (wa *watch) readSlot(i int, off uint64, width int) term.Term {
	r := wa.flow.NewReg("announced", term.BitVec(width), "", false)
	wa.flow.Emit(cfa.Load{Dst: r, Addr: wa.raceSlot(i, off), Order: cfa.SeqCst})
	return wa.flow.Sym(r)
}

// findRace sets found if the access conflicts with the one that is announced for
// target o. With two targets the access must be at another one.
func (wa *watch) findRace(a access, o int, at []spot, state *term.Term, found cfa.RegID) {
	m, ts := wa.low.monitor, wa.ts
	g := ts.True()
	if len(m.TargetPlaces) > 1 {
		g = ts.False()
		for _, i := range at {
			if t := m.TargetPlaces[i.target]; i.target != o {
				g = ts.Or(g, ts.And(i.cond, wa.probeGuard(state, t.State, t.State, t.Thread)))
			}
		}
	}
	if ts.IsFalse(g) {
		return
	}
	look, next, race := wa.flow.NewLoc(), wa.flow.NewLoc(), wa.flow.NewLoc()
	size := wa.readSlot(o, slotSize, 8)
	wa.flow.Branch(ts.And(g, ts.Not(ts.Eq(size, wa.values.BV(8, 0)))), look, next)
	wa.flow.Cur = look
	w := wa.prog.PtrWidth
	addr, who := wa.readSlot(o, slotAddr, w), wa.readSlot(o, slotThread, w)
	conflict := ts.And(ts.BVUlt(a.addr, ts.BVAdd(addr, wa.values.Resize(size, 8, w, false))),
		ts.BVUlt(addr, ts.BVAdd(a.addr, wa.prog.Ptr(uint64(a.size)))))
	if !a.write {
		conflict = ts.And(conflict, ts.Eq(wa.readSlot(o, slotWrite, 8), wa.values.BV(8, 1)))
	}
	conflict = ts.And(conflict, ts.Or(wa.isPlain(a), ts.Eq(wa.readSlot(o, slotPlain, 8), wa.values.BV(8, 1))))
	conflict = ts.And(conflict, ts.Not(ts.Eq(who, wa.flow.Sym(wa.prog.Self))))
	wa.flow.Add(wa.flow.Cur, race, flow.Step{Op: cfa.Assume{Cond: conflict, Bytes: true}, Pos: wa.flow.Pos,
		Text: wa.flow.Text})
	wa.flow.Add(wa.flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: ts.Not(conflict), Bytes: true},
		Pos: wa.flow.Pos, Text: wa.flow.Text})
	wa.flow.Cur = race
	wa.flow.Emit(cfa.Assign{Dst: found, Value: ts.True()})
	wa.flow.Jump(next)
	wa.flow.Cur = next
}

// announce says that the access will be made at target i, or does not: the next one may be meant.
func (wa *watch) announce(a access, at spot, state *term.Term) {
	m, ts, i := wa.low.monitor, wa.ts, at.target
	yes, free, next := wa.flow.NewLoc(), wa.flow.NewLoc(), wa.flow.NewLoc()
	g := ts.And(at.cond, wa.probeGuard(state, m.TargetPlaces[i].State, m.TargetPlaces[i].State,
		m.TargetPlaces[i].Thread))
	wa.flow.Add(wa.flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: ts.True()}, Pos: wa.flow.Pos,
		Text: wa.flow.Text + " (this access is not meant)"})
	wa.flow.Add(wa.flow.Cur, yes, flow.Step{Op: cfa.Assume{Cond: g}, Pos: wa.flow.Pos,
		Text: wa.flow.Text + " (this access " +
			"is meant)"})
	wa.flow.Cur = yes
	size := wa.readSlot(i, slotSize, 8)
	wa.flow.Branch(ts.Eq(size, wa.values.BV(8, 0)), free, next)
	wa.flow.Cur = free
	flag := func(b bool) term.Term {
		if b {
			return wa.values.BV(8, 1)
		}
		return wa.values.BV(8, 0)
	}
	store := func(off uint64, v term.Term) {
		wa.flow.Emit(cfa.Store{Addr: wa.raceSlot(i, off), Value: v, Order: cfa.SeqCst})
	}
	store(slotSize, wa.values.BV(8, uint64(a.size)))
	store(slotWrite, flag(a.write))
	store(slotPlain, ts.Ite(wa.isPlain(a), flag(true), flag(false)))
	store(slotThread, wa.flow.Sym(wa.prog.Self))
	store(slotAddr, a.addr)
	wa.flow.Jump(next)
	wa.flow.Cur = next
}

// withdraw takes back what this thread has announced for target i.
func (wa *watch) withdraw(i int) {
	mine, next := wa.flow.NewLoc(), wa.flow.NewLoc()
	who := wa.readSlot(i, slotThread, wa.prog.PtrWidth)
	wa.flow.Branch(wa.ts.Eq(who, wa.flow.Sym(wa.prog.Self)), mine, next)
	wa.flow.Cur = mine
	wa.flow.Emit(cfa.Store{Addr: wa.raceSlot(i, slotSize), Value: wa.values.BV(8, 0), Order: cfa.SeqCst})
	wa.flow.Jump(next)
	wa.flow.Cur = next
}

// Before implements flow.Watcher: it looks for data races.
func (wa *watch) Before(op cfa.Op) (after func()) { return wa.raced(op) }

// Violate implements flow.Watcher: with a monitor, a violation counts only at a target.
func (wa *watch) Violate(reach func()) {
	m := wa.low.monitor
	var here []probe.TargetPlace
	for _, t := range m.TargetPlaces {
		if wa.isTarget(t) {
			here = append(here, t)
		}
	}
	if len(here) == 0 {
		wa.cut()
		return
	}
	wa.quietly("witness: target", source.Pos{}, func() {
		state, g := term.None, wa.ts.False()
		wa.bracket(cfa.AtomicBegin{})
		for _, t := range here {
			g = wa.ts.Or(g, wa.probeGuard(&state, t.State, t.State, t.Thread))
		}
		wa.flow.Assume(g)
		wa.bracket(cfa.AtomicEnd{})
	})
	reach()
}

// isTarget reports whether what is being lowered is at a target.
func (wa *watch) isTarget(t probe.TargetPlace) bool {
	if wa.unit.model {
		return false
	}
	for _, p := range []source.Pos{wa.fullAt, wa.stmtAt} {
		if p == t.At || !t.Exact && p.File == t.At.File && p.Line == t.At.Line {
			return true
		}
	}
	return !t.Exact && wa.flow.Pos.File == t.At.File && wa.flow.Pos.Line == t.At.Line
}
