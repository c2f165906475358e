package events

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// accesses makes the loads and stores of the current thread: reads and writes of the graph, or nothing
// where the path knows what stands there.
type accesses struct {
	g        *Graph
	s        *term.Store
	b        *builder
	opts     *Options
	objects  *objects
	known    *knowledge
	regs     *registers
	locks    *locks
	waits    *waits
	lives    *lives
	progress *progress
	sites    *sites
}

// access adds a read or a write. It returns nil where the address is known to be invalid: the path ends.
func (ac *accesses) access(e *cfa.Edge, write bool, addr term.Term, size int, value term.Term,
	st *state) *Event {
	ev := &Event{Write: write, Addr: addr, Size: size, Value: value, Edge: e}
	valid, what, ok := ac.validity(ev, st)
	if !ok {
		return nil
	}
	if goal := ac.b.invalid(ac.s.Not(valid), st, e, -1, what); goal != nil {
		goal.Access = ev
	}
	g, ok := ac.g.Guards.And(st.guard, valid)
	if !ok {
		return nil
	}
	st.guard = g
	ev.Guard = st.guard
	ac.b.place(ev, ev.Node, st)
	return ev
}

// validity is the condition under which an access is to a live object that it may be made to; what says what
// it is otherwise. Unless the condition is false the event gets its node. ok is false where the path ends at
// something unsupported.
func (ac *accesses) validity(ev *Event, st *state) (valid term.Term, what string, ok bool) {
	const invalid = "invalid access"
	known := false
	if c, constant := ac.s.ConstUint64(ev.Addr); constant {
		var inside bool
		if inside, known = ac.objects.within(c, ev.Size); known && !inside {
			return ac.s.False(), invalid, true
		}
		if o := ac.g.staticAt(c); ev.Write && o != nil && o.ReadOnly {
			return ac.s.False(), "write to a constant object", true
		}
		if ac.objects.foreign(c) {
			ac.b.goal(UnsupportedGoal, st, ev.Edge, -1, foreignAccess)
			return ac.s.False(), "", false
		}
	}
	ev.Node = ac.b.nodeFor(st)
	valid = ac.lives.alive(ev.Edge, ev.Addr, st.guard, ev.Node, st)
	if !known {
		ev.Valid = ac.s.Fresh("valid", term.Bool)
		valid = ac.s.And(valid, ev.Valid)
	}
	return valid, invalid, true
}

// load makes a load. It returns nil where the path ends.
func (ac *accesses) load(e *cfa.Edge, op cfa.Load, st *state) *state {
	addr := ac.regs.eval(op.Addr, st)
	if ac.strays(e, op.Addr, addr, st) {
		return nil
	}
	width := ac.g.Program.Regs[op.Dst].Sort.Width()
	p, track := ac.known.trackable(addr, width/8, st)
	looks := ac.looks(op, p, st)
	if !looks {
		if v, done, ok := ac.partly(e, addr, width, st); done {
			if !ok {
				return nil
			}
			ac.regs.assign(op.Dst, v, st)
			return st
		}
	}
	if track && !looks {
		if v := ac.known.content(&st.mem, st.spawned, p); v != term.None && ac.lives.living(e, addr, st) {
			ac.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
			ac.regs.assign(op.Dst, v, st)
			return st
		}
	}
	v := ac.s.Fresh("read", term.BitVec(width))
	var ev *Event
	value := v
	if ac.opts.ArbitraryReads {
		ev, value = ac.arbitraryRead(e, addr, width/8, v, st)
	} else {
		ev = ac.access(e, false, addr, width/8, v, st)
	}
	switch {
	case ev == nil && !ac.opts.ArbitraryReads, value == term.None:
		return nil
	case ev == nil:
		ac.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
		ac.regs.assign(op.Dst, value, st)
		return st
	}
	ev.Instance = ac.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard,
		Index: ev.ID})
	if !ac.opts.ArbitraryReads {
		if v = ac.sites.meet(e, v, st); v == term.None {
			return nil
		}
		value = v
	}
	if track {
		if _, known, initial := st.mem.lookup(p, ac.g.Program.RegionOf(p.addr),
			ac.known.claims.distinct); !known &&
			(initial || !st.mem.overlaps(p)) {
			ac.known.remember(st, p, v)
		}
	}
	ac.regs.assign(op.Dst, value, st)
	return st
}

// partly makes a load at an address that is a choice of several, some of which are places whose content the
// path knows: there is a read for the others only. done is false where nothing is known; ok is false where
// the path ends.
func (ac *accesses) partly(e *cfa.Edge, addr term.Term, width int, st *state) (v term.Term, done, ok bool) {
	if ac.s.Op(addr) != term.OpIte || ac.opts.ArbitraryReads {
		return v, false, false
	}
	known := ac.choices(e, addr, ac.s.True(), width, st, 0)
	if len(known) == 0 {
		return v, false, false
	}
	other := ac.s.True()
	for _, k := range known {
		other = ac.s.And(other, ac.s.Not(k.cond))
	}
	here, may := ac.g.Guards.And(st.guard, ac.s.Not(other))
	there := *st
	rest, more := ac.g.Guards.And(st.guard, other)
	v = known[len(known)-1].value
	var ev *Event
	if there.guard = rest; more {
		v = ac.s.Fresh("read", term.BitVec(width))
		ev = ac.access(e, false, addr, width/8, v, &there)
	}
	switch {
	case !more:
	case ev == nil && !may:
		return v, true, false
	case ev == nil:
		st.guard = here
	case may:
		st.guard = ac.g.Guards.Or(here, there.guard)
	default:
		st.guard = there.guard
	}
	in := ac.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
	if ev != nil {
		ev.Instance, ac.b.th.Instances[in].Index = in, ev.ID
	}
	for _, k := range slices.Backward(known) {
		v = ac.s.Ite(k.cond, k.value, v)
	}
	return v, true, true
}

