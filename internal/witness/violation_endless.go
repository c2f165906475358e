package witness

import (
	"fmt"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/trace"
)

// endless makes the content of a witness of an execution that does not end: waypoints that lead to the part
// that repeats, and after them those that are passed in each round of it, again and again (format 2.1, with
// threads 2.2).
func (w *waypointWriter) endless() (*Entry, error) {
	if w.Trace.Lasso != nil && !w.Trace.Recurs() {
		return nil, fmt.Errorf("%w: the format has none for an execution in which all threads wait for ever",
			ErrNoWitness)
	}
	w.prepare()
	w.values()
	if w.threads {
		w.switches()
	}
	r := w.round()
	var stem, cycle []*mark
	for _, m := range w.chosen() {
		switch {
		case m.at >= r.end:
		case m.at < r.begin || w.events[m.from].step < w.Trace.Repeats:
			stem = append(stem, m)
		default:
			cycle = append(cycle, m)
		}
	}
	var passed *Waypoint
	if len(cycle) == 0 || !w.comesBack(cycle, r) {
		cycle = nil
		if passed = w.passed(r); passed == nil {
			return nil, fmt.Errorf("%w: there is no statement in what repeats", ErrNoWitness)
		}
	}
	w.marks = map[int]*mark{}
	for _, m := range stem {
		w.mark(*m)
	}
	for _, m := range cycle {
		m.cycle = true
		w.mark(*m)
	}
	e := &Entry{Type: ViolationSequence, Metadata: Metadata{FormatVersion: w.version()}}
	if w.threads {
		var last []Waypoint
		if passed != nil {
			last = append(last, *passed)
		}
		w.number(last)
	}
	for i := range w.events {
		if m := w.marks[i]; m != nil {
			e.Segments = append(e.Segments, Segment{Waypoints: []Waypoint{w.waypoint(m)}})
		}
	}
	if passed != nil {
		if passed.HasThread = w.threads; w.threads {
			passed.Thread = w.numbers[passed.Thread]
		}
		e.Segments = append(e.Segments, Segment{Waypoints: []Waypoint{*passed}})
	}
	return e, nil
}

// round is the part of the events that repeats: from begin on, up to end.
type round struct{ begin, end int }

// round finds the events of the steps that repeat. The last step is that of the next round, unless the trace
// is that of a formula.
func (w *waypointWriter) round() round {
	r := round{len(w.events), len(w.events)}
	steps := len(w.Trace.Steps)
	if w.Trace.Lasso == nil {
		steps--
	}
	for i := len(w.events) - 1; i >= 0; i-- {
		if w.events[i].step >= steps {
			r.end = i
		}
		if w.events[i].step >= w.Trace.Repeats {
			r.begin = i
		}
	}
	return r
}

// comesBack reports whether the first place of a cycle is the next of its kind after the last one, too.
func (w *waypointWriter) comesBack(cycle []*mark, r round) bool {
	first, last := cycle[0].at, cycle[len(cycle)-1].at
	for i := r.begin; i < r.end; i++ {
		if (i < first || i > last) && w.events[i].same(w.events[first]) {
			return false
		}
	}
	return true
}

// passed is a waypoint that each round passes: at the condition of the loop that it stays in, or at a
// statement; nil: there is none.
func (w *waypointWriter) passed(r round) *Waypoint {
	p := &Waypoint{Type: Branching, Action: Cycle, Constraint: &Constraint{Value: "true"}}
	if loop := w.loop(); loop != nil {
		p.Location, p.Thread = location(loop.At, loop.Func), w.Trace.Steps[w.Trace.Repeats].Thread
		return p
	}
	p.Type, p.Constraint = Assumption, &Constraint{Value: always, Format: CExpression}
	for i := r.begin; i < r.end; i++ {
		if e := w.events[i]; e.kind == atStmt && !e.maybe {
			p.Location, p.Thread = e.where(), e.thread
			return p
		}
	}
	last := &w.Trace.Steps[len(w.Trace.Steps)-1] // a jump has no step of its own
	if st := w.places.stmt(last.Pos); st != nil && st.Kind != c.StmtLoop {
		p.Location, p.Thread = location(st.At, st.Func), last.Thread
		return p
	}
	return nil
}

// loop is the innermost loop with a condition that the steps stay in which repeat, those of functions that
// are called there left out; nil: there is none.
func (w *waypointWriter) loop() (found *c.Stmt) {
	steps := w.Trace.Steps[w.Trace.Repeats:]
	depth := -1
	for i := range steps {
		if s := &steps[i]; !s.Model && s.Key.Thread >= 0 && (depth < 0 || s.Depth < depth) {
			depth = s.Depth
		}
	}
	inside := func(st *c.Stmt) bool {
		for i := range steps {
			s := &steps[i]
			if s.Thread != steps[0].Thread || s.Key.Thread >= 0 && !s.Model && s.Depth == depth &&
				s.Kind != trace.KindFree && s.Kind != trace.KindAlloc && !st.Contains(s.Pos) {
				return false
			}
		}
		return true
	}
	for _, st := range w.Places.Stmts {
		if st.Kind == c.StmtLoop && st.Cond && inside(st) {
			found = st // those further inside come later
		}
	}
	return found
}
