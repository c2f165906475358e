package events

import (
	"slices"

	"whittle.dev/term"
)

// remember puts what earlier iterations have done into the graph of a walk that is kept: back is the state
// after the iteration.
func (x *summary) remember(back *state) {
	u := x.f.u
	g, s := u.g, u.s
	g.Summarised = true
	for _, h := range x.open {
		after := back.shared
		if !h.shared {
			after = back.locals
		}
		if v := after[h.slot]; v != term.None {
			h.Values = append(h.Values, v)
		}
		g.Iterated = append(g.Iterated, h.Iterated)
	}
	limit, bounded := x.laws(back)
	g.Laws = append(g.Laws, Law{Symbols: []term.Term{x.count, x.first}, Cond: limit})
	again, ok := g.Guards.And(x.head.guard, s.Not(x.first))
	if !ok {
		return
	}
	u.b.positions = 0
	stores := x.stores()
	for _, ev := range stores {
		r := &Range{Base: s.BV(g.Program.PtrWidth, 0)}
		x.extent(ev, r, bounded)
		if r.Size != term.None && len(stores) == 1 && g.Guards.Implies(back.guard, ev.Guard) {
			x.content(ev, r, again, back)
		}
		v := s.Fresh("written", s.Sort(ev.Value))
		// What it leads to is what the write of the walk does.
		g.Iterated = append(g.Iterated, Iterated{Symbol: v})
		w := &Event{Write: true, Addr: ev.Addr, Size: ev.Size, Value: v, Guard: again, Edge: ev.Edge,
			Range: r,
			Life:  ev.Life}
		u.b.place(w, x.node, x.head)
	}
}

// extent says which bytes a write has written in all earlier iterations, if each has written the same ones or
// the next ones. bounded says that their number is less than 1<<64.
func (x *summary) extent(ev *Event, r *Range, bounded bool) {
	s, w := x.f.u.s, x.f.u.prog.PtrWidth
	if ev.Range != nil || !x.known(ev.Addr) || x.made(ev.Addr) {
		return
	}
	size := s.BV(w, uint64(ev.Size))
	if x.old(ev.Addr) {
		r.Base, r.Size = ev.Addr, size
		return
	}
	if !bounded {
		return
	}
	d := s.BVSub(x.at(ev.Addr, s.BVAdd(x.count, s.BV(64, 1))), ev.Addr)
	first := x.at(ev.Addr, s.BV(64, 0))
	switch d {
	case size:
		r.Base = first
	case s.BVNeg(size):
		r.Base = s.BVSub(first, s.BVMul(size, x.f.u.b.resize(s.BVSub(x.count, s.BV(64, 1)), w)))
	default:
		return
	}
	r.Size = s.BVMul(size, x.f.u.b.resize(x.count, w))
}

// content says what stands in the range of a write that every iteration makes, the only one of the loop.
func (x *summary) content(ev *Event, r *Range, again Guard, back *state) {
	u := x.f.u
	s, g := u.s, u.g
	if x.old(ev.Value) {
		r.Value = ev.Value
		return
	}
	i := slices.IndexFunc(g.Events[x.mark.events:], func(o *Event) bool {
		return !o.Write &&
			o.Value == ev.Value
	})
	if i < 0 {
		return
	}
	from := g.Events[x.mark.events+i]
	shift := s.BVSub(from.Addr, ev.Addr)
	if from.Size != ev.Size || !x.known(from.Addr) || x.made(from.Addr) ||
		x.at(shift, s.BVAdd(x.count, s.BV(64, 1))) != shift {
		return
	}
	// The distance is the same in all iterations.
	r.Shift = x.at(shift, s.BV(64, 0))
	r.Source = &Event{Addr: from.Addr, Size: from.Size, Value: s.Fresh("source", s.Sort(from.Value)),
		Guard: again,
		Edge:  from.Edge}
	u.b.place(r.Source, x.node, x.head)
	// What an iteration reads was written by an earlier one if it lies less than the range ahead of what it
	// writes, where addresses grow: an earlier iteration was there. Where they fall it lies behind.
	ahead := s.BVNeg(r.Shift)
	if r.Base != x.at(ev.Addr, s.BV(64, 0)) {
		ahead = r.Shift
	}
	r.Mixed = s.And(s.Not(s.Eq(ahead, s.BV(u.prog.PtrWidth, 0))), s.BVUlt(ahead, r.Size))
}

// made reports whether an address may lie in an object that the walk has made: another one in each iteration.
func (x *summary) made(addr term.Term) bool {
	g := x.f.u.g
	return slices.ContainsFunc(g.Leaves(addr).Regions, func(r uint64) bool {
		return slices.ContainsFunc(g.Objects[x.mark.objects:], func(o *Object) bool {
			return g.Program.RegionOf(o.Addr) == r
		})
	})
}

