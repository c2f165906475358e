package liveness

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/internal/proof/recurrence"
)

// node is a state, after its observation.
type node struct {
	letter uint64 // the propositions that hold
	edges  []edge
	turns  []multistate.Turn // by thread; nil: in an atomic section, or after the end
	parent int32             // where it was reached from first, by edge via of it
	via    int32
	inside bool // in an atomic section
	code   []byte
	vector vector // in place of code, if it has one
}

// edge is a step from one node to another.
type edge struct {
	to     int32
	thread int32 // that steps; nobody: the execution stays in its last state
	acts   multistate.Acts
	script int // where in graph.scripts its moves are; moves: how many
	moves  int
}

// nobody steps where an execution stays in its last state.
const nobody = recurrence.Nobody

// graph is what was explored.
type graph struct {
	nodes   []node
	scripts []byte
	starts  []int // by edge of node 0: moves of the initial thread before the first observation
	threads int   // the largest number
}

// explorer explores the states of a program.
type explorer struct {
	graph
	ctx    context.Context
	task   engine.Task
	cfg    Config
	steps  *multistate.Stepper
	told   func(*cfa.Edge) bool // of no-starvation; else nil
	known  *stateset.Set
	store  *stateset.Store
	names  map[stateset.Name]int32
	end    uint64 // the bits of the proposition "end"
	open   []int32
	base   int
	stops  []multistate.Stop
	pieces *pieces // nil: steps are not remembered
	// reached are the states that the last steps lead to.
	reached []vector
	ends    map[endKey]bool
	// emptiness and compared count what was asked before the terms were given up for the last time.
	emptiness emptiness.Counts
	compared  stateset.Counts
	alone     int // nodes in which one thread alone makes its steps
	// unsure: whether a thread waits depends on an input in some state.
	unsure bool
}

type endKey struct {
	kind multistate.StopKind
	edge *cfa.Edge
}

// observer is the number of the thread that observes.
const observer = 1

// start makes the initial nodes. There are several if the program begins with a choice.
func (x *explorer) start() error {
	x.nodes = append(x.nodes, node{parent: -1}) // the origin: its edges lead to the initial nodes
	work := []moved{{st: x.steps.Initial()}}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if m.st.NumThreads() > observer {
			if err := x.observe(m, 0, 0); err != nil {
				return err
			}
			for len(x.starts) < len(x.nodes[0].edges) {
				x.starts = append(x.starts, m.moves)
			}
			continue
		}
		step, err := x.steps.Step(m.st, 0)
		if err != nil {
			return err
		}
		x.stopped(step)
		for _, next := range step.Successors {
			work = append(work, m.then(next))
		}
	}
	return nil
}

// moved is a state after some moves.
type moved struct {
	st     *multistate.State
	script []byte
	moves  int
	acts   multistate.Acts // what the first one does: the others are those of the observer
}

// then is the state after one more move.
func (m moved) then(next multistate.Successor) moved {
	acts := m.acts
	if m.moves == 0 {
		acts = next.Acts
	}
	return moved{next.State, next.Script.Append(m.script[:len(m.script):len(m.script)]), m.moves + 1, acts}
}

// expand makes the steps of a node.
func (x *explorer) expand(at int32) error {
	if v := x.nodes[at].vector; v != nil {
		x.nodes[at].vector = nil
		return x.expandPieces(at, v)
	}
	st, err := x.steps.Decode(x.nodes[at].code)
	if err != nil {
		return err
	}
	x.nodes[at].code = nil
	if i := st.Inside(); i >= 0 {
		x.nodes[at].inside = true
		_, err := x.step(st, at, i)
		return err
	}
	turns := make([]multistate.Turn, st.NumThreads())
	for i := range turns {
		if i == observer {
			turns[i] = multistate.Ended
			continue
		}
		if turns[i], err = x.steps.Turn(st, i); err != nil {
			return err
		}
		x.unsure = x.unsure || turns[i] == multistate.Unsure
	}
	x.turnsOf(at, turns)
	return x.moves(at, turns, func(i int) (bool, error) { return x.step(st, at, i) },
		func(i int) (bool, error) { return st.Simple(i) && x.steps.Commutes(st, i), nil })
}

