package htmlreport

import (
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// syncEvent is an operation of a library, or an atomic section of the program, that took effect.
type syncEvent struct {
	row, step int // where it took effect
	begin     int // the row in which its section began
	thread    int
	kind      string // that of trace.SyncNote; "section": an atomic section of the program
	object    string
}

// acquire tells how an operation takes a lock: "lock", "rdlock", "wrlock", or "" if it takes none.
func (e syncEvent) acquire() string {
	switch e.kind {
	case "lock", "rdlock", "wrlock":
		return e.kind
	case "trylock", "tryrdlock", "trywrlock":
		return strings.TrimPrefix(e.kind, "try")
	}
	return ""
}

// release reports whether an operation gives a lock back.
func (e syncEvent) release() bool { return e.kind == "unlock" || e.kind == "rwunlock" }

// syncEvents lists the operations in the order of the rows. An operation that stores nothing, such as a
// trylock that fails, takes no effect, as in trace.Locks; the others that are labelled are known by
// their label alone.
func syncEvents(t *trace.Trace, rows []report.Row) []syncEvent {
	type open struct {
		event  syncEvent
		stored bool
	}
	var out []syncEvent
	running := map[int]*open{} // by thread
	for row := range rows {
		for _, i := range rows[row].Steps {
			s := &t.Steps[i]
			switch s.Kind {
			case trace.KindBegin:
				o := &open{event: syncEvent{begin: row, thread: s.Thread, kind: "section"}}
				if s.Sync != nil && s.Sync.Kind != "" {
					o.event.kind, o.event.object = s.Sync.Kind, report.SyncObject(s.Sync.Object)
				}
				running[s.Thread] = o
			case trace.KindStore:
				if o := running[s.Thread]; o != nil && s.Section != 0 {
					o.stored = true
				}
			case trace.KindEnd:
				o := running[s.Thread]
				delete(running, s.Thread)
				if o == nil {
					continue
				}
				e := o.event
				e.row, e.step = row, i
				if o.stored || e.acquire() == "" && !e.release() {
					out = append(out, e)
				}
			}
		}
	}
	// A section that the trace ends in lasts to its end.
	for _, th := range slices.Sorted(maps.Keys(running)) {
		if e := running[th].event; e.kind == "section" {
			e.row, e.step = len(rows)-1, len(t.Steps)
			out = append(out, e)
		}
	}
	return out
}

// spanData is a time in which a thread holds a lock or is in an atomic section, shown beside its lane.
type spanData struct {
	Thread int    `json:"t"`
	From   int    `json:"a"` // rows
	To     int    `json:"b"`
	Kind   string `json:"k"` // "lock", "rdlock", "wrlock" or "section"
	Object string `json:"o,omitempty"`
	// Open: it lasts beyond the end of the trace.
	Open bool `json:"open,omitempty"`
	// Depth counts the spans of the same thread that it lies beside.
	Depth int `json:"d,omitempty"`
}

// spans finds the spans, in the order in which they begin.
func spans(t *trace.Trace, rows []report.Row, events []syncEvent) []spanData {
	out := []spanData{}
	held := map[int][]int{} // by thread: spans that are open
	for _, e := range events {
		switch {
		case e.kind == "section" && e.row > e.begin:
			out = append(out, spanData{Thread: e.thread, From: e.begin, To: e.row, Kind: e.kind, Depth: len(held[e.thread])})
		case e.acquire() != "":
			held[e.thread] = append(held[e.thread], len(out))
			out = append(out, spanData{Thread: e.thread, From: e.row, To: -1, Kind: e.acquire(), Object: e.object, Depth: len(held[e.thread]) - 1})
		case e.release():
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
