package interp

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// EnumOptions bounds an enumeration.
type EnumOptions struct {
	// Values are the values that inputs of more than AllBits bits take; nil:
	// 0, 1, 2 and -1. Narrower ones take all values; AllBits 0 means 4.
	Values  []int64
	AllBits int
	// MaxStates bounds the number of states; 0: 200,000. MaxSteps bounds the
	// edges between two states; 0: 1,000,000.
	MaxStates int
	MaxSteps  uint64
	// First ends the enumeration at the first violation, or the first race.
	First bool
	// Races looks for data races as well.
	Races bool
}

// Found is an end of an execution that an enumeration reached.
type Found struct {
	Outcome Outcome
	// Trace leads to it; it replays when it is a violation or a deadlock.
	Trace *trace.Trace
}

// Enumeration is the result of Enumerate. Each list has one entry for an edge
// (and property), in the order in which they were found; shorter executions
// are found first.
type Enumeration struct {
	Violations  []Found
	Deadlocks   []Found // at most one
	Undefined   []Found
	Unsupported []Found
	// Races has one entry for each pair of edges, if EnumOptions.Races is set.
	Races []Race
	// Complete is set when every state was explored; Why tells why not.
	Complete bool
	Why      string
	// Sampled is set when some input took only some of its values.
	Sampled bool
	// States is the number of different states.
	States int
}

// Enumerate explores all interleavings of the visible steps of a program and
// all values of its inputs from a small domain. Objects get addresses that
// depend on their thread, and threads the first free ids, so what depends on
// other addresses is not seen. The error is about the program.
func Enumerate(ctx context.Context, p *cfa.Program, opt EnumOptions) (*Enumeration, error) {
	c, err := compile(p)
	if err != nil {
		return nil, err
	}
	if opt.Values == nil {
		opt.Values = []int64{0, 1, 2, -1}
	}
	if opt.AllBits == 0 {
		opt.AllBits = 4
	}
	if opt.MaxStates == 0 {
		opt.MaxStates = 200_000
	}
	if opt.MaxSteps == 0 {
		opt.MaxSteps = 1_000_000
	}
	x := &explorer{code: c, live: newLiveness(c), opt: opt, seen: make(map[string]bool),
		found: make(map[foundID]bool)}
	x.res.Complete = true
	x.run(ctx)
	x.res.States = len(x.seen)
	return &x.res, nil
}

// explorer is a breadth-first search over the states of a program.
type explorer struct {
	code  *code
	live  *liveness
	opt   EnumOptions
	res   Enumeration
	seen  map[string]bool
	found map[foundID]bool
	heap  uint64                 // the first region behind static objects
	raced map[[2]cfa.EdgeID]bool // pairs in res.Races
	nodes []node
	queue []int // nodes to be expanded
	buf   []byte
}

type foundID struct {
	kind     OutcomeKind
	property property.Property
	origin   cfa.EdgeID
}

// node is a state and how it was reached.
type node struct {
	parent  int
	thread  int
	choices []int
	// m is dropped when the node was expanded.
	m *Machine
	// only is the thread that stands in the middle of local edges and goes
	// on alone, since nobody can tell when it does; -1: all threads.
	only int
}

// localRun is the number of local edges after which a state is made, so that
// endless local loops come back to a known state.
const localRun = 256

// maxChoices bounds the choices within one step, of which all combinations
// are tried.
const maxChoices = 32

func (x *explorer) run(ctx context.Context) {
	m := newMachine(x.code, Config{MaxMemory: 1 << 28})
	m.ctx = ctx
	m.live = x.live
	x.heap = m.mem.next
	x.add(node{parent: -1, m: m, only: -1})
	for len(x.queue) > 0 {
		if err := ctx.Err(); err != nil {
			x.incomplete(err.Error())
			return
		}
		if x.opt.First && len(x.res.Violations)+len(x.res.Races) > 0 {
			x.incomplete("the first violation ends it")
			return
		}
		if len(x.seen) > x.opt.MaxStates {
			x.incomplete(fmt.Sprintf("more than %d states", x.opt.MaxStates))
			return
		}
		i := x.queue[0]
		x.queue = x.queue[1:]
		if x.opt.Races {
			x.races(i)
		}
		x.expand(i)
		x.nodes[i].m = nil
	}
}

