package enumerate

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/components"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
)

// explorer is a breadth-first search over the states of a program.
type explorer struct {
	start *interp.Machine // at the start of the program; it is never run
	live  *bytecode.Liveness
	opt   Options
	res   Result
	seen  map[string]int // nodes by their states
	after [][]int        // by node, with Options.Endless
	found map[foundID]bool
	heap  uint64                 // the first region after static objects
	raced map[[2]cfa.EdgeID]bool // pairs in res.Races
	nodes []node
	queue []int // nodes to be expanded
	buf   []byte
}

type foundID struct {
	kind     interp.OutcomeKind
	property property.Property
	origin   cfa.EdgeID
}

// node is a state and how it was reached.
type node struct {
	parent  int
	thread  int
	choices []int
	// m is dropped when the node was expanded.
	m *interp.Machine
	// only is the thread that stands in the middle of local edges and goes
	// on alone, since no other thread can tell when it does; -1: all threads.
	only int
}

// localRun is the number of local edges after which a state is made, so that
// endless local loops come back to a known state.
const localRun = 256

// maxChoices bounds the choices within one step, of which all combinations are tried.
const maxChoices = 32

func (x *explorer) run(ctx context.Context) {
	x.add(node{parent: -1, m: x.start, only: -1})
	for len(x.queue) > 0 {
		if err := ctx.Err(); err != nil {
			x.incomplete(err.Error())
			return
		}
		if x.opt.First && len(x.res.Violations)+len(x.res.Races)+x.res.Circles > 0 {
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
		if x.opt.Circles && len(x.res.Deadlocks) == 0 {
			x.circles(i)
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
	x.buf = n.m.AppendState(binary.AppendVarint(x.buf[:0], int64(n.only)), x.live)
	to, known := x.seen[string(x.buf)]
	if !known {
		to = len(x.nodes)
		x.seen[string(x.buf)] = to
		x.nodes = append(x.nodes, n)
		x.queue = append(x.queue, to)
	}
	if x.opt.Endless && n.parent >= 0 {
		x.after = append(x.after, make([][]int, len(x.nodes)-len(x.after))...)
		x.after[n.parent] = append(x.after[n.parent], to)
	}
}

// comesBack reports whether the graph of states has a cycle.
func (x *explorer) comesBack() bool {
	x.after = append(x.after, make([][]int, len(x.nodes)-len(x.after))...)
	of, found := components.Of(len(x.nodes), func(n, i int) (int, bool) {
		if i == len(x.after[n]) {
			return 0, false
		}
		return x.after[n][i], true
	})
	if found < len(x.nodes) {
		return true
	}
	for n, list := range x.after {
		for _, to := range list {
			if of[n] == of[to] {
				return true
			}
		}
	}
	return false
}

// expand makes the steps of all threads in a state.
func (x *explorer) expand(i int) {
	n := x.nodes[i]
	moved, left := false, false
	for t := range n.m.NumThreads() {
		if n.m.Finished(t) || n.only >= 0 && n.only != t {
			continue
		}
		left = true
		for ch := x.chooser(); ; {
			m := n.m.Clone(ch)
			ch.Begin(m)
			ev, edges := x.advance(m, t, ch)
			next := node{parent: i, thread: t, choices: ch.Taken(), m: m, only: -1}
			switch {
			case ev == interp.Stopped:
				moved = true
				x.end(next)
			case ev == interp.Local:
				moved = true
				next.only = t
				x.add(next)
			case ev == interp.Visible || edges > 0 || n.only >= 0:
				// Disabled after local edges: a state of its own, in which
				// the thread stands where it is disabled.
				moved = true
				x.add(next)
			}
			if ch.Length() > maxChoices {
				x.incomplete(fmt.Sprintf("more than %d choices in one step", maxChoices))
				break
			}
			if !ch.Next() {
				break
			}
		}
	}
	if left && !moved {
		m := n.m.Clone(interp.Zero{})
		m.Deadlocked()
		x.end(node{parent: i, thread: -1, m: m})
	}
}

// circles looks for threads of a state that wait for each other for ever.
func (x *explorer) circles(i int) {
	n := x.nodes[i]
	if n.only >= 0 {
		return
	}
	ch := x.chooser()
	ch.Begin(n.m)
	m := n.m.Clone(ch)
	for t := range m.NumThreads() {
		if m.Finished(t) || m.Doomed(t) == nil {
			continue
		}
		rec, ch := x.replay(n)
		ch.Follow(rec, nil)
		rec.DeadlockedAmong(rec.Doomed(t))
		x.res.Deadlocks = append(x.res.Deadlocks, Found{Outcome: rec.Outcome(), Trace: rec.Trace()})
		x.res.Circles++
		return
	}
}

// advance runs a thread to the end of its next visible step; it stops with
// Local after a choice and after many local edges. edges counts those that
// were executed and not undone. A section that is too long makes the enumeration incomplete.
func (x *explorer) advance(m *interp.Machine, thread int, ch *chooser) (ev interp.Event, edges int) {
	inside := 0
	for {
		ev := step(m, thread)
		switch ev {
		case interp.Local:
			if edges++; ch.Used() > 0 || edges >= localRun {
				return ev, edges
			}
		case interp.Inside:
			if inside++; inside > x.opt.MaxSteps {
				x.incomplete(fmt.Sprintf("an atomic section of more than %d edges", x.opt.MaxSteps))
				return interp.Stopped, edges
			}
		default:
			return ev, edges
		}
	}
}

// step executes one edge of a thread. The explorer never lets a thread run while another one is inside a
// section, so there is no error.
func step(m *interp.Machine, thread int) interp.Event {
	ev, err := m.Step(thread)
	if err != nil {
		panic(err)
	}
	return ev
}

// end looks at how an execution ended.
func (x *explorer) end(n node) {
	o := n.m.Outcome()
	var list *[]Found
	switch o.Kind {
	case interp.Violated:
		list = &x.res.Violations
	case interp.Deadlock:
		list = &x.res.Deadlocks
	case interp.Undefined:
		list = &x.res.Undefined
	case interp.Unsupported:
		list = &x.res.Unsupported
	case interp.StepLimit, interp.Canceled, interp.MemoryLimit, interp.Failed:
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
	var m *interp.Machine
	if n.thread >= 0 {
		m, _ = x.replay(n)
	} else {
		m, _ = x.replay(x.nodes[n.parent])
		m.Deadlocked()
	}
	*list = append(*list, Found{Outcome: m.Outcome(), Trace: m.Trace()})
}

// replay executes the path to a node again, recording it. The chooser goes on with what happens then.
func (x *explorer) replay(n node) (*interp.Machine, *chooser) {
	var path []node
	for ; n.parent >= 0; n = x.nodes[n.parent] {
		path = append(path, n)
	}
	ch := x.chooser()
	m := x.start.Restart(interp.Config{MaxMemory: maxMemory, Record: true, Locks: x.opt.Circles,
		Decider: ch})
	for _, n := range slices.Backward(path) {
		ch.Follow(m, n.choices)
		x.advance(m, n.thread, ch)
	}
	return m, ch
}
