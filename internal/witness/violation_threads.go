package witness

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/trace"
)

// switches marks in each run of a thread the first and the last statement that
// begins there, so that the order of the runs is that of the waypoints.
func (w *waypointWriter) switches() {
	for i := 0; i < len(w.events); {
		end := i
		for end < len(w.events) && w.events[end].run == w.events[i].run {
			end++
		}
		// After the first access of a race nothing is said of the order: its two accesses have none.
		part := i
		for part < end && (w.raced == 0 || w.events[part].step <= w.raced) {
			part++
		}
		w.boundary(i, part, true)
		w.boundary(i, part, false)
		i = end
	}
}

// boundary marks the first or the last usable statement of a run.
func (w *waypointWriter) boundary(from, to int, first bool) {
	for k := range to - from {
		i := from + k
		if !first {
			i = to - 1 - k
		}
		if w.marks[i] != nil {
			return
		}
		e := w.events[i]
		if e.kind != atStmt || e.maybe || !w.fresh(i, w.last(i)) {
			continue
		}
		text := w.reads(e)
		// The first run needs no begin, and the target says that it is reached.
		if text != always || !(first && e.run == 0) && !(i == len(w.events)-1 && e.stmt == w.violated) {
			w.mark(mark{at: i, from: i, typ: Assumption,
				constraint: &Constraint{Value: text, Format: CExpression}})
		}
		return
	}
}

// always is what an assumption says that is about the order alone.
const always = "1"

// reads says what a statement is about to read that another thread has written
// to a variable that the statement names; "1" if nothing.
func (w *waypointWriter) reads(e *event) string {
	steps := w.Trace.Steps
	var stored []uint64
	for i := e.step; i < len(steps); i++ {
		s := &steps[i]
		if s.Kind == trace.KindStore {
			stored = append(stored, s.Addr)
		}
		if s.Thread != e.thread {
			continue
		}
		if s.Model || w.places.stmt(s.Pos) != e.stmt {
			return always
		}
		if s.Kind != trace.KindLoad || s.ReadFrom == 0 || s.Value == nil || slices.Contains(stored, s.Addr) {
			continue
		}
		if v := w.global(e.stmt.Vars, s); v != nil {
			if text, ok := equals(v.Name, v.Kind, *s.Value); ok {
				return text
			}
		}
	}
	return always
}

// global is the variable at file scope that an access is to, if its name means that in a scope.
func (w *waypointWriter) global(scope *c.Variable, s *trace.Step) *c.Variable {
	v := scope.Lookup(s.Object)
	if v == nil || v.Local {
		return nil
	}
	var found *cfa.Object
	for _, o := range w.Program.Objects {
		if o.Name == s.Object && o.Kind == cfa.Global {
			if found != nil {
				return nil
			}
			found = o
		}
	}
	if found == nil || found.Addr != s.Addr || 8*found.Size != uint64(v.Kind.Width) {
		return nil
	}
	return v
}

// number gives threads their ids. The creation of a thread that no waypoint is about is left out, unless a
// later one at its place is needed, which would not be the first one there.
func (w *waypointWriter) number(targets []Waypoint) {
	steps := w.Trace.Steps
	needed := map[int]bool{}
	for _, p := range targets {
		needed[p.Thread] = true
	}
	var kept []*event
	for i := len(w.events) - 1; i >= 0; i-- {
		e := w.events[i]
		if w.marks[i] == nil {
			continue
		}
		if e.kind == atSpawn {
			if !needed[steps[e.step].Child] && !slices.ContainsFunc(kept, e.same) {
				delete(w.marks, i)
				continue
			}
			kept = append(kept, e)
		}
		needed[e.thread] = true
	}
	slices.Reverse(kept)
	w.numbers = map[int]int{}
	for i, e := range kept {
		w.numbers[steps[e.step].Child] = i + 1
	}
	for i := range targets {
		targets[i].Thread = w.numbers[targets[i].Thread]
	}
}
