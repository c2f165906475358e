package schedule

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/sat"
)

// Explorer explores all schedules of a program.
type Explorer struct {
	ctx   context.Context
	prog  *cfa.Program
	info  *scope.Info
	prop  property.Property
	bytes bool
	units []int // by EdgeID: the size of the cells that an access is divided into, or 0
	steps uint64
	until uint64 // steps at which the turn ends
	x     *explorer
	Result
}

// Result is how far an exploration came.
type Result struct {
	// Trace leads to a violation; nil: none was found so far.
	Trace *trace.Trace
	// Done is set when there is nothing left to be found. Open says why not all of it was looked at; empty:
	// it was.
	Done bool
	Open string
	// Refused is where an execution could not be followed; nil: there was none.
	Refused *interp.Outcome
	// Executions and Histories count executions, and histories of threads.
	Executions, Histories, Questions int
	Steps                            uint64
}

// explorer is an exploration with accesses of one kind.
type explorer struct {
	*Explorer
	ask       *questions
	code      *interp.Code
	main      *root
	roots     map[rootKey]*root
	ids       map[[2]int]uint64
	regions   map[[2]uint64]uint64
	locations map[place]*location
	bytesOf   map[uint64]*location
	list      []*location
	live      liveness
	values    map[*cfa.Edge][]uint64 // of inputs of which a few stand for all
	stacks    map[uint64]*root       // by region: the thread on whose stack an object is
	depth     int                    // of the histories that are explored
	heap      uint64                 // the first region that is free at the start
	waits     []bool                 // by EdgeID: it begins a section that waits for something
	probes    int
	started   bool
	key       []byte
	// appendThread appends the state of a thread.
	appendThread func(b []byte, m *interp.Machine, t int) []byte
}

// liveness says how much of an input is read.
type liveness interface {
	InputBits(origin cfa.EdgeID, width int) (bits int, ok bool)
}

// NewExplorer prepares an exploration. An execution has at most so many edges.
func NewExplorer(ctx context.Context, info *scope.Info, prop property.Property, steps int) (*Explorer,
	error) {
	e := &Explorer{ctx: ctx, prog: info.Prog, info: info, prop: prop, steps: uint64(steps),
		units: make([]int, info.Prog.NumEdges)}
	cells, err := pass.CutCells(ctx, info.Prog, info.Points)
	if err != nil {
		return nil, err
	}
	for edge, i := range cells.ByEdge {
		e.units[edge.ID] = int(cells.Classes[i].Size)
	}
	return e, e.restart()
}

func (e *Explorer) restart() error {
	code, err := interp.NewCode(e.prog)
	if err != nil {
		return err
	}
	e.x = &explorer{Explorer: e, code: code, waits: waiting(e.prog),
		values: e.info.Classes(), depth: firstDepth, ask: newQuestions(),
		roots: map[rootKey]*root{}, ids: map[[2]int]uint64{}, regions: map[[2]uint64]uint64{},
		locations: map[place]*location{}, bytesOf: map[uint64]*location{}, stacks: map[uint64]*root{}}
	for edge, values := range e.info.Choices() {
		e.x.values[edge] = values[:]
	}
	m := code.Start(interp.Config{})
	live := m.Liveness()
	e.x.live, e.x.heap = live, m.HeapStart()
	e.x.appendThread = func(b []byte, m *interp.Machine, t int) []byte { return m.AppendThread(b, t, live) }
	e.x.main = e.x.newRoot(1)
	return nil
}

