package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

func (u *unroller) ptr(v uint64) term.Term { return u.s.BV(u.prog.PtrWidth, v) }

// private reports whether the current thread alone can access the object in a
// region right now, given whether threads may have been spawned.
func (u *unroller) private(region uint64, spawned bool) bool {
	if !spawned {
		return true
	}
	if o := u.g.objectOf[region]; o != nil {
		return o.Thread == u.th.ID && !o.escaped
	}
	if o := u.g.static[region]; o != nil {
		return o.ReadOnly && !o.Undefined
	}
	return false
}

// foreign reports whether a constant address is in an object whose thread,
// another one, was taken to be alone with it: the address was put together
// from numbers. The reads of that thread may have been resolved already.
func (u *unroller) foreign(addr uint64) bool {
	o := u.g.objectOf[addr>>u.bits]
	return o != nil && o.Thread != u.th.ID && !o.escaped
}

const foreignAccess = "an address of another thread's object that was put together from numbers"

// lasting reports whether no other thread can change a place while the current
// one runs on: the object is private, or the place was found to be written by
// no other thread after the current one has started.
func (u *unroller) lasting(p place, spawned bool) bool {
	return u.private(p.addr>>u.bits, spawned) || u.ownLife(p.addr) || u.exclusive(p)
}

// steady is like lasting, for as long as the path holds the locks that it holds.
func (u *unroller) steady(p place, st *state) bool {
	return u.lasting(p, st.spawned) || u.guarded(p, st.held)
}

// exclusive asks Options.Exclusive about a place and notes that the answer was
// relied on.
func (u *unroller) exclusive(p place) bool {
	if u.opts.Exclusive == nil {
		return false
	}
	k := Use{u.th.Key, p.addr, int(p.size)}
	return rely(u.uses, &u.g.Uses, k, func(k Use) bool { return u.opts.Exclusive(k.Thread, k.Addr, k.Size) })
}

// rely asks a claim once, keeps the answer, and lists the claim if it was made.
func rely[K comparable](known map[K]bool, relied *[]K, k K, claim func(K) bool) bool {
	yes, ok := known[k]
	if !ok {
		yes = claim(k)
		known[k] = yes
		if yes {
			*relied = append(*relied, k)
		}
	}
	return yes
}

// purge forgets what was known of objects that have become shared, and what was
// known only for the time of a section, or while a lock was held.
func (u *unroller) purge(st *state, always bool) {
	if m := &st.mem; always || m.passing || m.escapes != u.escapes {
		m.keep(func(p place) bool { return u.steady(p, st) })
		m.escapes = u.escapes
	}
}

// content is what a path knows to stand at a place; None if nothing.
func (u *unroller) content(m *memory, spawned bool, p place) term.Term {
	region := p.addr >> u.bits
	v, known, initial := m.lookup(p, region, u.distinct)
	switch {
	case known:
		return v
	case initial && (u.private(region, spawned) || u.ownLife(p.addr) || u.th.ID == 0 && u.exclusive(p)):
		// Of a thread that was spawned it is only known that nobody else
		// writes the place since it started, not what was done before.
		return u.initial(region, p)
	}
	return term.None
}

// initial is the initial content of a place; None if it is nondeterministic.
func (u *unroller) initial(region uint64, p place) term.Term {
	if u.g.IsLife(p.addr) {
		return u.s.BV(8, 0)
	}
	if o := u.g.objectOf[region]; o != nil {
		if o.Op.Zero {
			return u.s.BV(8*int(p.size), 0)
		}
		return term.None
	}
	o := u.g.static[region]
	if o == nil || o.Undefined {
		return term.None
	}
	return u.g.InitialContent(o, p.addr, int(p.size))
}

// InitialContent is the initial value of size bytes at an address inside a
// static object, as a constant.
func (g *Graph) InitialContent(o *cfa.Object, addr uint64, size int) term.Term {
	s := g.Terms
	off := addr - o.Addr
	var out term.Term
	for i := size - 1; i >= 0; i-- {
		b := g.initialByte(o, off+uint64(i))
		if out == term.None {
			out = b
		} else {
			out = s.Concat(out, b)
		}
	}
	return out
}

