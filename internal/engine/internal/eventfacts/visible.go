package eventfacts

import "slices"

// Visible finds the writes that a read may see. It looks at addresses, at what happens before what, and at
// critical sections.
type Visible struct {
	cells    *Cells
	order    *HappensBefore
	sections *Sections // may be nil
	meter    *Meter
}

// NewVisible returns the facts for a graph with the given cells and order. sections may be nil.
func NewVisible(cells *Cells, order *HappensBefore, sections *Sections, meter *Meter) *Visible {
	return &Visible{cells: cells, order: order, sections: sections, meter: meter}
}

// Near lists the writes that may be to the place of a read and are not surely after it.
func (v *Visible) Near(c *Cell) ([]*Cell, error) {
	ev := c.Event
	all := v.cells.writesMeeting(c)
	if err := v.meter.Tick(1 + len(v.cells.writes[c.group].at) + len(all)); err != nil {
		return nil, err
	}
	var near []*Cell
	for _, w := range all {
		if w.Event.Node == ev.Node {
			if w.Event.Pos < ev.Pos {
				near = append(near, w)
			}
			continue
		}
		if w.Event.Thread == ev.Thread && !v.order.Before(w.Event, ev) {
			continue
		}
		if w.Event.Thread != ev.Thread && v.order.Before(ev, w.Event) {
			continue
		}
		near = append(near, w)
	}
	return near, nil
}

// Writes splits the writes near a read. hiding are those that surely happen, surely before the read, and
// surely to its place: they hide all that is before them. sources are the writes that nothing hides: neither
// those, nor a later sure write to the same place as theirs.
func (v *Visible) Writes(c *Cell, near []*Cell) (hiding, sources []*Cell, err error) {
	ev := c.Event
	last := map[uint64][]*Cell{} // sure writes, by constant address
	for _, w := range near {
		if !w.Fixed && w.Addr != c.Addr || !v.order.Before(w.Event, ev) || !v.order.Surely(w.Event, ev) {
			continue
		}
		if w.Addr == c.Addr || w.Fixed && c.Fixed {
			hiding = append(hiding, w)
		}
		if w.Fixed {
			last[w.Place] = append(last[w.Place], w)
		}
	}
	hiding = v.latest(hiding)
	for k, list := range last {
		last[k] = v.latest(list)
	}
	hidden := func(w *Cell, by []*Cell) bool {
		for i := len(by) - 1; i >= 0; i-- {
			if by[i] != w && v.order.Before(w.Event, by[i].Event) {
				return true
			}
		}
		return false
	}
	for _, w := range near {
		if err := v.meter.Tick(1 + len(hiding)); err != nil {
			return nil, nil, err
		}
		if !hidden(w, hiding) && !(w.Fixed && hidden(w, last[w.Place])) {
			sources = append(sources, w)
		}
	}
	return hiding, v.sections.leave(c, hiding, sources), nil
}

// latest drops writes that hide nothing which a later one in the list does not
// hide as well: later in the same thread, with the same clock.
func (v *Visible) latest(list []*Cell) []*Cell {
	type key struct {
		thread int
		clock  *int32
	}
	seen := map[key]bool{}
	var out []*Cell
	for _, w := range slices.Backward(list) {
		c := v.order.of(w.Event)
		k := key{w.Event.Thread, &c[0]}
		if !seen[k] {
			seen[k] = true
			out = append(out, w)
		}
	}
	slices.Reverse(out)
	return out
}
