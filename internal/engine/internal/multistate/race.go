package multistate

import (
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/step"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Data races.
//
// Two threads race if in some state both have accesses to a common byte as their next steps, one of them
// writes, and one is plain and in no atomic section. The other one may be in a section, which stands for its
// beginning; it need not come to its end.
//
// With Config.Races, a step looks at what its first operation that others can tell accesses, in a section at
// every access, and compares that with the accesses at which the other threads stand. Each pair is seen when
// the one of the two that is in a section takes the step, or either, even if the section turns out to wait.
//
// No race is missed for what the reductions leave out. Take an execution to a state in which a and b race,
// and a state of the search from which it goes. If all threads take their steps there, so does the first one
// of the execution; and if the execution has no steps left, a and b are compared. Otherwise the step went on
// with an operation t of a thread that commutes with all that others can do before its thread takes its next:
// they access no byte that it writes, and write none that it reads. Let t be in the execution. Then it may
// come first there. So it may if its thread takes no step in it and does not race. Let a be t: then b, and
// what leads to it, is what others can do before the thread goes on, and has a byte in common with t, a
// contradiction. Steps that come first thus make the rest of the execution shorter, or as long, and those of
// a cycle of the latter kind end in a state in which every thread goes on (see Opened). One thing is not
// among what others can do: that they look at a lock that is taken. Hence onLock.

// onLock reports whether a plain store may be to a place that some section waits for: the threads that wait
// there access it.
func (d *independence) onLock(own access) bool {
	if !d.cfg.Races || !own.write {
		return false
	}
	for i := range d.effects.locks {
		l := &d.effects.locks[i]
		if own.meets(access{addr: l.addr, size: l.bytes, exact: true, objects: []int32{l.object}}) {
			return true
		}
	}
	return false
}

// conflicts looks for races of an access of the running thread, to n bytes at a, with those that other
// threads are about to make.
func (x *expansion) conflicts(r *run, e *cfa.Edge, a, n uint64, write bool) {
	if !x.cfg.Races || !r.first || x.rec != nil && !x.rec.races(r) {
		return
	}
	plain, harmless := plainAccess(e)
	if r.st.threads[r.i].atomic > 0 {
		plain, harmless = false, true
	}
	for j, t := range r.st.threads {
		if j == r.i || t.status != settled || len(t.deferred) > 0 || x.rec != nil && x.rec.opponent != j {
			continue
		}
		next := t.next()
		own, _ := step.BytesOf(x.p.Program, next.Op)
		addr, m, writes := own.Addr, own.Size, own.Writes()
		if addr == term.None || !write && !writes {
			continue
		}
		nextPlain, nextHarmless := plainAccess(next)
		if !plain && !nextPlain {
			continue
		}
		at := x.registers.eval(addr, t)
		if !x.mayMeet(r, at, m, writes, a, n) {
			continue
		}
		stop := Stop{Kind: Violated, Property: property.NoDataRace, Edge: e, What: "a data race",
			Script: r.whole(), Opponent: j}
		if harmless && nextHarmless {
			stop.Kind, stop.Property, stop.What = Contested, "", x.p.DisputedRace(next.Pos)
		}
		x.out.report(stop)
		if x.rec != nil {
			x.rec.race(r, e, j, next)
			r.over = true
			return
		}
	}
}

// mayMeet reports whether a valid access of m bytes at an address, from the state in which the step began,
// may have a byte in common with one of n bytes at a. Where an execution is followed it does from now on.
func (x *expansion) mayMeet(r *run, at term.Term, m uint64, write bool, a, n uint64) bool {
	if b, ok := x.s.ConstUint64(at); ok {
		_, valid := x.from.valid(b, m, write)
		return valid && a < b+m && b < a+n
	}
	w := x.p.PtrWidth
	here := x.s.BV(w, a)
	meet := x.s.And(x.from.inside(at, m, write), x.s.Or(
		x.s.BVUlt(x.s.BVSub(at, here), x.s.BV(w, n)), x.s.BVUlt(x.s.BVSub(here, at), x.s.BV(w, m))))
	if x.rec != nil {
		return x.conditions.assume(r.st, meet) != smt.Unsat
	}
	return x.conditions.restrict(r.st.fork(), meet) != smt.Unsat
}

// plainAccess reports whether an edge is a plain access, as far as it alone tells, and whether it races with
// none of its kind if those are atomic about which that is disputed.
func plainAccess(e *cfa.Edge) (plain, harmless bool) {
	switch op := e.Op.(type) {
	case cfa.Load:
		plain, harmless = op.Order == cfa.Plain, op.Disputed
	case cfa.Store:
		plain, harmless = op.Order == cfa.Plain, op.Disputed
	}
	return plain, harmless || !plain
}

// races reports whether the execution that is followed ends here, in a race.
func (rec *Recorder) races(r *run) bool {
	return rec.opponent >= 0 && rec.script.length > 0 && r.edges == rec.script.length
}

// race ends the schedule with the access that thread j is about to make; that of the running thread follows.
func (rec *Recorder) race(r *run, e *cfa.Edge, j int, next *cfa.Edge) {
	n := 0
	if j < len(rec.counts) {
		n = rec.counts[j][next.Origin]
	}
	rec.schedule = append(rec.schedule,
		trace.Key{Thread: int(r.st.threads[j].id) - 1, Origin: next.Origin, Occurrence: n})
	rec.end = rec.key(r, e)
}

// prints reports that output reads strings which other threads may change meanwhile: what Print reads is no
// access.
func (x *expansion) prints(r *run, e *cfa.Edge, op cfa.Print) {
	if !x.cfg.Races || x.rec != nil || r.st.alone(r.i) {
		return
	}
	read := []term.Term{op.Format}
	text, known := x.constant(r, op.Format)
	for i, a := range op.Args {
		if !known || slices.Contains(op.Form.Strings(text), i) {
			read = append(read, a)
		}
	}
	for _, addr := range read {
		if _, known := x.constant(r, addr); !known && !x.independence.access(r.st, r.i, addr, 0, false) {
			x.report(r, Unsupported, e, "printing a string that other threads may change")
			return
		}
	}
}

// constant is the string at an address; ok is false if it is none that never changes.
func (x *expansion) constant(r *run, addr term.Term) (text string, ok bool) {
	a, ok := x.s.ConstUint64(x.registers.eval(addr, r.st.threads[r.i]))
	o := r.st.pointed(a)
	if !ok || o == nil || !o.readOnly || !o.zero || a < o.addr {
		return "", false
	}
	var b strings.Builder
	for ; a < o.addr+o.size; a++ {
		c, ok := x.s.ConstUint64(r.st.read(a, 1, nil)) // no byte is undefined
		if !ok || c == 0 {
			return b.String(), ok
		}
		b.WriteByte(byte(c))
	}
	return "", false
}