// Run makes executions until it is done or they have taken so many edges.
func (e *Explorer) Run(edges uint64) error {
	e.until = e.Steps + edges
	for !e.Done && e.Trace == nil && e.Steps < e.until && e.ctx.Err() == nil {
		err := e.x.turn()
		if errors.Is(err, errMixed) && !e.bytes {
			e.bytes = true
			err = e.restart()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// turn makes the next execution.
func (x *explorer) turn() error {
	if !x.started {
		x.started = true
		return x.execute(nil)
	}
	for _, l := range x.list {
		if l.shared() && (l.knownReads < len(l.reads) || l.knownWrites < len(l.writes)) {
			x.ask.share(l, x.history)
		}
	}
	var targets []*node
	deeper := false
	for _, n := range x.ask.nodes {
		is, depth := n.target()
		switch {
		case is && depth < x.depth:
			targets = append(targets, n)
		case is:
			deeper = true
		}
	}
	answer := sat.Unsat
	if len(targets) > 0 {
		left := x.until - min(x.Steps, x.until)
		answer = x.ask.next(x.ctx, targets, int64(left)/conflictCost+fewest)
	}
	x.Steps += x.ask.cost()
	switch {
	case x.ask.pairs > maxPairs:
		x.open("the threads read and write the same places too often")
		x.Done = true
		return nil
	case answer == sat.Unknown:
		return nil
	case answer == sat.Unsat && deeper:
		x.depth *= 2
		return nil
	case answer == sat.Unsat:
		x.Done = true
		return nil
	}
	p, err := x.plan(targets)
	if err != nil {
		return err
	}
	return x.execute(p)
}

// Histories are explored up to a number of steps of their threads, which is doubled when there is nothing
// left to be found: at first it is firstDepth. There are at most maxPairs pairs of accesses to a place.
const (
	firstDepth = 32
	maxPairs   = 2_000_000
	fewest     = 100 // conflicts that a question may have in any case
)

// history is that of a read with a value.
func (x *explorer) history(n *node, v value) *node {
	if c := n.child(v); c != nil {
		return c
	}
	c := x.newNode(n, v)
	if x.impossible(n, v) {
		c.explored = true
		x.blocks(c)
	}
	return c
}

func (x *explorer) newNode(parent *node, v value) *node {
	n := &node{root: parent.root, parent: parent, value: v, base: parent.base + len(parent.steps)}
	if parent.inside {
		n.base = parent.base
	}
	parent.children = append(parent.children, n)
	x.ask.add(n)
	x.Histories++
	return n
}

// newPoint makes the point of a step.
func (x *explorer) newPoint(p *position) *point {
	at := &point{root: p.root, index: p.done, prev: p.last}
	x.ask.point(at)
	return at
}

// asked notes that a place is read.
func (x *explorer) asked(n *node) {
	n.read = x.ask.order.Access(n.at.order, 0)
	n.loc.visit(n.root)
	n.loc.reads = append(n.loc.reads, n)
}

// wrote notes a write.
func (x *explorer) wrote(w *write) {
	w.access = x.ask.order.Access(w.at.order, 1)
	w.loc.visit(w.node.root)
	w.loc.writes = append(w.loc.writes, w)
}

// blocks notes that no thread makes a step with a history.
func (x *explorer) blocks(n *node) {
	if !n.blocked {
		n.blocked = true
		x.ask.solver.AddClause(n.lit.Not())
	}
}

// taken notes that an input is taken at an edge, and lists its values.
func (x *explorer) taken(n *node, e *cfa.Edge, k trace.Key, width int) {
	if values, ok := x.values[e]; ok {
		for _, v := range values {
			x.newNode(n, value{v})
		}
		return
	}
	bits, ok := x.live.InputBits(k.Origin, width)
	switch {
	case !ok:
		bits = 0
	case width == 0:
		bits = 1
	case bits > inputBits:
		bits = 0
		x.sampled(fmt.Sprintf("an input of %d bits", width))
	}
	for v := range uint64(1) << bits {
		x.newNode(n, value{v})
	}
}

// inputBits is how many bits an input may have of which all values are looked at.
const inputBits = 3

// sampled notes that not all values of something are looked at.
func (x *explorer) sampled(what string) {
	x.open(what + " was given one value only")
}

// open notes why it is not enough that nothing is left.
func (x *explorer) open(why string) {
	if x.Open == "" {
		x.Open = why
	}
}
