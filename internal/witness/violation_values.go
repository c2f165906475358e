package witness

import (
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/trace"
)

// values marks where inputs are chosen, and where threads are created.
func (w *waypointWriter) values() {
	for i, e := range w.events {
		switch {
		case e.kind == atSpawn:
			w.mark(mark{at: i, from: i, typ: FunctionEnter})
		case e.kind == atReturn && e.call == nil:
			w.unset(i)
		case e.kind == atReturn && !w.assumed(i):
			w.returned(i)
		}
	}
}

// returned marks the return of a call.
func (w *waypointWriter) returned(i int) {
	e := w.events[i]
	text, ok := equals(`\result`, e.call.Result, e.value)
	if ok && e.call.Close.IsValid() && !w.unfinished(i) && w.fresh(i, w.last(i)) {
		format := ExtCExpression
		if w.version() == Version20 {
			format = ACSLExpression
		}
		w.mark(mark{at: i, from: i, typ: FunctionReturn,
			constraint: &Constraint{Value: text, Format: format}})
	}
}

// unfinished reports whether the execution ends inside of a call: its value was
// chosen, but it has not returned.
func (w *waypointWriter) unfinished(i int) bool {
	for _, s := range w.ends {
		access := s.Model || s.Kind == trace.KindLoad || s.Kind == trace.KindStore
		inside := access && s.Thread == w.events[i].thread &&
			(s.Pos == w.events[i].call.Begin || s.User == w.events[i].call.Begin)
		for _, e := range w.events[i+1:] {
			inside = inside && !e.same(w.events[i])
		}
		if inside {
			return true
		}
	}
	return false
}

// assumed marks the statement after one that does nothing but give a variable
// of the function the result of a call.
func (w *waypointWriter) assumed(i int) bool {
	e := w.events[i]
	s := e.stmt
	if s == nil || s.Source != e.call || s.Target == nil || !s.Target.Local {
		return false
	}
	v, ok := w.assigned(e, s.Target.Name)
	if !ok || v.Width < e.value.Width {
		return false
	}
	return w.assume(i, s.Target, v)
}

// assigned is the value that a variable in a register gets from a call.
func (w *waypointWriter) assigned(e *event, name string) (trace.Value, bool) {
	for i := e.step; i < len(w.Trace.Steps); i++ {
		s := &w.Trace.Steps[i]
		if s.Thread != e.thread {
			continue
		}
		if a := s.Assigned; a != nil && strings.HasSuffix(a.Name, "::"+name) &&
			w.places.stmt(s.Pos) == e.stmt {
			return a.Value, true
		}
		if i > e.step && (s.Kind != trace.KindReturn || !s.Model) {
			return trace.Value{}, false
		}
	}
	return trace.Value{}, false
}

// assume marks the next statement after event i with the value of a variable.
func (w *waypointWriter) assume(i int, v *c.Variable, value trace.Value) bool {
	e := w.events[i]
	text, ok := equals(v.Name, v.Kind, value)
	if !ok || e.stmt.Next == nil || e.stmt.Next.Vars.Lookup(v.Name) != v {
		return false
	}
	for j := i + 1; j < len(w.events); j++ {
		f := w.events[j]
		if f.kind != atStmt || f.frame != e.frame {
			continue
		}
		if f.stmt != e.stmt.Next || f.maybe || w.marks[j] != nil || !w.fresh(j, w.last(j)) {
			return false
		}
		w.mark(mark{at: j, from: i, typ: Assumption,
			constraint: &Constraint{Value: text, Format: CExpression}})
		return true
	}
	return false
}

// unset marks the statement after a declaration without an initialiser. Most such variables get another
// value before they are used, and an engine chooses zero for what does not matter.
func (w *waypointWriter) unset(i int) {
	if e := w.events[i]; e.unset != nil && e.value.Bits != 0 {
		w.assume(i, e.unset, e.value)
	}
}
