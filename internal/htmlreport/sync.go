package htmlreport

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// syncEvent is an operation of a library, or an atomic section of the program, that took effect.
type syncEvent struct {
	row, step int // where it took effect
	begin     int // the row in which its section began
	thread    int
	kind      cfa.SyncKind // ownSection: an atomic section of the program
	object    string
}

// ownSection is the kind of an atomic section of the program.
const ownSection cfa.SyncKind = "section"

// syncEvents lists the operations in the order of the rows. An operation that stores nothing, such as a
// trylock that fails, takes no effect, as in trace.Locks; the others that are labelled are known by
// their label alone. Waiting for a condition gives back the lock that it writes to.
func syncEvents(t *trace.Trace, rows []report.Row) []syncEvent {
	type open struct {
		event  syncEvent
		stored bool
		wrote  []string // objects, for the sake of waiting
	}
	var out []syncEvent
	running := map[int]*open{} // by thread
	for row := range rows {
		for _, i := range rows[row].Steps {
			s := &t.Steps[i]
			switch s.Kind {
			case trace.KindBegin:
				o := &open{event: syncEvent{begin: row, thread: s.Thread, kind: ownSection}}
				if s.Sync != nil && s.Sync.Kind != "" {
					o.event.kind, o.event.object = s.Sync.Kind, t.Names.Whole(s.Sync.Object)
				}
				running[s.Thread] = o
			case trace.KindStore:
				if o := running[s.Thread]; o != nil && s.Section != 0 {
					o.stored = true
					if whole := t.Names.Whole(s.Object); o.event.kind == cfa.SyncWait &&
						t.Names.IsInside(s.Object) && !slices.Contains(o.wrote, whole) {
						o.wrote = append(o.wrote, whole)
					}
				}
			case trace.KindEnd:
				o := running[s.Thread]
				delete(running, s.Thread)
				if o == nil {
					continue
				}
				e := o.event
				e.row, e.step = row, i
				if o.stored || e.kind.Takes() == "" && !e.kind.Releases() {
					out = append(out, e)
				}
				for _, object := range o.wrote {
					if object != o.event.object {
						e.kind, e.object = cfa.SyncUnlock, object
						out = append(out, e)
					}
				}
			}
		}
	}
	// A section that the trace ends in lasts to its end.
	for _, th := range slices.Sorted(maps.Keys(running)) {
		if e := running[th].event; e.kind == ownSection {
			e.row, e.step = len(rows)-1, len(t.Steps)
			out = append(out, e)
		}
	}
	return out
}

// spanData is a time in which a thread holds a lock or is in an atomic section, shown beside its lane.
type spanData struct {
	Thread int          `json:"t"`
	From   int          `json:"a"` // rows
	To     int          `json:"b"`
	Kind   cfa.SyncKind `json:"k"` // how it is held, or ownSection
	Object string       `json:"o,omitempty"`
	// Open: it lasts beyond the end of the trace.
	Open bool `json:"open,omitempty"`
	// Depth counts the spans of the same thread that it lies beside.
	Depth int `json:"d,omitempty"`
}

// spans finds the spans, in the order in which they begin.
func spans(rows []report.Row, events []syncEvent) []spanData {
	out := []spanData{}
	held := map[int][]int{} // by thread: spans that are open
	for _, e := range events {
		switch {
		case e.kind == ownSection && e.row > e.begin:
			out = append(out, spanData{Thread: e.thread, From: e.begin, To: e.row, Kind: e.kind,
				Depth: len(held[e.thread])})
		case e.kind.Takes() != "":
			held[e.thread] = append(held[e.thread], len(out))
			out = append(out, spanData{Thread: e.thread, From: e.row, To: -1, Kind: e.kind.Takes(),
				Object: e.object, Depth: len(held[e.thread]) - 1})
		case e.kind.Releases():
			list := held[e.thread]
			for i := len(list) - 1; i >= 0; i-- {
				if s := &out[list[i]]; s.Object == e.object {
					s.To = e.row
					held[e.thread] = append(list[:i:i], list[i+1:]...)
					break
				}
			}
		}
	}
	for i := range out {
		if out[i].To < 0 {
			out[i].To, out[i].Open = len(rows)-1, true
		}
	}
	return out
}
