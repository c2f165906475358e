package bmc

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// values computes before anything is encoded which values the reads of a graph
// can have: for each an interval around what the writes that it may see write,
// and the initial content. What that decides need not be asked of the solver:
// a goal whose guard is false for all these values is no goal, a write of this
// kind is none, and a read of one value is a constant.
//
// It is sound by induction over the steps of an execution. A read gets the value
// of a write before it, or the initial content; the term of that write is made
// of reads before the write, which have values of their intervals; and the
// intervals are a fixed point (greater ones than the least are, too), so the
// interval of the read has every value of that term. Executions may stop
// anywhere, and sections may fail: that only makes fewer writes. A term may
// mention reads that do not take place, on a path that was not taken; it does
// not depend on them then, so they may be thought to have any value of their
// interval. Therefore no interval is left empty. Symbols other than reads
// (inputs, undefined content, exit values, validity of addresses) have all
// values of their sorts.
//
// The same argument shows that a read of one value needs no write that it reads
// from in the formula: wherever the order puts it, it reads that value.
type values struct {
	e      *encoder
	reads  []*readValue
	byTerm map[term.Term]int // reads by the symbols of their cells
	whole  map[term.Term]bool
	valid  map[term.Term]term.Term // what symbols for the validity of addresses mean
	seen   map[term.Term]bool
	guards []events.Guard // in the cone, ascending
	writes []*writeValue
	byCell map[*cell]int // of writes
	chains []*chain
	places map[initKey]int // of chains

	memo    map[term.Term]interval
	truths  map[term.Term]truth
	decided map[events.Guard]truth
	env     map[term.Term]interval // nil, or what is known of some terms where
	assumed events.Guard           // holds
	nested  int                    // guards looked into there
	deads   map[events.Guard]bool  // whether guards never hold, see hopeless
}

// readValue is a cell of a read.
type readValue struct {
	c    *cell
	near []*cell
	// nearWrites are those of near that some read may see, once asked for.
	nearWrites bitset
	sources    []int // indices of values.writes
	initial    interval
	now        interval
	grown      int
	chain      int // index of values.chains, or -1
}

// writeValue is a cell of a write that some read may see.
type writeValue struct {
	c        *cell
	value    interval
	possible bool
	assume   []comparison // what the guard says of the terms in the value
	alone    interval     // of the value, whatever is read
}

const (
	// maxValueWork bounds the pairs of a read and a write near it; where there is
	// much to gain, maxAheadWork.
	maxValueWork = 1 << 21
	maxAheadWork = 1 << 23
	// maxValueTerms bounds the terms that are evaluated.
	maxValueTerms = 1 << 20
	// maxValid bounds the objects among which an address is looked for.
	maxValid = 4
	// maxGrown is how often the interval of a read grows before it is widened.
	maxGrown = 4
	// maxChainGrown is how often the bound of a chain is followed.
	maxChainGrown = 16
	// maxValuePasses bounds the passes over all reads; nothing is known
	// where they do not suffice.
	maxValuePasses = 60
)

// newValues analyses what the goals depend on. It returns nil where more pairs
// of a read and a write near it would have to be looked at than maxWork, or
// too many terms.
func newValues(e *encoder, maxWork int) (*values, error) {
	v := &values{
		e: e, byTerm: map[term.Term]int{}, whole: map[term.Term]bool{}, seen: map[term.Term]bool{},
		valid:  map[term.Term]term.Term{},
		byCell: map[*cell]int{}, places: map[initKey]int{},
	}
	ok, err := v.collect(maxWork)
	if err != nil || !ok {
		return nil, err
	}
	if err := v.findChains(); err != nil {
		return nil, err
	}
	for _, w := range v.writes {
		w.assume = v.relevant(w.c.event.Guard, w.c.value)
	}
	if ok, err := v.run(); err != nil || !ok {
		return nil, err
	}
	v.deads = map[events.Guard]bool{}
	for _, goal := range e.g.Goals {
		if err := e.tick(maxConditions); err != nil {
			return nil, err
		}
		v.hopeless(goal.Guard)
	}
	return v, nil
}

// collect finds the reads, the writes that these may see and the guards on which
// goals depend.
func (v *values) collect(maxWork int) (ok bool, err error) {
	e := v.e
	var stack []term.Term
	for _, goal := range e.g.Goals {
		stack = append(stack, e.g.Guards.Term(goal.Guard))
	}
	work := 0
	add := func(c *cell) error {
		r := &readValue{c: c, chain: -1}
		v.byTerm[c.value] = len(v.reads)
		v.reads = append(v.reads, r)
		near, err := e.near(c)
		if err != nil {
			return err
		}
		hiding, sources, err := e.visible(c, near)
		if err != nil {
			return err
		}
		r.near = near
		work += len(near)
		r.initial = nothing
		if len(hiding) == 0 {
			r.initial = e.initialRange(c)
		}
		for _, w := range sources {
			i, ok := v.byCell[w]
			if !ok {
				i = len(v.writes)
				v.byCell[w] = i
				v.writes = append(v.writes, &writeValue{c: w})
				stack = append(stack, w.value, e.g.Guards.Term(w.event.Guard))
			}
			r.sources = append(r.sources, i)
		}
		return nil
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v.seen[t] {
			continue
		}
		v.seen[t] = true
		if len(v.seen) > maxValueTerms || work > maxWork {
			return false, nil
		}
		if e.s.Op(t) != term.OpSymbol {
			for i := range e.s.NumArgs(t) {
				stack = append(stack, e.s.Arg(t, i))
			}
			continue
		}
		m, ok := e.meaning[t]
		if !ok {
			continue
		}
		switch m.kind {
		case guardMeaning:
			v.guards = append(v.guards, events.Guard(m.index))
			stack = append(stack, e.g.Guards.Definition(events.Guard(m.index)))
		case validMeaning:
			if at := e.cuts.acc[m.index].at; len(at.regions) <= maxValid && !e.shapes.anywhere(at) {
				v.valid[t] = e.valid(e.g.Events[m.index])
				stack = append(stack, v.valid[t])
			}
		case readMeaning:
			if e.critical.open(e.g.Events[m.index]) {
				continue // any value, like an input
			}
			cells := e.cellsOf(e.g.Events[m.index])
			v.whole[t] = len(cells) > 1
			for _, c := range cells {
				if err := add(c); err != nil {
					return false, err
				}
			}
		}
	}
	slices.Sort(v.guards)
	return true, nil
}

