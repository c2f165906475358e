package witness

import (
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// ErrNoWitness says that the format has no witness for something.
var ErrNoWitness = errors.New("there is no witness")

// Execution is what a violation witness is made of: a replayed trace and the program that it is of.
type Execution struct {
	Trace    *trace.Trace
	Program  *cfa.Program
	Places   *c.Places // with the files of Program
	Property property.Property
}

// Violation makes the content of a violation witness: the waypoints that lead along the execution. Those of
// a program that starts no thread have no thread ids and are of format 2.0, or 2.1 if the execution does not
// end, the others of format 2.2. Each waypoint is met at the first evaluation of its place, by its thread,
// after the one before.
func Violation(x Execution) (*Entry, error) {
	if x.Property == property.Termination {
		w := &waypointWriter{Execution: x, places: newPlaceMap(x.Places)}
		if err := w.supported(); err != nil {
			return nil, err
		}
		return w.endless()
	}
	w, targets, err := newWaypointWriter(x)
	if err != nil {
		return nil, err
	}
	w.values()
	if w.threads {
		w.switches()
	}
	e := &Entry{Type: ViolationSequence, Metadata: Metadata{FormatVersion: w.version()}}
	if w.threads {
		w.number(targets)
	}
	for _, m := range w.chosen() {
		e.Segments = append(e.Segments, Segment{Waypoints: []Waypoint{w.waypoint(m)}})
	}
	e.Segments = append(e.Segments, Segment{Waypoints: targets})
	return e, nil
}

// version is the first one that has what is needed.
func (w *waypointWriter) version() string {
	switch {
	case w.threads:
		return Version22
	case w.Property == property.Termination:
		return Version21
	}
	return Version20
}

// newWaypointWriter reads the events of an execution, and returns the targets of its witness.
func newWaypointWriter(x Execution) (*waypointWriter, []Waypoint, error) {
	w := &waypointWriter{Execution: x, places: newPlaceMap(x.Places)}
	if err := w.supported(); err != nil {
		return nil, nil, err
	}
	targets, err := w.targets()
	if err != nil {
		return nil, nil, err
	}
	w.prepare()
	return w, targets, nil
}

// prepare finds the events.
func (w *waypointWriter) prepare() {
	w.events = eventsOf(w.places, w.Trace.Steps)
	for i := range w.Trace.Steps {
		w.threads = w.threads || w.Trace.Steps[i].Kind == trace.KindSpawn
	}
}

func (w *waypointWriter) supported() error {
	switch w.Property {
	case property.NoDeadlock, property.NoStarvation, property.ValidMemtrack,
		property.ValidMemcleanup:
		return fmt.Errorf("%w: the format has none for a violation of %s that is a finite execution",
			ErrNoWitness, w.Property)
	}
	if len(w.Trace.Steps) == 0 {
		return fmt.Errorf("%w: the trace has no steps", ErrNoWitness)
	}
	return nil
}

// waypointWriter chooses the waypoints of one execution.
type waypointWriter struct {
	Execution
	places  *placeMap
	events  []*event
	threads bool
	// marks are the chosen events, by their index in events.
	marks map[int]*mark
	// numbers are the thread ids of the witness by those of the trace.
	numbers map[int]int
	// raced is the index of the step that is the first access of a race; 0: there is none.
	raced int
	// ends are the steps of the targets.
	ends []*trace.Step
	// violated is the statement of the last target.
	violated *c.Stmt
}

// mark is a chosen event and what it says.
type mark struct {
	at         int // index in events
	from       int // that of the event which it tells of
	typ        WaypointType
	constraint *Constraint
	cycle      bool // it is passed again and again
}

func (w *waypointWriter) mark(m mark) {
	if w.marks == nil {
		w.marks = map[int]*mark{}
	}
	w.marks[m.at] = &m
}

// fresh reports whether an event is the first at its place after another one,
// of index before; -1: after the begin.
func (w *waypointWriter) fresh(at, before int) bool {
	for i := before + 1; i < at; i++ {
		if w.events[i].same(w.events[at]) {
			return false
		}
	}
	return true
}

// last is the greatest index of a chosen event below at; -1: there is none.
func (w *waypointWriter) last(at int) int {
	for i := at - 1; i >= 0; i-- {
		if w.marks[i] != nil {
			return i
		}
	}
	return -1
}

// chosen lists the marks in order. Some may have lost their place as the first
// evaluation, when a mark before them was left out; they are left out, too.
func (w *waypointWriter) chosen() []*mark {
	var out []*mark
	before := -1
	for i := range w.events {
		if m := w.marks[i]; m != nil && w.fresh(i, before) {
			out = append(out, m)
			before = i
		}
	}
	return out
}

func (w *waypointWriter) waypoint(m *mark) Waypoint {
	e := w.events[m.at]
	p := Waypoint{Type: m.typ, Action: Follow, Constraint: m.constraint, Location: e.where()}
	if m.cycle {
		p.Action = Cycle
	}
	if w.threads {
		p.Thread, p.HasThread = w.numbers[e.thread], true
	}
	return p
}
