package multistate

import (
	"errors"

	"whittle.dev/internal/cfa"
)

// Step is what one step of a thread can lead to.
type Step struct {
	// Successors are not empty; one that is contained in another may be there too.
	Successors []Successor
	// Violations are the ways in which the step violates the property.
	Violations []Stop
	// Ends are the ways in which it comes to undefined behaviour, or to something
	// that is not supported. Each edge and kind is listed once.
	Ends []Stop
	// Edges is the number of edges that were executed.
	Edges int
}

// Successor is a state after a step.
type Successor struct {
	State *State
	// Script tells how the step went, for Follow.
	Script Script
}

// StopKind says why a path ends.
type StopKind uint8

// The reasons.
const (
	// Violated: the property is violated.
	Violated StopKind = iota
	// Invalid: an access to memory that is no part of a live object, or a free of
	// what is no live object.
	Invalid
	// Undefined: another undefined behaviour, which is assumed not to occur.
	Undefined
	// Unsupported: something that cannot be executed, or a limit.
	Unsupported
)

// Stop is the end of a path.
type Stop struct {
	Kind   StopKind
	Edge   *cfa.Edge
	What   string
	Script Script
}

// errCanceled ends a step whose context has ended.
var errCanceled = errors.New("canceled")

// run is one way through a step that is being executed.
type run struct {
	st     *State
	i      int   // the thread that executes
	moved  bool  // the step that others can tell was made
	met    bool  // a condition on symbols was met
	edges  int   // executed so far
	todo   []int // threads that the step started or let go on, which have to settle
	script Script
	over   bool // nothing is left to do
	// before is what moved was before the present edge. The run begins the edge with the number
	// chosen anew; value is that of its address.
	before bool
	chosen int
	value  uint64
	// againAt is like chosen for the region of a new object, and again the region.
	againAt int
	again   uint64
	// retreat is the run before it started threads ahead of its turn, started how many it has since.
	// A lazy run starts none.
	retreat *run
	started int
	lazy    bool
	begun   *begun // the section that the run is in and that was begun ahead of its turn
	asleep  bool   // no thread is woken
	waits   bool   // the run ends before the section that comes next
}

