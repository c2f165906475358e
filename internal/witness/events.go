package witness

import (
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// eventKind says what happens at an event.
type eventKind uint8

const (
	// atStmt: a statement begins.
	atStmt eventKind = iota
	// atSpawn: a call that creates a thread has evaluated its arguments.
	atSpawn
	// atReturn: a call that gives an input has returned.
	atReturn
)

// event is a moment of an execution at which a waypoint can be.
type event struct {
	kind   eventKind
	thread int
	// step is the index of the step before which, for atReturn after which, it happens.
	step int
	// run numbers the parts of the execution between switches of threads.
	run  int
	stmt *c.Stmt
	call *c.CallPlace
	// maybe: the statement begins here, or goes on; a trace does not tell.
	maybe bool
	// frame is the activation of the function.
	frame int
	value trace.Value // of atReturn
	// unset is the variable that got the value because it was not initialised (of atReturn, without a call).
	unset *c.Variable
}

// where is what the waypoint of an event says of its place.
func (e *event) where() Location {
	switch {
	case e.kind == atStmt:
		return location(e.stmt.At, e.stmt.Func)
	case e.call == nil:
		return Location{}
	case e.call.Close.IsValid():
		return location(e.call.Close, e.call.Func)
	}
	return lineOf(e.call.At, e.call.Func)
}

// same reports whether two events are at one place, as far as waypoints go.
func (e *event) same(f *event) bool {
	if e.kind != f.kind || e.thread != f.thread {
		return false
	}
	if e.kind == atStmt {
		return e.stmt == f.stmt
	}
	return e.call != nil && e.call == f.call
}

// activation is a function that a thread is in.
type activation struct {
	id   int
	stmt *c.Stmt
	// seen are the edges executed in this round of the statement.
	seen []cfa.EdgeID
	// call is the last call, chosen says that it is one of a library model
	// that has chosen an input: what it returns is seen where it is assigned.
	call   *c.CallPlace
	chosen bool
}

// eventReader finds the events of an execution.
type eventReader struct {
	places *placeMap
	steps  []trace.Step
	out    []*event
	stacks map[int][]*activation
	frames int
	run    int
}

// eventsOf lists the events of a replayed execution, in their order.
func eventsOf(places *placeMap, steps []trace.Step) []*event {
	r := &eventReader{places: places, steps: steps, stacks: map[int][]*activation{}}
	for i := range steps {
		s := &steps[i]
		if s.Key.Thread < 0 {
			continue
		}
		if i > 0 && steps[i-1].Thread != s.Thread {
			r.run++
		}
		if s.Model {
			r.model(i)
		} else {
			r.user(i)
		}
	}
	return r.out
}

func (r *eventReader) add(e event, i int, a *activation) *event {
	e.step, e.thread, e.run, e.frame = i, r.steps[i].Thread, r.run, a.id
	r.out = append(r.out, &e)
	return &e
}

// activation is the one at a depth; what it called has returned.
func (r *eventReader) activation(thread, depth int) *activation {
	stack := r.stacks[thread]
	for len(stack) <= depth {
		r.frames++
		stack = append(stack, &activation{id: r.frames})
	}
	r.stacks[thread] = stack[:depth+1]
	return stack[depth]
}

// user reads a step of the program's own text.
func (r *eventReader) user(i int) {
	s := &r.steps[i]
	a := r.activation(s.Thread, s.Depth)
	// The variables of a function are made when it begins, and go when it ends.
	frame := s.Kind == trace.KindAlloc || s.Kind == trace.KindFree
	if st := r.places.stmt(s.Pos); st != nil && !frame {
		r.enter(i, a, st)
	}
	switch {
	case s.Kind == trace.KindCall:
		a.call, a.chosen = r.places.call(s.Pos), false
	case a.chosen && s.Assigned != nil && a.stmt != nil && a.stmt.Source == a.call &&
		strings.HasSuffix(s.Assigned.Name, "::"+a.stmt.Target.Name):
		r.add(event{kind: atReturn, stmt: a.stmt, call: a.call, value: s.Assigned.Value}, i, a)
		a.chosen = false
	case s.Kind == trace.KindInput && len(s.Inputs) > 0:
		r.input(i, a)
	}
}

// enter finds out whether a statement begins.
func (r *eventReader) enter(i int, a *activation, st *c.Stmt) {
	origin := r.steps[i].Origin
	again := slices.Contains(a.seen, origin)
	if st == a.stmt && !again {
		a.seen = append(a.seen, origin)
		if st.Kind == c.StmtLoop {
			r.add(event{kind: atStmt, stmt: st, maybe: true}, i, a)
		}
		return
	}
	// A loop comes back to its controlling expression.
	inside := a.stmt != nil && (a.stmt == st || st.Contains(a.stmt.Begin))
	maybe := st.Opaque || st.Kind == c.StmtLoop && inside || r.places.several[st] && again
	a.stmt, a.seen = st, append(a.seen[:0], origin)
	r.add(event{kind: atStmt, stmt: st, maybe: maybe}, i, a)
}

// input reads a step that chooses the value of a call or a variable.
func (r *eventReader) input(i int, a *activation) {
	s := &r.steps[i]
	in := s.Inputs[0]
	if in.Kind != trace.Havoc {
		return
	}
	if name, ok := strings.CutPrefix(in.What, "uninitialised "); ok {
		if st := a.stmt; st != nil {
			r.add(event{kind: atReturn, stmt: st, unset: declared(st, name, s.Pos), value: in.Value}, i, a)
		}
		return
	}
	// Some functions choose more than what they return.
	if k := r.places.call(s.Pos); k != nil && in.What == k.Name+"()" {
		r.add(event{kind: atReturn, stmt: a.stmt, call: k, value: in.Value}, i, a)
	}
}

// declared is the variable that a declaration declares.
func declared(st *c.Stmt, name string, at source.Pos) *c.Variable {
	if st.Next == nil {
		return nil
	}
	if v := st.Next.Vars.Lookup(name); v != nil && v.Pos == at {
		return v
	}
	return nil
}

// model reads a step inside of a library model.
func (r *eventReader) model(i int) {
	s := &r.steps[i]
	stack := r.stacks[s.Thread]
	if len(stack) == 0 {
		return
	}
	a := stack[len(stack)-1]
	switch {
	case s.Kind == trace.KindSpawn:
		if k := r.places.call(s.User); k != nil {
			r.add(event{kind: atSpawn, stmt: a.stmt, call: k}, i, a)
		}
	case len(s.Inputs) > 0 && s.Inputs[0].Kind == trace.Havoc:
		a.chosen = a.call != nil && a.call.Begin == s.User
	}
}