func (x *explorer) incomplete(why string) {
	if x.res.Complete {
		x.res.Complete, x.res.Why = false, why
	}
}

// add queues a state unless it is known.
func (x *explorer) add(n node) {
	x.buf = n.m.appendState(x.buf[:0], n.only)
	if x.seen[string(x.buf)] {
		return
	}
	x.seen[string(x.buf)] = true
	x.nodes = append(x.nodes, n)
	x.queue = append(x.queue, len(x.nodes)-1)
}

// expand makes the steps of all threads in a state.
func (x *explorer) expand(i int) {
	n := x.nodes[i]
	moved, left := false, false
	for _, t := range n.m.threads {
		if t.done || n.only >= 0 && n.only != t.index {
			continue
		}
		left = true
		for ch := (&chooser{x: x}); ; {
			m := n.m.clone()
			m.decide, ch.m = ch, m
			ev, edges := m.advance(t.index, ch, x.opt.MaxSteps)
			next := node{parent: i, thread: t.index, choices: ch.taken(), m: m, only: -1}
			switch {
			case ev == Stopped:
				moved = true
				x.end(next)
			case ev == Local:
				moved = true
				next.only = t.index
				x.add(next)
			case ev == Visible || edges > 0 || n.only >= 0:
				// Disabled after local edges: a state of its own, in which
				// the thread stands where it is disabled.
				moved = true
				x.add(next)
			}
			if len(ch.script) > maxChoices {
				x.incomplete(fmt.Sprintf("more than %d choices in one step", maxChoices))
				break
			}
			if !ch.next() {
				break
			}
		}
	}
	if left && !moved {
		m := n.m.clone()
		m.stop(Outcome{Kind: Deadlock, What: m.blockedThreads()}, nil, nil)
		x.end(node{parent: i, thread: -1, m: m})
	}
}

// advance runs a thread to the end of its next visible step; it stops with
// Local behind a choice and after many local edges. edges counts those that
// were executed and not undone.
func (m *Machine) advance(thread int, ch *chooser, limit uint64) (ev Event, edges int) {
	ch.used = 0
	t := m.threads[thread]
	start := m.steps
	outside := 0
	for {
		ev := m.step(t)
		switch {
		case ev == Local:
			if outside++; ch.used > 0 || outside >= localRun {
				return Local, outside
			}
		case ev == Inside:
			if m.steps-start > limit {
				m.stop(Outcome{Kind: StepLimit, What: fmt.Sprintf("an atomic section of more than %d edges",
					limit)}, nil, nil)
				return Stopped, outside
			}
		default:
			return ev, outside
		}
	}
}

// end looks at how an execution ended.
func (x *explorer) end(n node) {
	o := n.m.outcome
	var list *[]Found
	switch o.Kind {
	case Violated:
		list = &x.res.Violations
	case Deadlock:
		list = &x.res.Deadlocks
	case Undefined:
		list = &x.res.Undefined
	case Unsupported:
		list = &x.res.Unsupported
	case StepLimit, Canceled, MemoryLimit, Failed:
		x.incomplete(o.String())
		return
	default:
		return
	}
	id := foundID{kind: o.Kind, property: o.Property, origin: cfa.NoEdge}
	if o.Edge != nil {
		id.origin = o.Edge.Origin
	}
	if x.found[id] {
		return
	}
	x.found[id] = true
	out, tr := x.replay(n)
	*list = append(*list, Found{Outcome: out, Trace: tr})
}

// replay executes the path to a node again, recording it.
func (x *explorer) replay(n node) (Outcome, *trace.Trace) {
	path := []node{n}
	for p := n.parent; p > 0; p = x.nodes[p].parent {
		path = append(path, x.nodes[p])
	}
	ch := &chooser{x: x}
	m := newMachine(x.code, Config{MaxMemory: 1 << 28, Record: true, Decider: ch})
	m.live, ch.m = x.live, m // the same choices
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].thread < 0 {
			m.stop(n.m.outcome, nil, nil)
			break
		}
		ch.script = append(ch.script[:0], path[i].choices...)
		m.advance(path[i].thread, ch, x.opt.MaxSteps)
	}
	return m.outcome, m.Trace()
}
