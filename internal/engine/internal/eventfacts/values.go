package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Values computes before anything is encoded which values the reads of a graph
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
type Values struct {
	g       *events.Graph
	symbols Symbols
	initial *Initial
	visible *Visible
	meter   *Meter

	reads    []*readValue
	byTerm   map[term.Term]int // reads by the symbols of their cells
	whole    map[term.Term]bool
	valid    map[term.Term]term.Term // what symbols for the validity of addresses mean
	seen     map[term.Term]bool
	guards   []events.Guard // in the cone, ascending
	writes   []*writeValue
	byCell   map[*Cell]int // of writes
	counters []*counter
	places   map[place]int // of counters

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
	c    *Cell
	near []*Cell
	// nearWrites are those of near that some read may see, once asked for.
	nearWrites bitset
	sources    []int // indices of Values.writes
	initial    interval
	now        interval
	grown      int
	counter    int // index of Values.counters, or -1
}

// writeValue is a cell of a write that some read may see.
type writeValue struct {
	c        *Cell
	value    interval
	possible bool
	assume   []comparison // what the guard says of the terms in the value
	alone    interval     // of the value, whatever is read
}

const (
	// maxTerms bounds the terms that are evaluated.
	maxTerms = 1 << 20
	// maxValid bounds the objects among which an address is looked for.
	maxValid = 4
	// maxGrown is how often the interval of a read grows before it is widened.
	maxGrown = 4
	// maxCounterGrown is how often the bound of a counter is followed.
	maxCounterGrown = 16
	// maxPasses bounds the passes over all reads; nothing is known
	// where they do not suffice.
	maxPasses = 60
)

// NewValues analyses what the goals of a graph depend on. It returns nil, which stands for nothing that is
// known, where more pairs of a read and a write near it would have to be looked at than maxWork, or too
// many terms.
func NewValues(symbols Symbols, initial *Initial, visible *Visible, maxWork int) (*Values, error) {
	v := &Values{
		g: visible.cells.g, symbols: symbols, initial: initial, visible: visible, meter: visible.meter,
		byTerm: map[term.Term]int{}, whole: map[term.Term]bool{}, seen: map[term.Term]bool{},
		valid:  map[term.Term]term.Term{},
		byCell: map[*Cell]int{}, places: map[place]int{},
	}
	ok, err := v.collect(maxWork)
	if err != nil || !ok {
		return nil, err
	}
	if err := v.findCounters(); err != nil {
		return nil, err
	}
	for _, w := range v.writes {
		w.assume = v.relevant(w.c.Event.Guard, w.c.Value)
	}
	if ok, err := v.run(); err != nil || !ok {
		return nil, err
	}
	v.deads = map[events.Guard]bool{}
	for _, goal := range v.g.Goals {
		if err := v.meter.Tick(maxConditions); err != nil {
			return nil, err
		}
		v.hopeless(goal.Guard)
	}
	return v, nil
}

