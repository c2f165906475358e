package monitor

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

func (m *Monitor) startRaces(prog *cfa.Program) {
	r := &m.races
	r.on, r.within = true, cfa.NoReg
	r.depth = prog.NewReg(cfa.Reg{Name: "witness sections", Sort: term.BitVec(16), Scope: cfa.Thread})
	for _, t := range m.TargetPlaces {
		if t.Calls && r.within == cfa.NoReg {
			r.within = prog.NewReg(cfa.Reg{Name: "witness target", Sort: term.BitVec(8), Scope: cfa.Thread})
		}
	}
	for range m.TargetPlaces {
		r.slots = append(r.slots, prog.AddObject(&cfa.Object{Name: "witness access", Kind: cfa.Global,
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

func (wa *Watch) accessOf(op cfa.Op) (access, bool) {
	switch x := op.(type) {
	case cfa.Load:
		return access{x.Addr, wa.Ts.Sort(wa.Flow.Sym(x.Dst)).Width() / 8, false, x.Order == cfa.Plain}, true
	case cfa.Store:
		return access{x.Addr, wa.Ts.Sort(x.Value).Width() / 8, true, x.Order == cfa.Plain}, true
	}
	return access{}, false
}

// spot is a target that an access may be at, if cond holds.
type spot struct {
	target int
	cond   term.Term
}

// spots are the targets at which what is being lowered may be.
func (wa *Watch) spots() []spot {
	m := wa.Monitor
	var out []spot
	for i, t := range m.TargetPlaces {
		switch {
		case wa.isTarget(t):
			out = append(out, spot{i, wa.Ts.True()})
		case wa.Model && m.races.within != cfa.NoReg && t.Calls:
			out = append(out, spot{i, wa.Ts.Eq(wa.Ts.Extract(i, i, wa.Flow.Sym(m.races.within)),
				wa.Values.BV(1, 1))})
		}
	}
	return out
}

// raced is called with an operation that is about to be emitted. It looks for races of an access with those
// that are announced, and announces it. The result is called after the access.
func (wa *Watch) raced(op cfa.Op) (after func()) {
	m := wa.Monitor
	if m == nil || !m.races.on || m.Busy || wa.Flow.Constant {
		return nil
	}
	switch op.(type) {
	case cfa.AtomicBegin:
		wa.Sections++
		return func() { wa.deepen(1) }
	case cfa.AtomicEnd:
		wa.Sections--
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
	found := wa.Flow.NewReg("race", term.Bool, "", false)
	inside := wa.Sections > 0
	wa.quietly("witness: race", source.Pos{}, func() {
		// Nothing can come between an announcement in a section and the access, and
		// nothing may be stored before a section has decided to wait.
		if !inside {
			wa.Flow.Emit(cfa.AtomicBegin{})
		}
		state := term.None
		wa.Flow.Emit(cfa.Assign{Dst: found, Value: wa.Ts.False()})
		for o := range m.TargetPlaces {
			wa.findRace(a, o, at, &state, found)
		}
		if !inside {
			for _, i := range at {
				wa.announce(a, i, &state)
			}
			wa.Flow.Emit(cfa.AtomicEnd{})
		}
	})
	return func() {
		wa.quietly("witness: race", source.Pos{}, func() {
			ok, bad := wa.Flow.NewLoc(), wa.Flow.NewLoc()
			wa.Flow.Branch(wa.Flow.Sym(found), bad, ok)
			wa.Flow.Cur = bad
			wa.Flow.End(cfa.Violation{Property: m.Fail,
				Message: "a data race of the accesses that the witness names"})
			wa.Flow.Cur = ok
			if inside || len(at) == 0 {
				return
			}
			wa.Flow.Emit(cfa.AtomicBegin{})
			for _, i := range at {
				wa.withdraw(i.target)
			}
			wa.Flow.Emit(cfa.AtomicEnd{})
		})
	}
}

// deepen notes that a section begins or ends.
func (wa *Watch) deepen(by uint64) {
	wa.quietly("witness: race", source.Pos{}, func() {
		r := wa.Monitor.races.depth
		wa.Flow.Emit(cfa.Assign{Dst: r, Value: wa.Ts.BVAdd(wa.Flow.Sym(r), wa.Values.BV(16, by))})
	})
}

// isPlain is the condition that an access is none of an atomic object, and not in an atomic section.
func (wa *Watch) isPlain(a access) term.Term {
	return wa.Ts.And(wa.Ts.Bool(a.plain), wa.Ts.Eq(wa.Flow.Sym(wa.Monitor.races.depth),
		wa.Values.BV(16, 0)))
}

// AtTarget says, for the duration of a call of a library function, at which targets it is made.
func (wa *Watch) AtTarget(model bool, call func()) {
	m := wa.Monitor
	if m == nil || !m.races.on || m.races.within == cfa.NoReg || !model || wa.Model ||
		wa.Flow.Constant {
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
	wa.Flow.Emit(cfa.Assign{Dst: m.races.within, Value: wa.Values.BV(8, bits)})
	call()
	wa.Flow.Emit(cfa.Assign{Dst: m.races.within, Value: wa.Values.BV(8, 0)})
}

func (wa *Watch) raceSlot(i int, off uint64) term.Term {
	return wa.Prog.PtrAdd(wa.Monitor.races.slots[i], wa.Prog.Ptr(off))
}

func (wa *Watch) readSlot(i int, off uint64, width int) term.Term {
	r := wa.Flow.NewReg("announced", term.BitVec(width), "", false)
	wa.Flow.Emit(cfa.Load{Dst: r, Addr: wa.raceSlot(i, off), Order: cfa.SeqCst})
	return wa.Flow.Sym(r)
}

// findRace sets found if the access conflicts with the one that is announced for
// target o. With two targets the access must be at another one.
func (wa *Watch) findRace(a access, o int, at []spot, state *term.Term, found cfa.RegID) {
	m, ts := wa.Monitor, wa.Ts
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
	look, next, race := wa.Flow.NewLoc(), wa.Flow.NewLoc(), wa.Flow.NewLoc()
	size := wa.readSlot(o, slotSize, 8)
	wa.Flow.Branch(ts.And(g, ts.Not(ts.Eq(size, wa.Values.BV(8, 0)))), look, next)
	wa.Flow.Cur = look
	w := wa.Prog.PtrWidth
	addr, who := wa.readSlot(o, slotAddr, w), wa.readSlot(o, slotThread, w)
	conflict := ts.And(ts.BVUlt(a.addr, ts.BVAdd(addr, wa.Values.Resize(size, 8, w, false))),
		ts.BVUlt(addr, ts.BVAdd(a.addr, wa.Prog.Ptr(uint64(a.size)))))
	if !a.write {
		conflict = ts.And(conflict, ts.Eq(wa.readSlot(o, slotWrite, 8), wa.Values.BV(8, 1)))
	}
	conflict = ts.And(conflict, ts.Or(wa.isPlain(a), ts.Eq(wa.readSlot(o, slotPlain, 8), wa.Values.BV(8, 1))))
	conflict = ts.And(conflict, ts.Not(ts.Eq(who, wa.Flow.Sym(wa.Prog.Self))))
	wa.Flow.Add(wa.Flow.Cur, race, flow.Step{Op: cfa.Assume{Cond: conflict, Bytes: true}, Pos: wa.Flow.Pos,
		Text: wa.Flow.Text})
	wa.Flow.Add(wa.Flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: ts.Not(conflict), Bytes: true},
		Pos: wa.Flow.Pos, Text: wa.Flow.Text})
	wa.Flow.Cur = race
	wa.Flow.Emit(cfa.Assign{Dst: found, Value: ts.True()})
	wa.Flow.Jump(next)
	wa.Flow.Cur = next
}

// announce says that the access will be made at target i, or does not: the next one may be meant.
func (wa *Watch) announce(a access, at spot, state *term.Term) {
	m, ts, i := wa.Monitor, wa.Ts, at.target
	yes, free, next := wa.Flow.NewLoc(), wa.Flow.NewLoc(), wa.Flow.NewLoc()
	g := ts.And(at.cond, wa.probeGuard(state, m.TargetPlaces[i].State, m.TargetPlaces[i].State,
		m.TargetPlaces[i].Thread))
	wa.Flow.Add(wa.Flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: ts.True()}, Pos: wa.Flow.Pos,
		Text: wa.Flow.Text + " (this access is not meant)"})
	wa.Flow.Add(wa.Flow.Cur, yes, flow.Step{Op: cfa.Assume{Cond: g}, Pos: wa.Flow.Pos,
		Text: wa.Flow.Text + " (this access " +
			"is meant)"})
	wa.Flow.Cur = yes
	size := wa.readSlot(i, slotSize, 8)
	wa.Flow.Branch(ts.Eq(size, wa.Values.BV(8, 0)), free, next)
	wa.Flow.Cur = free
	flag := func(b bool) term.Term {
		if b {
			return wa.Values.BV(8, 1)
		}
		return wa.Values.BV(8, 0)
	}
	store := func(off uint64, v term.Term) {
		wa.Flow.Emit(cfa.Store{Addr: wa.raceSlot(i, off), Value: v, Order: cfa.SeqCst})
	}
	store(slotSize, wa.Values.BV(8, uint64(a.size)))
	store(slotWrite, flag(a.write))
	store(slotPlain, ts.Ite(wa.isPlain(a), flag(true), flag(false)))
	store(slotThread, wa.Flow.Sym(wa.Prog.Self))
	store(slotAddr, a.addr)
	wa.Flow.Jump(next)
	wa.Flow.Cur = next
}

// withdraw takes back what this thread has announced for target i.
func (wa *Watch) withdraw(i int) {
	mine, next := wa.Flow.NewLoc(), wa.Flow.NewLoc()
	who := wa.readSlot(i, slotThread, wa.Prog.PtrWidth)
	wa.Flow.Branch(wa.Ts.Eq(who, wa.Flow.Sym(wa.Prog.Self)), mine, next)
	wa.Flow.Cur = mine
	wa.Flow.Emit(cfa.Store{Addr: wa.raceSlot(i, slotSize), Value: wa.Values.BV(8, 0), Order: cfa.SeqCst})
	wa.Flow.Jump(next)
	wa.Flow.Cur = next
}

// Before implements flow.Watcher: it looks for data races.
func (wa *Watch) Before(op cfa.Op) (after func()) { return wa.raced(op) }

// Violate implements flow.Watcher: with a monitor, a violation counts only at a target.
func (wa *Watch) Violate(reach func()) {
	m := wa.Monitor
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
		state, g := term.None, wa.Ts.False()
		wa.bracket(cfa.AtomicBegin{})
		for _, t := range here {
			g = wa.Ts.Or(g, wa.probeGuard(&state, t.State, t.State, t.Thread))
		}
		wa.Flow.Assume(g)
		wa.bracket(cfa.AtomicEnd{})
	})
	reach()
}

// isTarget reports whether what is being lowered is at a target.
func (wa *Watch) isTarget(t probe.TargetPlace) bool {
	if wa.Model {
		return false
	}
	for _, p := range []source.Pos{wa.FullAt, wa.StmtAt} {
		if p == t.At || !t.Exact && p.File == t.At.File && p.Line == t.At.Line {
			return true
		}
	}
	return !t.Exact && wa.Flow.Pos.File == t.At.File && wa.Flow.Pos.Line == t.At.Line
}
