package multistate

import (
	"errors"
	"math/bits"
	"slices"

	"whittle.dev/internal/cfa"
)

// expansion makes one step of a thread in all ways in which it can go. It follows one way at a time, depth
// first; where a way divides, the others wait on a stack.
type expansion struct {
	*Stepper
	stack []*run
	out   Step
	known int    // threads before the step
	from  *State // the state before the step
	probe *probe // where the thread is disabled is found out; nil: the step is made
}

// run is one way through a step that is being executed.
type run struct {
	st     *State
	i      int   // the thread that executes
	moved  bool  // the step that others can tell was made
	first  bool  // the last operation that others can tell was the first of the step
	met    bool  // a condition on symbols was met
	edges  int   // executed so far
	todo   []int // threads that the step started or let go on, which have to settle
	script Script
	over   bool // nothing is left to do
	// before is what moved was before the present edge. A run that begins an edge anew knows what it chose
	// there: the value of an address, or the region of a new object.
	before         bool
	value, reusing choice
	// retreat is the run before it started threads ahead of its turn, started how many it has since.
	// A lazy run starts none.
	retreat *run
	started int
	lazy    bool
	begun   *begun      // the section that the run is in and that was begun ahead of its turn
	asleep  bool        // no thread is woken
	waits   bool        // the run ends before the section that comes next
	loops   []*cfa.Edge // edges back to heads of loops that were taken
	drew    bool        // an input was chosen; used by follow alone
	acts    Acts
}

// fork returns a run that goes another way from here.
func (r *run) fork() *run {
	c := *r
	c.st = r.st.fork()
	c.todo = append([]int(nil), r.todo...)
	c.script = r.script.clone()
	c.loops = slices.Clip(r.loops)
	return &c
}

// again puts a run back to before its present edge.
func (r *run) again() {
	r.moved = r.before
	r.edges--
}

// errCanceled ends a step whose context has ended.
var errCanceled = errors.New("canceled")

// Step makes the steps of thread i of st: one that other threads can tell, and the local
// steps after it up to the next such step. The error is that of the context.
func (x *Stepper) Step(st *State, i int) (Step, error) {
	first := st.fork()
	first.open = false
	if st.threads[i].crowd && st.threads[i].status == settled {
		x.leave(first, i)
	}
	moved := st.threads[i].status == running
	first.thread(i).status = running
	begin := &run{st: first, i: i, moved: moved, first: moved && st.threads[i].atomic > 0}
	exp := expansion{Stepper: x, stack: []*run{begin}, known: len(first.threads), from: st}
	for len(exp.stack) > 0 {
		r := exp.stack[len(exp.stack)-1]
		exp.stack = exp.stack[:len(exp.stack)-1]
		if err := exp.execute(r); err != nil {
			return exp.out, err
		}
	}
	return exp.out, nil
}

// execute follows one way to its end.
func (x *expansion) execute(r *run) error {
	for !r.over {
		if x.out.Edges++; x.out.Edges&0x3ff == 0 && x.ctx.Err() != nil {
			return errCanceled
		}
		switch {
		case r.waits:
			r.waits = false
			x.settle(r)
			continue
		case r.started > eagerStarts:
			*r = *r.retreat.fork()
			continue
		case x.rec != nil && x.rec.cut(r):
			x.emit(r)
			return nil
		case x.rec != nil && x.rec.astray(r):
			return nil
		case r.edges > x.cfg.MaxEdges:
			x.end(r, Unsupported, here(r), "a step of more edges than the limit")
			return nil
		}
		th := r.st.threads[r.i]
		f := th.top()
		edges := f.proc.Locs[f.loc].Out
		if len(edges) == 0 {
			x.end(r, Unsupported, nil, "a location that nothing leaves")
			continue
		}
		e := f.proc.Edges[edges[0]]
		if len(th.deferred) > 0 && x.mustWait(r, e, edges) {
			x.settle(r)
			continue
		}
		if x.rec != nil && len(th.deferred) > 0 && !x.independence.invisible(r.st, r.i, e, edges) {
			r.over = true // where the script was made, no Join was deferred
			continue
		}
		if _, ok := e.Op.(cfa.Assume); ok {
			r.edges++
			x.branch(r, edges)
			continue
		}
		r.before = r.moved
		if th.atomic == 0 && visible(e) {
			if r.moved && x.settles(r, e) {
				x.settle(r)
				continue
			}
			r.first, r.moved = !r.moved, true
		}
		r.edges++
		r.st.thread(r.i)
		x.note(r, e)
		x.operation(r, e)
		if !r.over && f.proc.back[edges[0]] {
			x.loop(r, e)
		}
	}
	return nil
}

