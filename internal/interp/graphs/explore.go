package graphs

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// Options says what is explored.
type Options struct {
	Model axioms.Model
	// MaxGraphs bounds the number of graphs, those of unfinished executions among them; 0: 1,000,000.
	MaxGraphs int
	// MaxEvents bounds the events of a thread; 0: 200.
	MaxEvents int
	// Races looks for data races of C11 as well.
	Races bool
	// First ends the search at the first data race, and the first violation or undefined behaviour for which
	// Ends is true; nil: at any.
	First bool
	Ends  func(interp.Outcome) bool
}

// Execution is an execution that has ended, or whose last event races with another one.
type Execution struct {
	Outcome interp.Outcome
	Graph   axioms.Graph
	Events  []Event // beside Graph.Events
	Places  []Place // beside Graph.Writes
	Race    [2]int  // the events that race, if Outcome is not that of an end

	schedule []trace.Key
	given    []trace.Input
}

// Value is what a place of memory holds at the end: ok is false if nothing has accessed it.
func (x *Execution) Value(addr, size uint64) (lo, hi uint64, ok bool) {
	for i, p := range x.Places {
		if p.Addr == addr && p.Size == size {
			ws := x.Graph.Writes[i]
			e := x.Events[ws[len(ws)-1]]
			return e.Lo, e.Hi, true
		}
	}
	return 0, 0, false
}

// Result is what an exploration found.
type Result struct {
	// Ended counts the executions that ended: those of the whole process, and those whose threads are all
	// blocked.
	Ended, Blocked int
	// Violations has the first execution for each edge that ends one in a violation, Undefined in undefined
	// behaviour, and Races for each pair of edges.
	Violations, Undefined, Races []*Execution
	// Complete is set if all graphs were explored; Why says why not.
	Complete bool
	Why      string
	// Idle is set if iterations of loops were left out that only read.
	Idle bool
	// Sampled is set if some input took only some of its values.
	Sampled bool
	// Graphs is the number of graphs, those of unfinished executions among them.
	Graphs int
}

// explorer is a depth-first search over execution graphs.
type explorer struct {
	opt   Options
	res   Result
	live  *bytecode.Liveness
	heap  uint64
	seen  map[string]bool
	found map[[3]int]bool
	stack []*state
	buf   []byte
	ended func(*Execution)
}

// maxMemory bounds the bytes of the objects of an execution.
const maxMemory = 1 << 28

// Run explores the execution graphs of a program. ended, unless it is nil, is called with each execution of
// the whole process that has ended. The error is about the program.
func Run(ctx context.Context, p *cfa.Program, opt Options, ended func(*Execution)) (*Result, error) {
	m, err := interp.New(p, interp.Config{MaxMemory: maxMemory, Count: true})
	if err != nil {
		return nil, err
	}
	if opt.MaxGraphs == 0 {
		opt.MaxGraphs = 1_000_000
	}
	if opt.MaxEvents == 0 {
		opt.MaxEvents = 200
	}
	x := &explorer{opt: opt, live: m.Liveness(), heap: m.HeapStart(), seen: make(map[string]bool),
		found: make(map[[3]int]bool), ended: ended}
	x.res.Complete = true
	first := &state{m: m}
	first.thread(0, axioms.None)
	x.stack = append(x.stack, first)
	for len(x.stack) > 0 && x.res.Why == "" {
		if err := ctx.Err(); err != nil {
			x.incomplete(err.Error())
			break
		}
		s := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		x.expand(s)
	}
	x.res.Graphs = len(x.seen)
	return &x.res, nil
}

// incomplete says why the exploration ends, or leaves something out.
func (x *explorer) incomplete(why string) {
	if x.res.Complete {
		x.res.Complete, x.res.Why = false, why
	}
}

// expand makes the steps of all threads. A thread whose next events conflict with nothing goes on alone.
func (x *explorer) expand(s *state) {
	var next []*state
	left, moved := false, false
	for t := range s.m.NumThreads() {
		if s.ended[t] {
			continue
		}
		left = true
		made, some, alone := x.steps(s, t)
		moved = moved || some
		if alone {
			next = made
			break
		}
		next = append(next, made...)
	}
	if left && !moved {
		x.res.Blocked++
	}
	for _, n := range slices.Backward(next) {
		x.add(n)
	}
}