// run iterates to a fixed point.
func (v *values) run() (ok bool, err error) {
	for _, r := range v.reads {
		r.now = full(8 * r.c.size)
	}
	v.evaluate()
	for _, w := range v.writes {
		w.alone = w.value
	}
	for _, r := range v.reads {
		r.now = nothing
	}
	filled := false
	for pass := 0; ; pass++ {
		if pass == maxValuePasses {
			return false, nil
		}
		if err := v.e.ctx.Err(); err != nil {
			return false, err
		}
		v.evaluate()
		changed := false
		for i, r := range v.reads {
			if err := v.e.tick(1 + len(r.sources)); err != nil {
				return false, err
			}
			changed = v.update(i) || changed
		}
		if changed {
			continue
		}
		if filled {
			return true, nil
		}
		// Reads that see nothing never take place. Let them have some value.
		filled = true
		for _, r := range v.reads {
			if r.now.none {
				r.now = single(8*r.c.size, 0)
			}
		}
	}
}

// evaluate computes guards and writes from the present intervals of reads.
func (v *values) evaluate() {
	v.memo, v.truths, v.decided = map[term.Term]interval{}, map[term.Term]truth{}, map[events.Guard]truth{}
	for _, g := range v.guards {
		v.guard(g)
	}
	for _, w := range v.writes {
		w.possible = v.guard(w.c.event.Guard)&yes != 0
		if w.value = v.of(w.c.value); len(w.assume) > 0 && w.possible {
			w.value = v.assuming(w.c.event.Guard, w.assume, w.c.value)
		}
	}
	for _, c := range v.chains {
		v.evaluateChain(c)
	}
}

// update lets the interval of a read grow as far as the writes demand, and
// reports whether it did.
func (v *values) update(i int) bool {
	r := v.reads[i]
	w := 8 * r.c.size
	if w > 64 {
		if r.now.none {
			r.now = full(w)
			return true
		}
		return false
	}
	x := r.initial
	for _, s := range r.sources {
		if s := v.writes[s]; s.possible {
			x = x.hull(s.value)
		}
	}
	x = r.now.hull(x)
	if x == r.now {
		return false
	}
	if r.grown++; r.grown > maxGrown {
		x = full(w)
	}
	if r.chain >= 0 && r.grown <= maxChainGrown {
		// Beyond what a chain allows nothing is to be believed.
		x = r.now.hull(x.meet(w, v.bound(r)))
	}
	if x == r.now {
		return false
	}
	r.now = x
	return true
}

// impossible reports whether a guard never holds.
func (v *values) impossible(g events.Guard) bool {
	return v != nil && v.guard(g)&yes == 0
}

// constant returns the only value of a cell of a read. Nothing is known if v is
// nil, here and below.
func (v *values) constant(c *cell) (uint64, bool) {
	if v == nil || 8*c.size > 64 {
		return 0, false
	}
	i, ok := v.byTerm[c.value]
	if !ok {
		return 0, false
	}
	return v.reads[i].now.constant()
}

// counts reports whether there is a place with a chain.
func (v *values) counts() bool { return v != nil && len(v.chains) > 0 }

// possible lists the writes that may take place.
func (v *values) possible(list []*cell) []*cell {
	if v == nil {
		return list
	}
	return slices.DeleteFunc(list, func(w *cell) bool { return v.impossible(w.event.Guard) })
}

// dead reports whether a goal is known not to be reachable.
func (e *encoder) dead(i int) bool { return e.values != nil && e.values.deads[e.g.Goals[i].Guard] }

// near lists the writes that may be to the place of a read and are not surely
// after it.
func (e *encoder) near(c *cell) ([]*cell, error) {
	ev := c.event
	all := e.writesMeeting(c)
	if err := e.tick(1 + len(e.groups[c.group].at) + len(all)); err != nil {
		return nil, err
	}
	var near []*cell
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
	return near, nil
}

// initialRange is an interval around the initial content of the place of a cell.
func (e *encoder) initialRange(c *cell) interval {
	w := 8 * c.size
	if w > 64 {
		return full(w)
	}
	if c.event.Life {
		return single(w, 0)
	}
	if c.isConst {
		r := e.g.Program.RegionOf(c.konst)
		if o := e.g.StaticObject(r); o != nil && !o.Undefined {
			if x, ok := e.s.ConstUint64(e.g.InitialContent(o, c.konst, c.size)); ok {
				return single(w, x)
			}
		} else if o := e.g.DynamicObject(r); o != nil && o.Op.Zero {
			return single(w, 0)
		}
		return full(w)
	}
	regions := c.regions
	if c.all {
		regions = e.shapes.allRegions()
	}
	for _, r := range regions {
		if _, content := e.extent(r); content != zeroContent {
			return full(w)
		}
	}
	return single(w, 0)
}
