package bmc

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// read encodes what a read may see.
func (e *encoder) read(ev *events.Event) error {
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
	ev := c.event
	all := e.writesMeeting(c)
	var near []*cell // those that are not surely after the read
	for _, w := range all {
		if w.event.Node == ev.Node {
			if w.event.Pos < ev.Pos {
				near = append(near, w)
			}
			continue
		}
		if w.event.Thread == ev.Thread && !e.before(w.event, ev) {
			continue
		}
		if w.event.Thread != ev.Thread && e.before(ev, w.event) {
			continue
		}
		near = append(near, w)
	}
	hiding, sources := e.visible(c, near)
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
	rivals := rivalIndex(sources)
	for _, w := range sources {
		rf := e.s.Fresh("rf", term.Bool)
		choices = append(choices, rf)
		if err := e.assert(e.s.Implies(rf, e.s.And(e.active(w.event), e.same(w, c), e.s.Eq(w.value, c.value)))); err != nil {
			return err
		}
		e.solver.ReadFrom(rf, e.accessOf(w), e.accessOf(c))
		e.readFrom = append(e.readFrom, rfEdge{lit: rf, w: w, r: c})
		for _, w2 := range rivals(w) {
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
func (e *encoder) visible(c *cell, near []*cell) (hiding, sources []*cell) {
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
	hidden := func(w *cell, by []*cell) bool {
		for i := len(by) - 1; i >= 0; i-- {
			if by[i] != w && e.before(w.event, by[i].event) {
				return true
			}
		}
		return false
	}
	for _, w := range near {
		if !hidden(w, hiding) && !(w.isConst && hidden(w, last[w.konst])) {
			sources = append(sources, w)
		}
	}
	return hiding, sources
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
	e.solver.ReadFrom(rf, init, e.accessOf(c))
	e.readFrom = append(e.readFrom, rfEdge{lit: rf, r: c, init: init})
	for _, w := range near {
		if k := (initPairKey{init, w}); !e.initPair[k] {
			e.initPair[k] = true
			lit := e.s.And(e.active(w.event), e.same(w, c))
			if e.s.IsFalse(lit) {
				continue
			}
			e.need(lit)
			e.solver.WriteOrder(lit, init, e.accessOf(w))
			e.writeOrder = append(e.writeOrder, woEdge{lit: lit, w2: w, init: init})
		}
	}
	return nil
}

// maxTable is the largest number of cells of initial content that are spelled
// out for a read at an unknown address.
const maxTable = 4096

// initialValue is the initial content of the place of a cell.
func (e *encoder) initialValue(c *cell) (term.Term, error) {
	if c.isConst {
		return e.initialAt(c.konst, c.size), nil
	}
	regions := c.regions
	if c.all {
		regions = e.shapes.allRegions()
	}
	zero := e.s.BV(8*c.size, 0)
	out := zero
	if c.event.Life {
		return zero, nil
	}
	w, bits := e.g.Program.PtrWidth, e.g.Program.OffsetBits
	at := e.cuts.acc[c.event.ID].at
	for _, r := range regions {
		size, content := e.extent(r)
		if content == zeroContent {
			continue
		}
		base := e.g.Program.RegionStart(r)
		if content == undefinedContent && size/uint64(c.size) > maxUndefined {
			// One free value for the read: more behaviours than there are, so
			// a violation that rests on it may fail to replay.
			region := e.s.Extract(w-1, bits, c.addr)
			out = e.s.Ite(e.s.Eq(region, e.s.BV(w-bits, r)), e.s.Fresh("anyinit", term.BitVec(8*c.size)), out)
			continue
		}
		// Only places that the address can be.
		m := mask(min(at.known, 32))
		first := base + (at.low+uint64(c.index*c.size)-base)&m
		for a, n := first, 0; a+uint64(c.size) <= base+size; a += m + 1 {
			v := e.initialAt(a, c.size)
			if v == zero {
				continue
			}
			if n++; n > maxTable {
				return term.None, fmt.Errorf("an initialised table of more than %d entries is read at an unknown index", maxTable)
			}
			out = e.s.Ite(e.s.Eq(c.addr, e.s.BV(w, a)), v, out)
		}
	}
	return out, nil
}

// maxUndefined is the largest number of cells of an undefined object that have
// a symbol each.
const maxUndefined = 128

type contentKind uint8

const (
	zeroContent contentKind = iota
	knownContent
	undefinedContent
)

// extent is the size of an object and the kind of its initial content.
func (e *encoder) extent(region uint64) (uint64, contentKind) {
	if o := e.g.StaticObject(region); o != nil {
		switch {
		case o.Undefined:
			return o.Size, undefinedContent
		case len(o.Init) == 0 || o.Kind == cfa.Func:
			return o.Size, zeroContent
		}
		return o.Size, knownContent
	}
	if o := e.g.DynamicObject(region); o != nil && !o.Op.Zero {
		if n, ok := e.s.ConstUint64(o.Size); ok {
			return n, undefinedContent
		}
		return 1 << 62, undefinedContent
	}
	return 0, zeroContent
}

// initialAt is the initial content of size bytes at a constant address.
func (e *encoder) initialAt(addr uint64, size int) term.Term {
	region := e.g.Program.RegionOf(addr)
	if e.g.IsLife(addr) {
		return e.s.BV(8*size, 0)
	}
	if o := e.g.StaticObject(region); o != nil && !o.Undefined {
		return e.g.InitialContent(o, addr, size)
	}
	if o := e.g.DynamicObject(region); o != nil && o.Op.Zero {
		return e.s.BV(8*size, 0)
	}
	return e.initialSymbol(addr, size)
}

// initialSymbol stands for undefined initial content.
func (e *encoder) initialSymbol(addr uint64, size int) term.Term {
	u := undefinedPlace{addr, size}
	if _, ok := e.undefined[u]; !ok {
		e.undefined[u] = e.s.Symbol(fmt.Sprintf("init!%x!%d", addr, size), term.BitVec(8*size))
	}
	return e.undefined[u]
}

// undefinedPlace is a place of undefined initial content that was read.
type undefinedPlace struct {
	addr uint64
	size int
}

// join encodes that a join takes place: some thread with the id has finished.
func (e *encoder) join(j *events.Join) error {
	choices := []term.Term{e.s.Not(j.Done)}
	threads := e.g.Threads
	if tid, ok := e.s.ConstUint64(j.ID); ok {
		threads = nil
		if t, ok := e.byTid[tid]; ok {
			threads = []*events.Thread{t}
		}
	}
	for _, t := range threads {
		is := e.s.Eq(j.ID, e.s.BV(e.s.Sort(j.ID).Width(), t.Tid))
		if t.ID == j.Thread || t.Parent < 0 || e.s.IsFalse(is) || len(t.Finishes) == 0 {
			continue
		}
		pick := e.s.Fresh("join", term.Bool)
		choices = append(choices, pick)
		var finished []term.Term
		value := term.None
		for _, f := range t.Finishes {
			done := e.s.And(e.g.Guards.Term(f.Guard), e.committed(f.Section, t.ID))
			finished = append(finished, done)
			if value == term.None {
				value = f.Value
			} else {
				value = e.s.Ite(done, f.Value, value)
			}
		}
		cond := e.s.And(is, e.s.Or(finished...))
		if j.Value != term.None {
			cond = e.s.And(cond, e.s.Eq(j.Value, value))
		}
		if err := e.assert(e.s.Implies(pick, cond)); err != nil {
			return err
		}
		e.solver.Edge(pick, e.node(t.End), e.node(j.Node))
		e.joined = append(e.joined, joinEdge{pick, j, t.ID})
	}
	// A join that takes place is reached.
	if err := e.assert(e.s.Implies(j.Done, e.g.Guards.Term(j.Guard))); err != nil {
		return err
	}
	return e.assert(e.s.Or(choices...))
}

var _ smt.Orderer = (solver)(nil)