// collect finds the reads, the writes that these may see and the guards on which
// goals depend.
func (v *Values) collect(maxWork int) (ok bool, err error) {
	points := v.visible.cells.points
	var stack []term.Term
	for _, goal := range v.g.Goals {
		stack = append(stack, v.g.Guards.Term(goal.Guard))
	}
	work := 0
	add := func(c *Cell) error {
		r := &readValue{c: c, counter: -1}
		v.byTerm[c.Value] = len(v.reads)
		v.reads = append(v.reads, r)
		near, err := v.visible.Near(c)
		if err != nil {
			return err
		}
		hiding, sources, err := v.visible.Writes(c, near)
		if err != nil {
			return err
		}
		r.near = near
		work += len(near)
		r.initial = nothing
		if len(hiding) == 0 {
			r.initial = v.initial.interval(c)
		}
		for _, w := range sources {
			i, ok := v.byCell[w]
			if !ok {
				i = len(v.writes)
				v.byCell[w] = i
				v.writes = append(v.writes, &writeValue{c: w})
				stack = append(stack, w.Value, v.g.Guards.Term(w.Event.Guard))
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
		if len(v.seen) > maxTerms || work > maxWork {
			return false, nil
		}
		if v.g.Terms.Op(t) != term.OpSymbol {
			for i := range v.g.Terms.NumArgs(t) {
				stack = append(stack, v.g.Terms.Arg(t, i))
			}
			continue
		}
		m, ok := v.symbols[t]
		if !ok {
			continue
		}
		switch m.Kind {
		case GuardSymbol:
			v.guards = append(v.guards, events.Guard(m.Index))
			stack = append(stack, v.g.Guards.Definition(events.Guard(m.Index)))
		case ValidSymbol:
			if at := v.visible.cells.access[m.Index].at; len(at.regions) <= maxValid && !points.anywhere(at) {
				v.valid[t] = points.Valid(v.g.Events[m.Index])
				stack = append(stack, v.valid[t])
			}
		case ReadSymbol:
			if v.visible.sections.Waiting(v.g.Events[m.Index]) != nil {
				continue // any value, like an input
			}
			cells := v.visible.cells.Of(v.g.Events[m.Index])
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
func (v *Values) run() (ok bool, err error) {
	for _, r := range v.reads {
		r.now = full(8 * r.c.Size)
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
		if pass == maxPasses {
			return false, nil
		}
		if err := v.meter.Err(); err != nil {
			return false, err
		}
		v.evaluate()
		changed := false
		for i, r := range v.reads {
			if err := v.meter.Tick(1 + len(r.sources)); err != nil {
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
				r.now = single(8*r.c.Size, 0)
			}
		}
	}
}

// evaluate computes guards and writes from the present intervals of reads.
func (v *Values) evaluate() {
	v.memo, v.truths, v.decided = map[term.Term]interval{}, map[term.Term]truth{}, map[events.Guard]truth{}
	for _, g := range v.guards {
		v.guard(g)
	}
	for _, w := range v.writes {
		w.possible = v.guard(w.c.Event.Guard)&yes != 0
		if w.value = v.of(w.c.Value); len(w.assume) > 0 && w.possible {
			w.value = v.assuming(w.c.Event.Guard, w.assume, w.c.Value)
		}
	}
	for _, c := range v.counters {
		v.evaluateCounter(c)
	}
}

// update lets the interval of a read grow as far as the writes demand, and
// reports whether it did.
func (v *Values) update(i int) bool {
	r := v.reads[i]
	w := 8 * r.c.Size
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
	if r.counter >= 0 && r.grown <= maxCounterGrown {
		// Beyond what a counter allows nothing is to be believed.
		x = r.now.hull(x.meet(w, v.bound(r)))
	}
	if x == r.now {
		return false
	}
	r.now = x
	return true
}

// impossible reports whether a guard never holds.
func (v *Values) impossible(g events.Guard) bool {
	return v.guard(g)&yes == 0
}

// Constant returns the only value of a cell of a read.
func (v *Values) Constant(c *Cell) (uint64, bool) {
	if v == nil || 8*c.Size > 64 {
		return 0, false
	}
	i, ok := v.byTerm[c.Value]
	if !ok {
		return 0, false
	}
	return v.reads[i].now.constant()
}

// Counts reports whether there is a place that is counted up and down, so that Constraints say more than
// intervals.
func (v *Values) Counts() bool { return v != nil && len(v.counters) > 0 }

// Possible keeps the writes that may take place. It may change list.
func (v *Values) Possible(list []*Cell) []*Cell {
	if v == nil {
		return list
	}
	return slices.DeleteFunc(list, func(w *Cell) bool { return v.impossible(w.Event.Guard) })
}

// Dead reports whether a goal is known not to be reachable.
func (v *Values) Dead(goal *events.Goal) bool { return v != nil && v.deads[goal.Guard] }