// visible reports whether other threads can tell when an edge is executed. The end of a thread is not among
// these edges: it only lets others go on, so it may as well come at once.
func visible(e *cfa.Edge) bool {
	switch e.Op.(type) {
	case cfa.Store, cfa.Free, cfa.AtomicBegin, cfa.Spawn:
		return true
	}
	return cfa.Looks(e.Op) || reuses(e) || looksAtLives(e)
}

// settles reports whether a step ends before an edge that other threads can tell, since it
// matters what they do before it.
func (x *expansion) settles(r *run, e *cfa.Edge) bool {
	switch {
	case x.rec != nil:
		return x.rec.stops(r)
	case x.cfg.NoTau, x.cfg.Liveness:
		return true
	case r.st.alone(r.i):
		return x.cfg.Deadlocks && x.mayBlock(r, e)
	}
	switch op := e.Op.(type) {
	case cfa.AtomicBegin:
		return !x.beginsAtOnce(r, e)
	case cfa.Spawn:
		if op.Proc != cfa.NoProc && x.stays(r.st, op.Proc) {
			// The start of a thread that never runs cannot be observed, but a loop that starts them may have
			// no end, and the others are to have their turn: after 32, 1024, ...
			n := r.st.started
			return n&(n-1) == 0 && (bits.Len(uint(n))-1)%5 == 0
		}
		return !x.startsAtOnce(r, op)
	}
	return !x.independence.commutes(r.st, r.i, e)
}

// mustWait reports whether the running thread, which has deferred Joins, waits for the threads that it has
// joined before it leaves its location by one of some edges, of which e is the first.
func (x *expansion) mustWait(r *run, e *cfa.Edge, edges []int32) bool {
	if x.rec != nil {
		return x.rec.stops(r)
	}
	return !x.independence.invisible(r.st, r.i, e, edges)
}

// here is the first of the edges that the running thread may take next, or nil.
func here(r *run) *cfa.Edge {
	f := r.st.threads[r.i].top()
	if out := f.proc.Locs[f.loc].Out; len(out) > 0 {
		return f.proc.Edges[out[0]]
	}
	return nil
}

// loop is called at the head of a loop that was entered from after: there a step ends if it met conditions on
// symbols or has become long, so that endless loops come back to a state that is known.
func (x *expansion) loop(r *run, e *cfa.Edge) {
	r.loops = append(r.loops, e)
	if x.rec == nil && (r.met || r.edges >= localEdges || x.cfg.NoTau) {
		x.cut(r)
	}
}

// mayBlock reports whether the running thread, which is alone, may be disabled at an edge, and prepares for
// that if the edge begins a section.
func (x *expansion) mayBlock(r *run, e *cfa.Edge) bool {
	switch op := e.Op.(type) {
	case cfa.AtomicBegin:
		r.begun = nil
		r.begun = &begun{before: r.fork()}
	case cfa.Join:
		return !x.independence.joinable(r.st, r.i, e, op)
	}
	return false
}

// cut ends a step where its thread has local edges to go.
func (x *expansion) cut(r *run) {
	if x.probe != nil {
		return
	}
	r.script.cut = r.edges
	x.emit(r)
}