func (x *explorer) add(s *state) {
	x.buf = s.key(x.buf[:0])
	if x.seen[string(x.buf)] {
		return
	}
	x.seen[string(x.buf)] = true
	if len(x.seen) > x.opt.MaxGraphs {
		x.incomplete(fmt.Sprintf("more than %d execution graphs", x.opt.MaxGraphs))
		return
	}
	x.stack = append(x.stack, s)
}

// steps makes the next step of a thread in all ways that the model allows. some is set if there is any, alone
// if no other thread has to be tried before it.
func (x *explorer) steps(s *state, t int) (made []*state, some, alone bool) {
	alone = true
	for ch := x.chooser(); ; {
		n := s.clone(ch)
		ch.sampled, ch.given = false, nil
		ch.Begin(n.m)
		step := stepper{s: n, t: t, ch: ch}
		ev := step.run()
		if step.refused != "" {
			x.incomplete(step.refused)
			return nil, true, true
		}
		n.inputs[t] = append(slices.Clip(n.inputs[t]), ch.Given...)
		n.given = append(n.given, ch.given...)
		if ev != interp.Stopped {
			n.schedule = append(n.schedule, step.key)
		}
		alone = alone && ev != interp.Stopped && ev != interp.Blocked && quiet(n, len(s.events))
		if ev != interp.Blocked && axioms.Check(x.opt.Model, &n.graph) == nil {
			some = true
			x.res.Sampled = x.res.Sampled || ch.sampled
			switch {
			case ev == interp.Stopped:
				x.end(n)
			case n.made[t] > x.opt.MaxEvents:
				x.incomplete(fmt.Sprintf("a thread with more than %d events", x.opt.MaxEvents))
			default:
				if x.opt.Races {
					x.races(n, len(s.events))
				}
				if !x.idles(n, t, len(s.events)) {
					made = append(made, n)
				}
			}
		}
		if !ch.Next() {
			return made, some, alone
		}
	}
}

// quiet reports whether the new events are such that conflict with nothing.
func quiet(s *state, from int) bool {
	for _, e := range s.graph.Events[from:] {
		if e.Kind <= axioms.Write {
			return false
		}
	}
	return true
}

// idles reports whether a step ends an iteration of a loop that has done nothing but read.
func (x *explorer) idles(s *state, t, from int) bool {
	if s.ended[t] {
		return false
	}
	reads := true
	for _, e := range s.graph.Events[from:] {
		reads = reads && (e.Kind == axioms.Read || e.Thread == axioms.Initial)
	}
	if !reads {
		s.idle[t] = nil
		return false
	}
	now := string(s.m.AppendThread(nil, t, x.live))
	if slices.Contains(s.idle[t], now) {
		x.res.Idle = true
		return true
	}
	s.idle[t] = append(slices.Clip(s.idle[t]), now)
	return false
}

// end looks at how an execution ended.
func (x *explorer) end(s *state) {
	o := s.m.Outcome()
	e := s.execution()
	e.Outcome = o
	switch o.Kind {
	case interp.Exited, interp.Violated:
		x.buf = s.key(append(x.buf[:0], byte(o.Kind)))
		if x.seen[string(x.buf)] {
			return
		}
		x.seen[string(x.buf)] = true
		x.res.Ended++
		if x.ended != nil {
			x.ended(e)
		}
		if o.Kind == interp.Violated {
			x.keep(&x.res.Violations, e, int(o.Edge.ID))
		}
	case interp.Undefined:
		x.keep(&x.res.Undefined, e, int(o.Edge.ID))
	case interp.AssumeFailed:
	default:
		x.incomplete(o.String())
	}
}

// keep notes an execution if it is the first of its kind.
func (x *explorer) keep(list *[]*Execution, e *Execution, edges ...int) {
	id := [3]int{int(e.Outcome.Kind)}
	copy(id[1:], edges)
	if x.found[id] {
		return
	}
	x.found[id] = true
	*list = append(*list, e)
	if x.opt.First && (x.opt.Ends == nil || e.Outcome.Kind == interp.Running || x.opt.Ends(e.Outcome)) {
		x.incomplete("the first violation ends it")
	}
}

// races looks for races of new events.
func (x *explorer) races(s *state, from int) {
	for _, r := range axioms.Races(&s.graph) {
		if r[1] < from {
			continue
		}
		a, b := s.events[r[0]].Edge.ID, s.events[r[1]].Edge.ID
		e := s.execution()
		e.Race = r
		x.keep(&x.res.Races, e, int(min(a, b))+1, int(max(a, b))+1)
	}
}
