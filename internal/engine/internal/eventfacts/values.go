package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
)

// Values computes before anything is encoded which values the reads of a graph can have: for each an interval
// around what the writes that it may see write, and the initial content. What that decides need not be asked
// of the solver: a goal whose guard is false for all these values is no goal, a write of this kind is none,
// and a read of one value is a constant.
//
// It is sound by induction over the steps of an execution. A read gets the value of a write before it, or the
// initial content; the term of that write is made of reads before the write, which have values of their
// intervals; and the intervals are a fixed point (greater ones than the least are, too), so the interval of
// the read has every value of that term. Executions may stop anywhere, and sections may fail: that only makes
// fewer writes. A term may mention reads that do not take place, on a path that was not taken; it does not
// depend on them then, so they may be thought to have any value of their interval. Therefore no interval is
// left empty. Symbols other than reads (inputs, undefined content, exit values, validity of addresses) have
// all values of their sorts.
//
// The same argument shows that a read of one value needs no write that it reads
// from in the formula: wherever the order puts it, it reads that value.
type Values struct {
	*cone
	eval     *evaluator
	meter    *Meter
	counters []*counter
	places   map[place]int         // of counters
	deads    map[events.Guard]bool // whether guards never hold, see hopeless
}

const (
	// maxGrown is how often the interval of a read grows before it is widened.
	maxGrown = 4
	// maxCounterGrown is how often the bound of a counter is followed.
	maxCounterGrown = 16
	// maxPasses bounds the passes over all reads; nothing is known where they do not suffice.
	maxPasses = 60
)

// NewValues analyses what the goals of a graph depend on. It returns nil, which stands for nothing that is
// known, where more pairs of a read and a write near it would have to be looked at than maxWork, or too
// many terms.
func NewValues(symbols Symbols, initial *Initial, visible *Visible, maxWork int) (*Values, error) {
	c, err := newCone(symbols, initial, visible, maxWork)
	if c == nil || err != nil {
		return nil, err
	}
	v := &Values{cone: c, eval: &evaluator{g: c.g, symbols: symbols, cone: c}, meter: visible.meter,
		places: map[place]int{}, deads: map[events.Guard]bool{}}
	if err := v.findCounters(); err != nil {
		return nil, err
	}
	for _, w := range v.writes {
		w.assume = v.eval.relevant(w.c.Event.Guard, w.c.Value)
	}
	if ok, err := v.run(); err != nil || !ok {
		return nil, err
	}
	for _, goal := range v.g.Goals {
		if err := v.meter.Tick(maxConditions); err != nil {
			return nil, err
		}
		v.hopeless(goal.Guard)
	}
	return v, nil
}

// run iterates to a fixed point.
func (v *Values) run() (ok bool, err error) {
	for _, r := range v.reads {
		r.now = box.Full(8 * r.c.Size)
	}
	v.evaluate()
	for _, w := range v.writes {
		w.alone = w.value
	}
	for _, r := range v.reads {
		r.now = box.Nothing()
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
			if r.now.Empty {
				r.now = box.Single(8*r.c.Size, 0)
			}
		}
	}
}

// evaluate computes guards and writes from the present intervals of reads.
func (v *Values) evaluate() {
	v.eval.forget()
	for _, g := range v.guards {
		v.eval.guard(g)
	}
	for _, w := range v.writes {
		w.possible = v.eval.guard(w.c.Event.Guard)&box.Yes != 0
		if w.value = v.eval.of(w.c.Value); len(w.assume) > 0 && w.possible {
			w.value = v.eval.assuming(w.c.Event.Guard, w.assume, w.c.Value)
		}
	}
	for _, c := range v.counters {
		v.evaluateCounter(c)
	}
}

// update lets the interval of a read grow as far as the writes demand, and reports whether it did.
func (v *Values) update(i int) bool {
	r := v.reads[i]
	w := 8 * r.c.Size
	if w > 64 {
		if r.now.Empty {
			r.now = box.Full(w)
			return true
		}
		return false
	}
	x := r.initial
	for _, s := range r.sources {
		if s := v.writes[s]; s.possible {
			x = x.Hull(s.value)
		}
	}
	x = r.now.Hull(x)
	if x == r.now {
		return false
	}
	if r.grown++; r.grown > maxGrown {
		x = box.Full(w)
	}
	if r.counter >= 0 && r.grown <= maxCounterGrown {
		// Beyond what a counter allows nothing is to be believed.
		x = r.now.Hull(x.Meet(w, v.bound(r)))
	}
	if x == r.now {
		return false
	}
	r.now = x
	return true
}

// impossible reports whether a guard never holds.
func (v *Values) impossible(g events.Guard) bool {
	return v.eval.guard(g)&box.Yes == 0
}

// maxHopeless bounds the guards that hopeless looks at.
const maxHopeless = 4000

// hopeless reports whether a guard never holds: because of the values of its conditions alone, or with what
// they say of each other; or since none of the parts holds of a disjunction that it implies.
func (v *Values) hopeless(g events.Guard) bool {
	if x, ok := v.deads[g]; ok {
		return x
	}
	if v.impossible(g) || len(v.deads) < maxHopeless && v.eval.contradictory(g) {
		v.deads[g] = true
		return true
	}
	v.deads[g] = false
	gs := v.g.Guards
	d := g
	for d != events.Always && gs.Disjuncts(d) == nil {
		d, _, _ = gs.Conjunct(d)
	}
	if d == events.Always || len(v.deads) >= maxHopeless {
		return false
	}
	all := true
	if d != g {
		all = v.hopeless(d)
	} else {
		for _, p := range gs.Disjuncts(d) {
			all = all && v.hopeless(p)
		}
	}
	v.deads[g] = all
	return all
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
	return v.reads[i].now.Constant()
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