// emit ends a run with a successor.
func (x *expansion) emit(r *run) {
	x.blocks(r) // a section that is cut may not come to its end
	r.script.length = r.edges
	s := Successor{State: r.st, Script: r.script, Loops: r.loops, Acts: r.acts}
	for i := x.known; x.cfg.Crowds && i < len(r.st.threads); i++ {
		s.Started = append(s.Started, i)
	}
	x.out.Successors = append(x.out.Successors, s)
	r.over = true
}

// settle ends what the running thread does in this step.
func (x *expansion) settle(r *run) {
	r.st.thread(r.i).status = settled
	r.script.stops = append(r.script.stops, r.edges)
	x.settled(r)
}

// settled goes on with another thread that has local steps, or ends the step.
func (x *expansion) settled(r *run) {
	if len(r.todo) > 0 {
		r.i, r.todo, r.moved = r.todo[0], r.todo[1:], true
		return
	}
	if k := x.wake(r); k >= 0 {
		if !r.st.threads[k].alive() { // a script that this execution does not follow
			r.over = true
			return
		}
		r.i, r.moved = k, true
		r.st.thread(k).status = running
		r.script.wakes = append(r.script.wakes, k)
		return
	}
	for _, t := range r.st.threads {
		if t.alive() {
			x.emit(r)
			return
		}
	}
	r.over = true
}

// halt ends the thread for good: inside a section the step does not take place,
// else the others go on without it.
func (x *expansion) halt(r *run, s status) {
	th := r.st.thread(r.i)
	if th.atomic > 0 && s == stuck {
		x.disable(r)
		return
	}
	th.status, th.frames, th.atomic, th.ops, r.begun = s, nil, 0, nil, nil
	if s == stuck || s == exiting {
		th.shared, th.deferred, th.held = nil, nil, nil
		r.st.strand(int32(r.i))
	}
	x.settled(r)
}

// disable ends a run whose step does not take place.
func (x *expansion) disable(r *run) {
	x.blocks(r)
	r.over = true
}

// failing is how a path ends at an operation that cannot be made: in a violation if the property is violated
// by that, else in a stop of a kind.
func (x *expansion) failing(kind StopKind, e *cfa.Edge) StopKind {
	if (kind == Invalid || kind == Undefined) && e != nil && cfa.Violates(e.Op, x.cfg.Property) {
		return Violated
	}
	return kind
}

// end is halt for a reason that is reported.
func (x *expansion) end(r *run, kind StopKind, e *cfa.Edge, what string) {
	if kind = x.failing(kind, e); kind == Violated {
		x.rec.count(r, e, false)
		x.report(r, kind, e, what)
		r.over = true
		return
	}
	x.report(r, kind, e, what)
	if !r.before {
		r.over = true // the step itself does not take place
		return
	}
	x.halt(r, stuck)
}

// report adds the end of a path that goes like a run.
func (x *expansion) report(r *run, kind StopKind, e *cfa.Edge, what string) {
	if kind != Unsupported && !x.sees(r) {
		return
	}
	x.out.report(Stop{Kind: kind, Edge: e, What: what, Script: r.whole()})
}

// whole returns the script of a step that ends here.
func (r *run) whole() Script {
	script := r.script.clone()
	script.length = r.edges
	return script
}

// Sections that are begun ahead of their turn.
//
// What a section does is known before it begins only roughly. If it turns out that it cannot be taken to its
// end for some values, its thread waits at its beginning for these, as it would have otherwise.

// begun is a section that was begun ahead of its turn.
type begun struct {
	before *run // at its beginning
	done   bool // before was put on the stack
}

// beginsAtOnce reports whether a section follows in the same step what was done before, and prepares for
// that it is not taken to its end.
func (x *expansion) beginsAtOnce(r *run, e *cfa.Edge) bool {
	if !x.independence.section(r.st, r.i, e) {
		return false
	}
	r.begun = nil
	r.begun = &begun{before: r.fork()}
	return true
}

// blocks notes that the section that the run is in is not taken to its end for all values.
func (x *expansion) blocks(r *run) {
	if b := r.begun; b != nil && !b.done {
		b.done = true
		b.before.waits, b.before.asleep = true, true // else it would be woken at once
		x.stack = append(x.stack, b.before)
	}
}