// turnsOf notes what the threads of a node can do.
func (x *explorer) turnsOf(at int32, turns []multistate.Turn) {
	x.nodes[at].turns = turns
	x.threads = max(x.threads, len(turns))
}

// step makes the steps of one thread, and reports whether no path ended in them.
func (x *explorer) step(st *multistate.State, at int32, i int) (whole bool, err error) {
	x.reached = x.reached[:0]
	step, err := x.steps.Step(st, i)
	x.task.Did(step.Work())
	if err != nil {
		return false, err
	}
	x.stopped(step)
	for _, next := range step.Successors {
		if err := x.observe(moved{}.then(next), at, int32(i)); err != nil {
			return false, err
		}
	}
	return len(step.Ends)+len(step.Violations) == 0, nil
}

// stopped notes the ends of paths.
func (x *explorer) stopped(step multistate.Step) {
	for _, list := range [...][]multistate.Stop{step.Ends, step.Violations} {
		for _, end := range list {
			if k := (endKey{end.Kind, end.Edge}); !x.ends[k] {
				x.ends[k] = true
				x.stops = append(x.stops, end)
			}
		}
	}
}

// observe enters the states in which the observer is done after a step.
func (x *explorer) observe(m moved, from, thread int32) error {
	type observed struct {
		moved
		done bool // the section of the observer is behind it
	}
	if m.st.Inside() >= 0 {
		return x.enter(m, from, thread)
	}
	for work := []observed{{m, false}}; len(work) > 0; {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		step, err := x.steps.Step(o.st, observer)
		if err != nil {
			return err
		}
		x.stopped(step)
		for _, next := range step.Successors {
			// Where a step has started the observer it may still be before its first observation.
			done := o.done || (o.st.Settled(observer) || o.st.Inside() >= 0) && next.State.Inside() < 0
			if done && next.State.Settled(observer) {
				if err := x.enter(o.then(next), from, thread); err != nil {
					return err
				}
				continue
			}
			if o.moves > maxMoves {
				return fmt.Errorf("the observer does not come to an end")
			}
			work = append(work, observed{o.then(next), done})
		}
	}
	return nil
}

// maxMoves bounds the moves of the observer for one observation.
const maxMoves = 1000

// enter adds an edge, and the node that it leads to unless that is known.
func (x *explorer) enter(m moved, from, thread int32) error {
	letter, ok := m.st.Static(x.task.Program.Observer.Object)
	if !ok {
		return errLetter
	}
	var to int32
	if v := x.vector(m.st); v != nil {
		to = x.arrivePieces(v, letter, from)
		x.reached = append(x.reached, v)
	} else {
		before := len(x.nodes)
		to = x.arrive(x.steps.Image(m.st), node{letter: letter}, from)
		if int(to) == before {
			x.nodes[to].code = x.steps.Encode(nil, m.st)
		}
		x.reached = append(x.reached, nil)
	}
	e := edge{to: to, thread: thread, acts: m.acts, script: len(x.scripts), moves: m.moves}
	x.scripts = append(x.scripts, m.script...)
	x.nodes[from].edges = append(x.nodes[from].edges, e)
	return nil
}

// errLetter says that the observer has written what is no number.
var errLetter = errors.New("the propositions that hold are not known")

// arrive returns the node of a state, which is added, as given, unless it is known.
func (x *explorer) arrive(im multistate.Image, n node, from int32) int32 {
	name, added := x.known.Enter(im)
	if !added {
		return x.names[name]
	}
	to := int32(len(x.nodes))
	x.names[name] = to
	n.parent, n.via = from, int32(len(x.nodes[from].edges))
	x.nodes, x.open = append(x.nodes, n), append(x.open, to)
	return to
}

// counts are those of questions about states, since the beginning.
func (x *explorer) counts() (emptiness.Counts, stateset.Counts) {
	emptiness, compared := x.emptiness, x.compared
	emptiness.Add(x.steps.Emptiness())
	compared.Add(x.known.Counts())
	return emptiness, compared
}

// renew gives up the terms of old states.
func (x *explorer) renew() {
	x.emptiness, x.compared = x.counts()
	x.steps = x.steps.Fork()
	x.known = x.store.View(x.ctx, x.steps.Terms())
	x.base = x.steps.Terms().NumTerms()
	if x.pieces != nil {
		x.pieces.whole, x.pieces.at = nil, nil
	}
}
