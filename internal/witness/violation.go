package witness

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// ErrNoWitness says that the format has no witness for something.
var ErrNoWitness = errors.New("there is no witness")

// Execution is what a violation witness is made of: a replayed trace and the
// program that it is of.
type Execution struct {
	Trace    *trace.Trace
	Program  *cfa.Program
	Places   *c.Places // with the files of Program
	Property property.Property
}

// Violation makes the content of a violation witness: the waypoints that lead
// along the execution. Those of a program that starts no thread have no thread
// ids and are of format 2.0, the others of format 2.2. Each waypoint is met at
// the first evaluation of its place, by its thread, behind the one before.
func Violation(x Execution) (*Entry, error) {
	w := &waypointWriter{Execution: x, places: newPlaceMap(x.Places)}
	if err := w.supported(); err != nil {
		return nil, err
	}
	targets, err := w.targets()
	if err != nil {
		return nil, err
	}
	w.prepare()
	w.values()
	if w.threads {
		w.switches()
	}
	e := &Entry{Type: ViolationSequence, Metadata: Metadata{FormatVersion: Version20}}
	if w.threads {
		e.Metadata.FormatVersion = Version22
	}
	for _, m := range w.chosen() {
		e.Segments = append(e.Segments, Segment{Waypoints: []Waypoint{w.waypoint(m)}})
	}
	e.Segments = append(e.Segments, Segment{Waypoints: targets})
	return e, nil
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
	case property.NoDeadlock, property.Termination, property.ValidMemtrack, property.ValidMemcleanup:
		return fmt.Errorf("%w: the format has none for a violation of %s that is a finite execution", ErrNoWitness, w.Property)
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
	// violated is the statement of the last target.
	violated *c.Stmt
}

// mark is a chosen event and what it says.
type mark struct {
	at         int // index in events
	typ        WaypointType
	constraint *Constraint
}

func (w *waypointWriter) mark(m mark) {
	if w.marks == nil {
		w.marks = map[int]*mark{}
	}
	w.marks[m.at] = &m
}

// fresh reports whether an event is the first at its place behind another one,
// of index before; -1: behind the begin.
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

// values marks where inputs are chosen, and where threads are created.
func (w *waypointWriter) values() {
	for i, e := range w.events {
		switch {
		case e.kind == atSpawn:
			w.mark(mark{at: i, typ: FunctionEnter})
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
	if ok && e.call.Close.IsValid() && w.fresh(i, w.last(i)) {
		w.mark(mark{at: i, typ: FunctionReturn, constraint: &Constraint{Value: text, Format: ExtCExpression}})
	}
}

// assumed marks the statement behind one that does nothing but give a variable
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
		if a := s.Assigned; a != nil && strings.HasSuffix(a.Name, "::"+name) && w.places.stmt(s.Pos) == e.stmt {
			return a.Value, true
		}
		if i > e.step && (s.Kind != trace.KindReturn || !s.Model) {
			return trace.Value{}, false
		}
	}
	return trace.Value{}, false
}

// assume marks the next statement behind event i with the value of a variable.
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
		w.mark(mark{at: j, typ: Assumption, constraint: &Constraint{Value: text, Format: CExpression}})
		return true
	}
	return false
}

// unset marks the statement behind a declaration without an initialiser. Most
// such variables get another value before they are used, and an engine chooses
// zero for what does not matter.
func (w *waypointWriter) unset(i int) {
	if e := w.events[i]; e.unset != nil && e.value.Bits != 0 {
		w.assume(i, e.unset, e.value)
	}
}

// switches marks in each run of a thread the first and the last statement that
// begins there, so that the order of the runs is that of the waypoints.
func (w *waypointWriter) switches() {
	for i := 0; i < len(w.events); {
		end := i
		for end < len(w.events) && w.events[end].run == w.events[i].run {
			end++
		}
		w.boundary(i, end, true)
		w.boundary(i, end, false)
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
			w.mark(mark{at: i, typ: Assumption, constraint: &Constraint{Value: text, Format: CExpression}})
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

// global is the variable at file scope that an access is to, if its name means
// that in a scope.
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
	if w.threads {
		p.Thread, p.HasThread = e.thread, true
	}
	return p
}

// targets are the last waypoints: where the property is violated, or for a data
// race its two accesses.
func (w *waypointWriter) targets() ([]Waypoint, error) {
	if w.Property == property.NoDataRace {
		race, ok := trace.FindRace(w.Trace)
		if !ok {
			return nil, fmt.Errorf("%w: the trace does not end in a race", ErrNoWitness)
		}
		first, err := w.target(race.First.Step)
		if err != nil {
			return nil, err
		}
		second, err := w.target(race.Second.Step)
		if err != nil {
			return nil, err
		}
		first.HasThread, second.HasThread = true, true
		return []Waypoint{*first, *second}, nil
	}
	p, err := w.target(&w.Trace.Steps[len(w.Trace.Steps)-1])
	if err != nil {
		return nil, err
	}
	for i := range w.Trace.Steps {
		p.HasThread = p.HasThread || w.Trace.Steps[i].Kind == trace.KindSpawn
	}
	return []Waypoint{*p}, nil
}

// target is the statement or full expression of a step.
func (w *waypointWriter) target(s *trace.Step) (*Waypoint, error) {
	p := &Waypoint{Type: Target, Action: Follow, Thread: s.Thread}
	for _, at := range []source.Pos{s.User, s.Pos} {
		st := w.places.stmt(at)
		if st == nil {
			continue
		}
		w.violated = st
		p.Location = location(st.At, st.Func)
		for _, x := range st.Exprs {
			if x.Contains(at) {
				p.Location = location(x.At, st.Func)
			}
		}
		return p, nil
	}
	return nil, fmt.Errorf("%w: the violation at %s is in no statement of an input file", ErrNoWitness, w.Program.Files.Format(s.Pos))
}
