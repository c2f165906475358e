package encoding

import (
	"cmp"
	"fmt"
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// describe says in a trace which writes the reads see, and in which order the writes to each place are.
func (w *weak) describe(x *execution, tr *trace.Trace) error {
	takesPlace := func(ev *events.Event) bool {
		_, known := x.names[ev.Thread][ev.Instance]
		n := w.Graph.Nodes[ev.Node]
		return known && n.Index <= x.past[n.Thread] && w.Happens(ev)
	}
	tr.Weak = &trace.Weak{Model: w.model}
	from := map[*events.Event]ordering.Source{}
	for _, s := range w.reads {
		ev := s.read.Event
		if !takesPlace(ev) || !w.Holds(s.lit) {
			continue
		}
		if was, twice := from[ev]; twice {
			if (was.Write == nil) != (s.source.Write == nil) ||
				was.Write != nil && was.Write.Event != s.source.Write.Event {
				return &Beyond{ev.Edge.Pos, "a read of what several writes have left"}
			}
			continue
		}
		from[ev] = s.source
		seen := trace.Seen{Read: x.key(ev)}
		if s.source.Write != nil {
			k := x.key(s.source.Write.Event)
			seen.From = &k
		}
		tr.Weak.Reads = append(tr.Weak.Reads, seen)
	}
	return w.describeWrites(x, tr, takesPlace)
}

// key names an access in the trace.
func (x *execution) key(ev *events.Event) trace.Key {
	k := x.names[ev.Thread][ev.Instance]
	k.Thread = x.number[ev.Thread]
	return k
}

func (w *weak) describeWrites(x *execution, tr *trace.Trace, takesPlace func(*events.Event) bool) error {
	before := map[[2]*eventfacts.Cell]term.Term{}
	for _, o := range w.writes {
		if o.source.Write != nil {
			before[[2]*eventfacts.Cell{o.source.Write, o.write}] = o.lit
		}
	}
	var addrs []uint64
	at := map[uint64][]*eventfacts.Cell{}
	for _, p := range w.points {
		if p.kind != axioms.Write || !takesPlace(p.ev) {
			continue
		}
		v, err := x.eval(p.ev.Addr)
		if err != nil {
			return fmt.Errorf("address of a write: %w", err)
		}
		a := v.Uint64()
		if len(at[a]) == 0 {
			addrs = append(addrs, a)
		}
		at[a] = append(at[a], p.cells[0])
	}
	slices.Sort(addrs)
	for _, a := range addrs {
		ws := at[a]
		rank := map[*eventfacts.Cell]int{}
		for _, u := range ws {
			for _, v := range ws {
				if lit, ok := before[[2]*eventfacts.Cell{u, v}]; ok && w.Holds(lit) {
					rank[v]++
				}
			}
		}
		slices.SortStableFunc(ws, func(u, v *eventfacts.Cell) int { return cmp.Compare(rank[u], rank[v]) })
		list := make([]trace.Key, len(ws))
		for i, c := range ws {
			list[i] = x.key(c.Event)
		}
		tr.Weak.Writes = append(tr.Weak.Writes, list)
	}
	return nil
}
