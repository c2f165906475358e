package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// read encodes what a read may see.
func (e *encoder) read(ev *events.Event) error {
	if ok, err := e.critical.waiting(ev); ok {
		return err
	}
	cells := e.cellsOf(ev)
	if len(cells) > 1 {
		whole := cells[0].value
		for _, c := range cells[1:] {
			whole = e.s.Concat(c.value, whole)
		}
		if err := e.define(ev.Value, whole); err != nil {
			return err
		}
	}
	for _, c := range cells {
		if err := e.readCell(c); err != nil {
			return err
		}
	}
	return nil
}

// readCell adds the read-from choices of a cell: every write that can be the
// last one to the place before the read, and the initial content.
func (e *encoder) readCell(c *cell) error {
	if v, ok := e.values.constant(c); ok {
		return e.assert(e.s.Eq(c.value, e.s.BV(8*c.size, v)))
	}
	ev := c.event
	near, err := e.near(c)
	if err != nil {
		return err
	}
	near = e.values.possible(near)
	hiding, sources, err := e.visible(c, near)
	if err != nil {
		return err
	}
	withInit := len(hiding) == 0
	if len(sources) == 1 && len(hiding) == 1 && hiding[0] == sources[0] {
		return e.assert(e.s.Eq(c.value, sources[0].value))
	}
	if len(sources) == 0 && withInit {
		v, err := e.initialValue(c)
		if err != nil {
			return err
		}
		return e.assert(e.s.Eq(c.value, v))
	}
	choices := make([]term.Term, 0, len(sources)+2)
	choices = append(choices, e.s.Not(e.active(ev)))
	if e.choices += len(sources); e.choices > e.maxPairs {
		return events.ErrTooLarge
	}
	rivals := rivalIndex(sources)
	for _, w := range sources {
		rf := e.s.Fresh("rf", term.Bool)
		choices = append(choices, rf)
		means := e.s.And(e.active(w.event), e.same(w, c), e.s.Eq(w.value, c.value))
		if e.exact != nil {
			means = e.s.And(means, e.active(ev))
		}
		if err := e.assert(e.s.Implies(rf, means)); err != nil {
			return err
		}
		e.readFrom = append(e.readFrom, rfEdge{lit: rf, w: w, r: c, from: e.accessOf(w),
			access: e.accessOf(c)})
		for _, w2 := range rivals(w) {
			if err := e.tick(1); err != nil {
				return err
			}
			if w2 != w && e.meet(w, w2) {
				if err := e.pair(w, w2); err != nil {
					return err
				}
			}
		}
	}
	if withInit {
		rf := e.s.Fresh("rf", term.Bool)
		choices = append(choices, rf)
		if err := e.readInitial(rf, c, near); err != nil {
			return err
		}
	}
	return e.assert(e.s.Or(choices...))
}

// visible splits the writes near a read. hiding are those that surely happen,
// surely before the read, and surely to its place: they hide all that is before
// them. sources are the writes that nothing hides: neither those, nor a later
// sure write to the same place as theirs.
func (e *encoder) visible(c *cell, near []*cell) (hiding, sources []*cell, err error) {
	ev := c.event
	last := map[uint64][]*cell{} // sure writes, by constant address
	for _, w := range near {
		if !w.isConst && w.addr != c.addr || !e.before(w.event, ev) || !e.sure(w.event, ev) {
			continue
		}
		if w.addr == c.addr || w.isConst && c.isConst {
			hiding = append(hiding, w)
		}
		if w.isConst {
			last[w.konst] = append(last[w.konst], w)
		}
	}
	hiding = e.latest(hiding)
	for k, list := range last {
		last[k] = e.latest(list)
	}
	hidden := func(w *cell, by []*cell) bool {
		for i := len(by) - 1; i >= 0; i-- {
			if by[i] != w && e.before(w.event, by[i].event) {
				return true
			}
		}
		return false
	}
	for _, w := range near {
		if err := e.tick(1 + len(hiding)); err != nil {
			return nil, nil, err
		}
		if !hidden(w, hiding) && !(w.isConst && hidden(w, last[w.konst])) {
			sources = append(sources, w)
		}
	}
	return hiding, e.critical.seen(c, hiding, sources), nil
}

// latest drops writes that hide nothing which a later one in the list does not
// hide as well: later in the same thread, with the same clock.
func (e *encoder) latest(list []*cell) []*cell {
	type key struct {
		thread int
		clock  *int32
	}
	seen := map[key]bool{}
	var out []*cell
	for _, w := range slices.Backward(list) {
		c := e.clockOf(w.event)
		k := key{w.event.Thread, &c[0]}
		if !seen[k] {
			seen[k] = true
			out = append(out, w)
		}
	}
	slices.Reverse(out)
	return out
}

// rivalIndex returns a function that lists the writes that may be to the same
// place as a given one, and perhaps some more.
func rivalIndex(sources []*cell) func(*cell) []*cell {
	at := map[uint64][]*cell{}
	var other []*cell
	for _, w := range sources {
		if w.isConst {
			at[w.konst] = append(at[w.konst], w)
		} else {
			other = append(other, w)
		}
	}
	return func(w *cell) []*cell {
		switch {
		case !w.isConst:
			return sources
		case len(other) == 0:
			return at[w.konst]
		}
		return append(slices.Clip(at[w.konst]), other...)
	}
}

// readInitial lets rf mean that c reads the initial content of its place: all
// writes to the place are after the read.
func (e *encoder) readInitial(rf term.Term, c *cell, near []*cell) error {
	v, err := e.initialValue(c)
	if err != nil {
		return err
	}
	if err := e.assert(e.s.Implies(rf, e.s.Eq(c.value, v))); err != nil {
		return err
	}
	key := initKey{konst: c.konst, size: c.size}
	if !c.isConst {
		key = initKey{read: c}
	}
	init, ok := e.inits[key]
	if !ok {
		init = e.solver.Access(e.initial, 0)
		e.inits[key] = init
	}
	e.readFrom = append(e.readFrom, rfEdge{lit: rf, r: c, init: init, from: init, access: e.accessOf(c)})
	for _, w := range near {
		if k := (initPairKey{init, w}); !e.initPair[k] {
			e.initPair[k] = true
			lit := e.s.And(e.active(w.event), e.same(w, c))
			if e.s.IsFalse(lit) {
				continue
			}
			e.need(lit)
			e.writeOrder = append(e.writeOrder, woEdge{lit: lit, w2: w, init: init, first: init,
				second: e.accessOf(w)})
		}
	}
	return nil
}