// choice is a condition under which an address is one whose content is known.
type choice struct{ cond, value term.Term }

// choices lists those of an address, which is met under a condition.
func (ac *accesses) choices(e *cfa.Edge, addr, cond term.Term, width int, st *state, depth int) []choice {
	if ac.s.Op(addr) == term.OpIte && depth < maxAddressCases {
		c := ac.s.Arg(addr, 0)
		return append(ac.choices(e, ac.s.Arg(addr, 1), ac.s.And(cond, c), width, st, depth+1),
			ac.choices(e, ac.s.Arg(addr, 2), ac.s.And(cond, ac.s.Not(c)), width, st, depth+1)...)
	}
	p, track := ac.known.trackable(addr, width/8, st)
	if !track {
		return nil
	}
	v := ac.known.content(&st.mem, st.spawned, p)
	if v == term.None || !ac.lives.living(e, addr, st) {
		return nil
	}
	return []choice{{cond, v}}
}

// store makes a store. It returns nil where the path ends.
func (ac *accesses) store(e *cfa.Edge, op cfa.Store, st *state) *state {
	addr, value := ac.regs.eval(op.Addr, st), ac.regs.eval(op.Value, st)
	if ac.strays(e, op.Addr, addr, st) {
		return nil
	}
	size := ac.s.Sort(value).Width() / 8
	p, track := ac.known.trackable(addr, size, st)
	changes := ac.s.True()
	takes := track && ac.locks.takes(p, value, st)
	if track {
		if old := ac.known.content(&st.mem, st.spawned, p); old != term.None {
			changes = ac.s.Not(ac.s.Eq(old, value))
			if ac.silent(e, addr, changes, st) {
				return st
			}
		}
	}
	if takes && !ac.waits.goesOn(p, st) {
		return nil
	}
	releases := ac.waits.releases(p, value, st)
	ev := ac.access(e, true, addr, size, value, st)
	if ev == nil {
		return nil
	}
	ev.Instance = ac.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard,
		Index: ev.ID})
	switch {
	case takes:
		ac.progress.noteLock(st, changes)
	case releases:
		ac.progress.noteLock(st, changes)
		ac.waits.released(p, st)
	default:
		ac.progress.noteIn(st, addr, changes)
	}
	ac.objects.escape(value)
	switch c, constant := ac.s.ConstUint64(addr); {
	case track:
		ac.known.remember(st, p, value)
	case constant:
		st.mem.clobber([]uint64{ac.g.Program.RegionOf(c)}, ac.g.Program.OffsetBits)
	default:
		l := ac.g.Leaves(addr)
		if l.Top || len(l.Symbols) > 0 || len(l.Regions) == 0 {
			st.mem.clobberAll(ac.known.claims.distinct)
		} else {
			st.mem.clobber(l.Regions, ac.g.Program.OffsetBits)
		}
	}
	ac.locks.holding(ev, p, track, takes, st)
	return st
}

// arbitraryRead adds a read that, where its address is invalid, gives any value, see Options.ArbitraryReads.
// The event is nil if the address is always invalid; the value is None where the path ends.
func (ac *accesses) arbitraryRead(e *cfa.Edge, addr term.Term, size int, v term.Term, st *state) (*Event,
	term.Term) {
	ev := &Event{Addr: addr, Size: size, Value: v, Edge: e}
	valid, _, ok := ac.validity(ev, st)
	if !ok {
		return nil, term.None
	}
	if ac.s.IsTrue(valid) {
		ev.Guard = st.guard
		ac.b.place(ev, ev.Node, st)
		return ev, v
	}
	whatever := ac.s.Fresh("any", term.BitVec(8*size))
	ac.g.Arbitrary = append(ac.g.Arbitrary, whatever)
	g, ok := ac.g.Guards.And(st.guard, valid)
	if !ok {
		return nil, whatever
	}
	ev.Guard = g
	ac.b.place(ev, ev.Node, st)
	// An event that does not happen may be given some value by others that
	// hide everything else from it, so its own symbol does not do.
	return ev, ac.s.Ite(valid, v, whatever)
}

// silent drops a store that leaves its place as it is, see Options.SilentStores: changes, the condition that
// the value is another one than the path knows to stand there, does not hold where the path goes.
func (ac *accesses) silent(e *cfa.Edge, addr, changes term.Term, st *state) bool {
	if !ac.opts.SilentStores || !ac.lives.living(e, addr, st) {
		return false
	}
	if c, ok := ac.s.ConstUint64(addr); ok {
		if o := ac.g.staticAt(c); o != nil && o.ReadOnly {
			return false // an invalid access
		}
	}
	if !ac.s.IsFalse(changes) && !ac.g.Guards.Requires(st.guard, ac.s.Not(changes)) {
		return false
	}
	ac.b.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
	return true
}