// Step makes the steps of thread i of st: one that other threads can tell, and the local
// steps behind it up to the next such step. The error is that of the context.
func (x *Stepper) Step(st *State, i int) (Step, error) {
	var out Step
	first := x.fork(st)
	first.open = false
	moved := st.threads[i].status == running
	x.thread(first, i).status = running
	stack := []*run{{st: first, i: i, moved: moved}}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := x.execute(r, &stack, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// execute follows one way to its end; others that branch off are put on the stack.
func (x *Stepper) execute(r *run, stack *[]*run, out *Step) error {
	for !r.over {
		if out.Edges++; out.Edges&0x3ff == 0 && x.ctx.Err() != nil {
			return errCanceled
		}
		if r.waits {
			r.waits = false
			x.settle(r, out)
			continue
		}
		if r.started > eagerStarts {
			*r = *r.retreat.fork(x)
			continue
		}
		if x.rec != nil && x.rec.cut(r) {
			out.emit(r)
			return nil
		}
		if r.edges > x.cfg.MaxEdges {
			x.end(r, out, Unsupported, x.here(r), "a step of more edges than the limit")
			return nil
		}
		th := r.st.threads[r.i]
		f := th.top()
		edges := f.proc.Locs[f.loc].Out
		if len(edges) == 0 {
			x.end(r, out, Unsupported, nil, "a location that nothing leaves")
			continue
		}
		e := f.proc.Edges[edges[0]]
		if len(th.debts) > 0 && x.due(r, e, edges) {
			x.settle(r, out)
			continue
		}
		if _, ok := e.Op.(cfa.Assume); ok {
			r.edges++
			x.branch(r, edges, stack, out)
			continue
		}
		r.before = r.moved
		if th.atomic == 0 && visible(e) {
			if r.moved && x.settles(e, r, stack) {
				x.settle(r, out)
				continue
			}
			r.moved = true
		}
		r.edges++
		x.thread(r.st, r.i)
		x.operation(r, e, stack, out)
		if !r.over && f.proc.back[edges[0]] {
			x.loop(r, out)
		}
	}
	return nil
}

// visible reports whether other threads can tell when an edge is executed. The end of
// a thread is not among these edges: it only lets others go on, so it may as well
// come at once.
func visible(e *cfa.Edge) bool {
	switch e.Op.(type) {
	case cfa.Load, cfa.Store, cfa.Free, cfa.AtomicBegin, cfa.Await, cfa.Spawn, cfa.Join:
		return true
	}
	return reuses(e) || looksAtLives(e)
}

// settles reports whether a step ends before an edge that other threads can tell, since it
// matters what they do before it.
func (x *Stepper) settles(e *cfa.Edge, r *run, stack *[]*run) bool {
	switch {
	case x.rec != nil:
		return x.rec.stops(r)
	case x.cfg.NoTau:
		return true
	case r.st.alone(r.i):
		return false
	}
	switch op := e.Op.(type) {
	case cfa.AtomicBegin:
		return !x.beginsAtOnce(r, e, stack)
	case cfa.Spawn:
		return !x.startsAtOnce(r, op)
	}
	return !x.commutes(r, e)
}

func (x *Stepper) here(r *run) *cfa.Edge {
	f := r.st.threads[r.i].top()
	if out := f.proc.Locs[f.loc].Out; len(out) > 0 {
		return f.proc.Edges[out[0]]
	}
	return nil
}

// loop is called at the head of a loop that was entered from behind: there a step ends
// if it met conditions on symbols or has become long, so that endless loops come back to
// a state that is known.
func (x *Stepper) loop(r *run, out *Step) {
	if x.rec != nil || !r.met && r.edges < localEdges && !x.cfg.NoTau {
		return
	}
	r.script.cut = r.edges
	out.emit(r)
}

func (out *Step) emit(r *run) {
	r.blocks() // a section that is cut may not come to its end
	out.Successors = append(out.Successors, Successor{r.st, r.script})
	r.over = true
}

// settle ends what the running thread does in this step.
func (x *Stepper) settle(r *run, out *Step) {
	x.thread(r.st, r.i).status = settled
	r.script.stops = append(r.script.stops, r.edges)
	x.settled(r, out)
}

// settled goes on with another thread that has local steps, or ends the step.
func (x *Stepper) settled(r *run, out *Step) {
	if len(r.todo) > 0 {
		r.i, r.todo, r.moved = r.todo[0], r.todo[1:], true
		return
	}
	if k := x.wake(r); k >= 0 {
		r.i, r.moved = k, true
		x.thread(r.st, k).status = running
		r.script.wakes = append(r.script.wakes, k)
		return
	}
	for _, t := range r.st.threads {
		if t.alive() {
			out.emit(r)
			return
		}
	}
	r.over = true
}

// halt ends the thread for good: inside a section the step does not take place,
// else the others go on without it.
func (x *Stepper) halt(r *run, out *Step, s status) {
	th := x.thread(r.st, r.i)
	if th.atomic > 0 && s == stuck {
		r.blocks()
		r.over = true
		return
	}
	th.status, th.frames, th.atomic, r.begun = s, nil, 0, nil
	if s == stuck {
		th.shared, th.debts = nil, nil
		x.strand(r.st, int32(r.i))
	}
	x.settled(r, out)
}

// end is halt for a reason that is reported.
func (x *Stepper) end(r *run, out *Step, kind StopKind, e *cfa.Edge, what string) {
	out.report(Stop{kind, e, what, r.script.clone()})
	if !r.before {
		r.over = true // the step itself does not take place
		return
	}
	x.halt(r, out, stuck)
}

// report adds an end of a path.
func (out *Step) report(s Stop) {
	if s.Kind == Violated {
		out.Violations = append(out.Violations, s)
		return
	}
	for _, t := range out.Ends {
		if t.Kind == s.Kind && t.Edge == s.Edge {
			return
		}
	}
	out.Ends = append(out.Ends, s)
}

// fork returns a run that goes another way from here.
func (r *run) fork(x *Stepper) *run {
	c := *r
	c.st = x.fork(r.st)
	c.todo = append([]int(nil), r.todo...)
	c.script = r.script.clone()
	return &c
}