func (g *Graph) initialByte(o *cfa.Object, off uint64) term.Term {
	s := g.Terms
	lo, hi := 0, len(o.Init)
	for lo < hi { // the last Init that starts at or before off
		if mid := (lo + hi) / 2; o.Init[mid].Offset <= off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo > 0 {
		in := o.Init[lo-1]
		if d := off - in.Offset; d < uint64(s.Sort(in.Value).Width()/8) {
			return s.Extract(int(8*d)+7, int(8*d), in.Value)
		}
	}
	return s.BV(8, 0)
}

// within reports whether size bytes at addr lie in a known object: yes, no, or
// undecided (its size is a term).
func (u *unroller) within(addr uint64, size int) (inside, known bool) {
	region := addr >> u.bits
	if o := u.g.static[region]; o != nil {
		return addr >= o.Addr && addr+uint64(size) <= o.Addr+o.Size && o.Kind != cfa.Func, true
	}
	if o := u.g.objectOf[region]; o != nil {
		n, ok := u.s.ConstUint64(o.Size)
		if !ok {
			return false, false
		}
		return addr >= o.Addr && addr+uint64(size) <= o.Addr+n, true
	}
	return false, true
}

// access adds a read or a write. It returns nil where the address is known to
// be invalid: the path ends.
func (u *unroller) access(e *cfa.Edge, write bool, addr term.Term, size int, value term.Term,
	st *state) *Event {
	ev := &Event{Write: write, Addr: addr, Size: size, Value: value, Edge: e}
	valid, what, ok := u.validity(ev, st)
	if !ok {
		return nil
	}
	invalid := *st
	if g, ok := u.g.Guards.And(st.guard, u.s.Not(valid)); ok {
		invalid.guard = g
		u.goal(InvalidGoal, &invalid, e, -1, what)
	}
	g, ok := u.g.Guards.And(st.guard, valid)
	if !ok {
		return nil
	}
	st.guard = g
	ev.Guard = st.guard
	u.place(ev, ev.Node, st)
	return ev
}

// validity is the condition under which an access is to a live object that it
// may be made to; what says what it is otherwise. Unless the condition is
// false the event gets its node. ok is false where the path ends at something
// unsupported.
func (u *unroller) validity(ev *Event, st *state) (valid term.Term, what string, ok bool) {
	const invalid = "invalid access"
	known := false
	if c, constant := u.s.ConstUint64(ev.Addr); constant {
		var inside bool
		if inside, known = u.within(c, ev.Size); known && !inside {
			return u.s.False(), invalid, true
		}
		if o := u.g.static[c>>u.bits]; ev.Write && o != nil && o.ReadOnly {
			return u.s.False(), "write to a constant object", true
		}
		if u.foreign(c) {
			u.goal(UnsupportedGoal, st, ev.Edge, -1, foreignAccess)
			return u.s.False(), "", false
		}
	}
	ev.Node = u.nodeFor(st)
	valid = u.alive(ev.Edge, ev.Addr, st.guard, ev.Node, st)
	if !known {
		ev.Valid = u.s.Fresh("valid", term.Bool)
		valid = u.s.And(valid, ev.Valid)
	}
	return valid, invalid, true
}

// trackable returns the constant place of an access whose content may be
// remembered: no other thread can change it before the path goes on.
func (u *unroller) trackable(addr term.Term, size int, st *state) (place, bool) {
	c, ok := u.s.ConstUint64(addr)
	if !ok || size > maxAccess || size&(size-1) != 0 {
		return place{}, false
	}
	if in, known := u.within(c, size); !in || !known {
		return place{}, false
	}
	p := place{c, uint8(size)}
	return p, st.sec != nil || u.steady(p, st)
}

func (u *unroller) load(e *cfa.Edge, op cfa.Load, st *state) *state {
	addr := u.eval(op.Addr, st)
	width := u.prog.Regs[op.Dst].Sort.Width()
	p, track := u.trackable(addr, width/8, st)
	if track {
		if v := u.content(&st.mem, st.spawned, p); v != term.None && u.living(e, addr, st) {
			u.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
			u.assign(op.Dst, v, st)
			return st
		}
	}
	v := u.s.Fresh("read", term.BitVec(width))
	var ev *Event
	value := v
	if u.opts.AnyReads {
		ev, value = u.anyRead(e, addr, width/8, v, st)
	} else {
		ev = u.access(e, false, addr, width/8, v, st)
	}
	switch {
	case ev == nil && !u.opts.AnyReads, value == term.None:
		return nil
	case ev == nil:
		u.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
		u.assign(op.Dst, value, st)
		return st
	}
	ev.Instance = u.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: ev.ID})
	if track {
		if _, known, initial := st.mem.lookup(p, p.addr>>u.bits, u.distinct); !known &&
			(initial || !st.mem.overlaps(p)) {
			u.remember(st, p, v)
		}
	}
	u.assign(op.Dst, value, st)
	return st
}

// remember notes the content of a trackable place.
func (u *unroller) remember(st *state, p place, v term.Term) {
	st.mem.set(p, p.addr>>u.bits, v)
	if st.sec != nil && !st.mem.passing && !u.steady(p, st) {
		st.mem.passing = true
	}
}

func (u *unroller) store(e *cfa.Edge, op cfa.Store, st *state) *state {
	addr, value := u.eval(op.Addr, st), u.eval(op.Value, st)
	size := u.s.Sort(value).Width() / 8
	p, track := u.trackable(addr, size, st)
	changes := u.s.True()
	takes := track && u.takes(p, value, st)
	if track {
		if old := u.content(&st.mem, st.spawned, p); old != term.None {
			changes = u.s.Not(u.s.Eq(old, value))
			if u.silent(e, addr, changes, st) {
				return st
			}
		}
	}
	if takes && !u.retake(p, st) {
		return nil
	}
	releases := u.releases(p, value, st)
	ev := u.access(e, true, addr, size, value, st)
	if ev == nil {
		return nil
	}
	ev.Instance = u.instance(Instance{Kind: AccessInstance, Origin: e.Origin, Guard: st.guard, Index: ev.ID})
	switch {
	case takes:
		u.noteLock(st, changes)
	case releases:
		u.noteLock(st, changes)
		u.released(p, st)
	default:
		u.noteIn(st, addr, changes)
	}
	u.escape(value)
	switch c, constant := u.s.ConstUint64(addr); {
	case track:
		u.remember(st, p, value)
	case constant:
		st.mem.clobber([]uint64{c >> u.bits}, u.bits)
	default:
		l := u.g.Leaves(addr)
		if l.Top || len(l.Symbols) > 0 || len(l.Regions) == 0 {
			st.mem.clobberAll(u.distinct)
		} else {
			st.mem.clobber(l.Regions, u.bits)
		}
	}
	u.holding(ev, p, track, takes, st)
	return st
}

// escape notes the objects that a value may point to: from now on other
// threads may get at them.
func (u *unroller) escape(value term.Term) {
	l := u.g.Leaves(value)
	for _, r := range l.Regions {
		if o := u.g.objectOf[r]; o != nil && !o.escaped {
			o.escaped = true
			u.escapes++
		}
	}
	if l.Top {
		for _, o := range u.g.objectOf {
			o.escaped = true
		}
		u.escapes++
	}
}
