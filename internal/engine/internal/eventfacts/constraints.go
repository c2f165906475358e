package eventfacts

import (
	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Constraints returns what holds in every execution of the value of a cell of a read, by its symbol; of a
// read that does not take place, for a choice of its value. counted is set if the place is counted. active
// is the condition that an event takes place.
func (v *Values) Constraints(sym term.Term, active func(*events.Event) term.Term) (list []term.Term,
	counted bool) {
	i, ok := v.byTerm[sym]
	if !ok {
		return nil, false
	}
	rd := v.reads[i]
	counted = rd.counter >= 0
	if w := 8 * rd.c.Size; w <= 64 {
		list = v.within(sym, w, rd.now)
		if counted {
			list = append(list, v.sum(rd, active)...)
		}
	}
	return list, counted
}

// sum says that the value of a read is at most the greatest base plus what those links add that take place,
// and at least as much.
func (v *Values) sum(rd *readValue, active func(*events.Event) term.Term) []term.Term {
	s, sym, w := v.g.Terms, rd.c.Value, 8*rd.c.Size
	ctr := v.counters[rd.counter]
	near := v.nearWrites(rd)
	base := ctr.base(v, near)
	lo, hi, ok := ctr.sums(near)
	if base.Empty || !ok {
		return nil
	}
	_, ok1 := box.AddSigned(w, base.Min, lo)
	_, ok2 := box.AddSigned(w, base.Max, hi)
	if !ok1 || !ok2 {
		return nil
	}
	// The partial sums lie between these two, so nothing wraps around.
	up, down := s.BV(w, uint64(base.Max)), s.BV(w, uint64(base.Min))
	for _, g := range ctr.groups {
		var add, sub int64
		var adds, subs []term.Term
		for _, l := range g.links {
			if l.never || !near.has(l.write) {
				continue
			}
			takes := active(v.writes[l.write].c.Event)
			if l.hi > 0 {
				add, adds = max(add, l.hi), append(adds, takes)
			}
			if l.lo < 0 {
				sub, subs = min(sub, l.lo), append(subs, takes)
			}
		}
		zero := s.BV(w, 0)
		if add > 0 {
			up = s.BVAdd(up, s.Ite(s.Or(adds...), s.BV(w, uint64(add)), zero))
		}
		if sub < 0 {
			down = s.BVAdd(down, s.Ite(s.Or(subs...), s.BV(w, uint64(sub)), zero))
		}
	}
	act := active(rd.c.Event)
	return []term.Term{s.Implies(act, s.And(s.BVSle(sym, up), s.BVSle(down, sym)))}
}

// within says that a term has a value of an interval.
func (v *Values) within(t term.Term, w int, x box.Box) []term.Term {
	s, all := v.g.Terms, box.Full(w)
	if x.Empty || x == all {
		return nil
	}
	var out []term.Term
	if u := box.Unsigned(w, x.Low, x.High); u != all {
		out = append(out, s.BVUle(s.BV(w, x.Low), t), s.BVUle(t, s.BV(w, x.High)))
	}
	if u := box.Unsigned(w, x.Low, x.High); u.Min < x.Min || u.Max > x.Max {
		out = append(out, s.BVSle(s.BV(w, uint64(x.Min)), t), s.BVSle(t, s.BV(w, uint64(x.Max))))
	}
	return out
}
