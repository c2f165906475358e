package ceds

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/term"
)

// worker explores states in one goroutine, with terms of its own.
type worker struct {
	s     *search
	id    uint8
	steps *multistate.Stepper
	known *stateset.Set
	front *frontier
	nodes []node
	bytes []byte // the scripts of the nodes

	transitions int64
	edges       int64
	threads     int
	ends        map[endKey]bool
	stops       []multistate.Stop // in the order in which they were found
	list        []int
	buf         []byte
	retired     counts // of steppers and views that were given up
	base        int    // terms of the stepper at first
	places      placeCounts
	sampled     time.Time
}

// ref names a node.
type ref struct {
	index  uint32
	worker uint8
}

// node says how a state was reached first.
type node struct {
	parent uint32
	script uint32
	thread uint16
	worker uint8 // of the parent
	root   bool
}

type endKey struct {
	kind multistate.StopKind
	edge *cfa.Edge
}

// found is a violation in the step of a thread from the state of a node.
type found struct {
	at     ref
	thread int
	end    multistate.Stop
	circle *multistate.Circle // a deadlock in that state; nil: the violation is in the step
}

// errOver ends a worker: another one has found a violation or hit a limit.
var errOver = errors.New("over")

// run explores until nothing is left.
func (w *worker) run() (err error) {
	defer term.Recover(&err)
	for {
		if err := w.s.ctx.Err(); err != nil {
			return err
		}
		if w.s.over.Load() {
			return errOver
		}
		if w.front.size == 0 {
			o, ok := w.s.pool.take()
			if !ok {
				return nil
			}
			w.front.add(o)
			w.front.settle()
		}
		w.tell()
		w.sample()
		if err := w.expand(w.front.take()); err != nil {
			return err
		}
		if w.s.pool.hungry.Load() > 0 && w.front.size > 1 {
			w.s.pool.give(w.front.shed(min(w.front.size/2, maxParcel)))
		}
		if w.steps.Terms().NumTerms()-w.base > w.s.set.renew {
			w.renew()
		}
	}
}

// maxParcel is how many states are handed over at once.
const maxParcel = 64

// expand makes the steps of all threads that are to go on in a state.
func (w *worker) expand(o open) error {
	if o.state == nil {
		var err error
		if o.state, err = w.steps.Decode(o.code); err != nil {
			return err
		}
	}
	if w.s.set.steps.Deadlocks {
		if err := w.deadlock(o); err != nil {
			return err
		}
	}
	w.list = o.state.Enabled(w.list)
	for _, i := range w.list {
		step, err := w.steps.Step(o.state, i)
		w.edges += int64(step.Edges)
		w.s.task.Did(step.Work())
		if err != nil {
			return err
		}
		if len(step.Violations) > 0 {
			return w.s.end(&found{at: o.node, thread: i, end: step.Violations[0]})
		}
		for _, end := range step.Ends {
			if k := (endKey{end.Kind, end.Edge}); !w.ends[k] {
				w.ends[k] = true
				w.stops = append(w.stops, end)
			}
		}
		for _, next := range step.Successors {
			w.transitions++
			if err := w.visit(o.node, i, next); err != nil {
				return err
			}
		}
	}
	w.front.settle()
	return nil
}

// deadlock ends the search if a state has a deadlock.
func (w *worker) deadlock(o open) error {
	circle, sure, err := w.steps.Deadlock(o.state)
	switch {
	case err != nil:
		return err
	case circle != nil:
		return w.s.end(&found{at: o.node, circle: circle})
	case !sure:
		end := multistate.Stop{Kind: multistate.Unsupported,
			What: "a thread that waits or not as an input says that is chosen in the same atomic step"}
		if k := (endKey{end.Kind, nil}); !w.ends[k] {
			w.ends[k] = true
			w.stops = append(w.stops, end)
		}
	}
	return nil
}

// visit adds a state unless it is known. One that is, and in which a thread goes on before all
// others, is explored with all threads instead, so that none is ignored for ever: of the states of a cycle,
// one at least was known when the cycle came to it, whichever worker did.
func (w *worker) visit(parent ref, thread int, next multistate.Successor) error {
	st := next.State
	w.threads = max(w.threads, st.NumThreads())
	if !w.known.Add(w.steps.Image(st)) {
		if st = st.Opened(); st == nil || !w.known.Add(w.steps.Image(st)) {
			return nil
		}
	}
	mark := len(w.bytes)
	w.bytes = next.Script.Append(w.bytes)
	if len(w.bytes) > 1<<32-1 || len(w.nodes) > 1<<31-2 || thread > 1<<16-1 {
		return fmt.Errorf("too many states")
	}
	w.enter(st, node{parent: parent.index, worker: parent.worker, thread: uint16(thread),
		script: uint32(mark)})
	if n := w.s.entered.Add(1); w.s.set.max > 0 && n > int64(w.s.set.max) {
		return w.s.end(nil)
	}
	return nil
}

func (w *worker) enter(st *multistate.State, n node) {
	w.s.cert.Add(w.steps, st)
	w.places.add(st)
	w.nodes = append(w.nodes, n)
	w.front.add(open{state: st, count: st.NumThreads(), node: ref{uint32(len(w.nodes) - 1), w.id}})
}

// renew gives up all terms but those of states that are still to be explored.
func (w *worker) renew() {
	w.front.packAll()
	w.retired.add(w.counts())
	w.steps = w.steps.Fork()
	w.known = w.s.states.View(w.s.ctx, w.steps.Terms())
	w.base = w.steps.Terms().NumTerms()
}

// tell emits an event now and then.
func (w *worker) tell() {
	if w.id != 0 {
		return
	}
	if now := time.Now(); now.Sub(w.s.told) > 200*time.Millisecond {
		w.s.told = now
		n := w.s.entered.Load()
		w.s.task.Emit(engine.Event{
			Stage: "explore", Detail: fmt.Sprintf("%d states, %d to go", n, w.front.size),
			Stats: []engine.Stat{engine.Count("states", n)},
		})
	}
}

func newWorker(s *search, id int, x *multistate.Stepper) *worker {
	w := &worker{
		s: s, id: uint8(id), steps: x, known: s.states.View(s.ctx, x.Terms()), ends: map[endKey]bool{},
		base: x.Terms().NumTerms(),
	}
	w.front = newFrontier(s.set.order, uint64(id), w.pack)
	if s.task.Explain {
		w.places = placeCounts{}
	}
	return w
}

// pack returns a state as bytes.
func (w *worker) pack(st *multistate.State) []byte {
	w.buf = w.steps.Encode(w.buf[:0], st)
	return slices.Clone(w.buf)
}