// old reports whether a term is the same in all iterations.
func (x *summary) old(t term.Term) bool {
	return !slices.ContainsFunc(x.f.u.s.Symbols(t), func(sym term.Term) bool { return sym >= x.limit })
}

// known reports whether a term depends on nothing in which iterations differ but their number.
func (x *summary) known(t term.Term) bool {
	return !slices.ContainsFunc(x.f.u.s.Symbols(t), func(sym term.Term) bool {
		return sym >= x.limit && sym != x.count
	})
}

// at is a term that is known in the iteration with a number.
func (x *summary) at(t, number term.Term) term.Term {
	return x.f.u.s.Substitute(t, map[term.Term]term.Term{x.count: number})
}

// laws is what holds of the number of earlier iterations, if there were any; bounded says that it is less
// than 1<<64.
func (x *summary) laws(back *state) (all term.Term, bounded bool) {
	s := x.f.u.s
	zero, one := s.BV(64, 0), s.BV(64, 1)
	var then []term.Term
	for _, c := range x.conditions(back.guard) {
		if x.old(c) || !x.known(c) {
			continue
		}
		then = append(then, x.at(c, zero), x.at(c, s.BVSub(x.count, one)))
		if limit := x.bound(c); limit != term.None {
			then, bounded = append(then, s.BVUle(x.count, limit)), true
		}
	}
	law := s.Implies(x.first, s.Eq(x.count, zero))
	if bounded {
		then = append(then, s.Not(s.Eq(x.count, zero)))
	}
	return s.And(law, s.Or(x.first, s.And(then...))), bounded
}

// conditions lists what an iteration that comes back to the head has met.
func (x *summary) conditions(g Guard) []term.Term {
	gs, s := x.f.u.g.Guards, x.f.u.s
	var out []term.Term
	for g != x.head.guard && g != Always {
		if _, c, ok := gs.Conjunct(g); ok {
			out = append(out, c)
		}
		g = gs.Implied(g)
	}
	for i := 0; i < len(out); i++ {
		if s.Op(out[i]) == term.OpAnd {
			for k := range s.NumArgs(out[i]) {
				out = append(out, s.Arg(out[i], k))
			}
		}
	}
	return out
}

// bound is a number, of 64 bits, that the number of iterations which have met a condition is not greater
// than, counted from the first and without a gap; None: that cannot be told. The condition compares two
// sides, of which one is the same in all iterations and the other one goes up or down by one.
func (x *summary) bound(c term.Term) term.Term {
	s := x.f.u.s
	op, not := s.Op(c), false
	if op == term.OpNot {
		c, not = s.Arg(c, 0), true
		op = s.Op(c)
	}
	if s.NumArgs(c) != 2 {
		return term.None
	}
	a, b := s.Arg(c, 0), s.Arg(c, 1)
	if !s.Sort(a).IsBitVec() || s.Sort(a).Width() > 64 {
		return term.None
	}
	w := s.Sort(a).Width()
	one := s.BV(w, 1)
	da, db := x.moves(a), x.moves(b)
	zero, up, down := s.BV(w, 0), one, s.BVNeg(one)
	a0, b0 := x.at(a, s.BV(64, 0)), x.at(b, s.BV(64, 0))
	wide := func(t term.Term) term.Term { return x.f.u.b.resize(t, 64) }
	switch op {
	case term.OpEq:
		switch {
		case !not:
		case da == up && db == zero, da == zero && db == down:
			return wide(s.BVSub(b0, a0))
		case da == down && db == zero, da == zero && db == up:
			return wide(s.BVSub(a0, b0))
		}
		return term.None
	case term.OpBVUlt, term.OpBVSlt:
		if not { // b <= a
			return term.None
		}
	case term.OpBVUle, term.OpBVSle:
		if !not {
			return term.None
		}
		// b < a
		a0, b0, da, db = b0, a0, db, da
	default:
		return term.None
	}
	// a < b: as long as it holds, a side that comes nearer to the other by one does not wrap.
	if da == up && db == zero || da == zero && db == down {
		return wide(s.BVSub(b0, a0))
	}
	return term.None
}

// moves is by how much a term grows from one iteration to the next, if that is a constant; else None.
func (x *summary) moves(t term.Term) term.Term {
	s := x.f.u.s
	if x.old(t) {
		return s.BV(s.Sort(t).Width(), 0)
	}
	if !x.known(t) {
		return term.None
	}
	d := s.BVSub(x.at(t, s.BVAdd(x.count, s.BV(64, 1))), t)
	if !s.IsConst(d) {
		return term.None
	}
	return d
}
