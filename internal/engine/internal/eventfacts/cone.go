package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// cone is what goals depend on: reads, the writes that these may see, and guards.
type cone struct {
	g      *events.Graph
	cells  *Cells
	order  *HappensBefore
	reads  []*readValue
	byTerm map[term.Term]int       // reads by the symbols of their cells
	whole  map[term.Term]bool      // symbols of reads: whether they have several cells
	valid  map[term.Term]term.Term // what symbols for the validity of addresses mean
	guards []events.Guard          // ascending
	writes []*writeValue
	byCell map[*Cell]int // of writes
}

// readValue is a cell of a read.
type readValue struct {
	c    *Cell
	near []*Cell
	// nearWrites are those of near that some read may see, once asked for.
	nearWrites bitset
	sources    []int // indices of cone.writes
	initial    box.Box
	now        box.Box
	grown      int
	counter    int // index of Values.counters, or -1
}

// writeValue is a cell of a write that some read may see.
type writeValue struct {
	c        *Cell
	value    box.Box
	possible bool
	assume   []comparison // what the guard says of the terms in the value
	alone    box.Box      // of the value, whatever is read
}

const (
	// maxTerms bounds the terms that are looked at.
	maxTerms = 1 << 20
	// maxValid bounds the objects among which an address is looked for.
	maxValid = 4
)

// newCone finds the reads, the writes that these may see and the guards on which goals depend. It returns
// nil where more pairs of a read and a write near it have to be looked at than maxWork, or too many terms.
func newCone(symbols Symbols, initial *Initial, visible *Visible, maxWork int) (*cone, error) {
	v := &cone{
		g: visible.cells.g, cells: visible.cells, order: visible.order,
		byTerm: map[term.Term]int{}, whole: map[term.Term]bool{}, valid: map[term.Term]term.Term{},
		byCell: map[*Cell]int{},
	}
	points, seen := v.cells.points, map[term.Term]bool{}
	var stack []term.Term
	for _, goal := range v.g.Goals {
		stack = append(stack, v.g.Guards.Term(goal.Guard))
	}
	work := 0
	add := func(c *Cell) error {
		r := &readValue{c: c, counter: -1}
		v.byTerm[c.Value] = len(v.reads)
		v.reads = append(v.reads, r)
		near, err := visible.Near(c)
		if err != nil {
			return err
		}
		hiding, sources, err := visible.Writes(c, near)
		if err != nil {
			return err
		}
		r.near = near
		work += len(near)
		r.initial = box.Nothing()
		if len(hiding) == 0 {
			r.initial = initial.interval(c)
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
		if seen[t] {
			continue
		}
		seen[t] = true
		if len(seen) > maxTerms || work > maxWork {
			return nil, nil
		}
		if v.g.Terms.Op(t) != term.OpSymbol {
			for i := range v.g.Terms.NumArgs(t) {
				stack = append(stack, v.g.Terms.Arg(t, i))
			}
			continue
		}
		m, ok := symbols[t]
		if !ok {
			continue
		}
		switch m.Kind {
		case GuardSymbol:
			v.guards = append(v.guards, events.Guard(m.Index))
			stack = append(stack, v.g.Guards.Definition(events.Guard(m.Index)))
		case ValidSymbol:
			if at := v.cells.access[m.Index].at; len(at.regions) <= maxValid && !points.anywhere(at) {
				v.valid[t] = points.Valid(v.g.Events[m.Index])
				stack = append(stack, v.valid[t])
			}
		case ReadSymbol:
			if visible.sections.Waiting(v.g.Events[m.Index]) != nil {
				continue // any value, like an input
			}
			cells := v.cells.Of(v.g.Events[m.Index])
			v.whole[t] = len(cells) > 1
			for _, c := range cells {
				if err := add(c); err != nil {
					return nil, err
				}
			}
		}
	}
	slices.Sort(v.guards)
	return v, nil
}
