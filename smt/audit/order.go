package audit

import (
	"fmt"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Orderer is a Solver whose inner solver has the ordering capability.
type Orderer struct {
	*Solver
	inner smt.Orderer
}

var (
	_ smt.Solver  = (*Orderer)(nil)
	_ smt.Orderer = (*Orderer)(nil)
)

// NewOrderer is [New] for a solver with the ordering capability, in which nothing is
// ordered yet. ok is false, and the result nil, if inner has none.
func NewOrderer(st *term.Store, inner smt.Solver, cfg Config) (o *Orderer, ok bool) {
	order, ok := inner.(smt.Orderer)
	if !ok {
		return nil, false
	}
	s := New(st, inner, cfg)
	s.order = &recordedOrder{}
	return &Orderer{s, order}, true
}

// recordedOrder is all that the inner solver was told about the order. Nodes and
// accesses are numbered as they come.
type recordedOrder struct {
	calls    []orderCall
	nodes    []smt.Node   // what the inner solver calls them
	accesses []smt.Access // likewise
	nodeOf   []int32      // by access
	pos      []int        // by access
	readers  [][]int32    // by write: the calls of ReadFrom
	later    [][]int32    // by write: the calls of WriteOrder with it as the earlier one
}

type callKind uint8

const (
	nodeCall callKind = iota
	beforeCall
	edgeCall
	accessCall
	readFromCall
	writeOrderCall
)

// orderCall is a call of smt.Orderer: a and b are nodes or accesses; of an access a is
// the node and b the position.
type orderCall struct {
	kind callKind
	lit  term.Term
	a, b int32
}

// replay makes the call to another Orderer whose store in imports into.
func (c orderCall) replay(o smt.Orderer, in *term.Importer) {
	switch c.kind {
	case nodeCall:
		o.Node()
	case beforeCall:
		o.Before(smt.Node(c.a), smt.Node(c.b))
	case edgeCall:
		o.Edge(in.Import(c.lit), smt.Node(c.a), smt.Node(c.b))
	case accessCall:
		o.Access(smt.Node(c.a), int(c.b))
	case readFromCall:
		o.ReadFrom(in.Import(c.lit), smt.Access(c.a), smt.Access(c.b))
	case writeOrderCall:
		o.WriteOrder(in.Import(c.lit), smt.Access(c.a), smt.Access(c.b))
	}
}

// Node implements smt.Orderer.
func (o *Orderer) Node() smt.Node {
	r := o.order
	r.calls = append(r.calls, orderCall{kind: nodeCall})
	r.nodes = append(r.nodes, o.inner.Node())
	return smt.Node(len(r.nodes) - 1)
}

// Before implements smt.Orderer.
func (o *Orderer) Before(a, b smt.Node) {
	r := o.order
	r.calls = append(r.calls, orderCall{kind: beforeCall, a: int32(a), b: int32(b)})
	o.inner.Before(r.nodes[a], r.nodes[b])
}

// Edge implements smt.Orderer.
func (o *Orderer) Edge(lit term.Term, a, b smt.Node) {
	r := o.order
	r.calls = append(r.calls, orderCall{edgeCall, lit, int32(a), int32(b)})
	o.inner.Edge(lit, r.nodes[a], r.nodes[b])
}

// Access implements smt.Orderer.
func (o *Orderer) Access(n smt.Node, pos int) smt.Access {
	r := o.order
	r.calls = append(r.calls, orderCall{kind: accessCall, a: int32(n), b: int32(pos)})
	r.accesses = append(r.accesses, o.inner.Access(r.nodes[n], pos))
	r.nodeOf = append(r.nodeOf, int32(n))
	r.pos = append(r.pos, pos)
	r.readers = append(r.readers, nil)
	r.later = append(r.later, nil)
	return smt.Access(len(r.accesses) - 1)
}

// ReadFrom implements smt.Orderer.
func (o *Orderer) ReadFrom(lit term.Term, w, rd smt.Access) {
	r := o.order
	r.readers[w] = append(r.readers[w], int32(len(r.calls)))
	r.calls = append(r.calls, orderCall{readFromCall, lit, int32(w), int32(rd)})
	o.inner.ReadFrom(lit, r.accesses[w], r.accesses[rd])
}

// WriteOrder implements smt.Orderer.
func (o *Orderer) WriteOrder(lit term.Term, w, w2 smt.Access) {
	r := o.order
	r.later[w] = append(r.later[w], int32(len(r.calls)))
	r.calls = append(r.calls, orderCall{writeOrderCall, lit, int32(w), int32(w2)})
	o.inner.WriteOrder(lit, r.accesses[w], r.accesses[w2])
}

// check looks whether the order of a model is one: by definition, from the values of all literals.
func (r *recordedOrder) check(ev *term.Evaluator) string {
	out := make([][]int32, len(r.nodes)) // by node
	what := ""
	between := func(a, b int32) {
		x, y := r.nodeOf[a], r.nodeOf[b]
		switch {
		case x != y:
			out[x] = append(out[x], y)
		case r.pos[a] >= r.pos[b] && what == "":
			what = fmt.Sprintf("the order of the model runs against the positions %d and %d of a node",
				r.pos[a], r.pos[b])
		}
	}
	holds := make([]bool, len(r.calls))
	for i, c := range r.calls {
		switch c.kind {
		case nodeCall, accessCall:
			continue
		case beforeCall:
			holds[i] = true
		default:
			v, err := ev.Eval(c.lit)
			if err != nil {
				return "the model has no value for a literal of the order: " + err.Error()
			}
			holds[i] = v.Bool()
		}
		switch {
		case !holds[i]:
		case c.kind == beforeCall, c.kind == edgeCall:
			out[c.a] = append(out[c.a], c.b)
		default:
			between(c.a, c.b)
		}
	}
	for w := range r.later {
		for _, i := range r.later[w] {
			for _, j := range r.readers[w] {
				if holds[i] && holds[j] {
					between(r.calls[j].b, r.calls[i].b) // from-read
				}
			}
		}
	}
	if what == "" && !acyclic(out) {
		what = "the order of the model has a cycle"
	}
	return what
}

// acyclic reports that a graph, given by the successors of each node, has no cycle, by
// taking away nodes that nothing precedes.
func acyclic(out [][]int32) bool {
	before := make([]int, len(out))
	for _, to := range out {
		for _, y := range to {
			before[y]++
		}
	}
	var free []int32
	for x, n := range before {
		if n == 0 {
			free = append(free, int32(x))
		}
	}
	gone := 0
	for ; len(free) > 0; gone++ {
		x := free[len(free)-1]
		free = free[:len(free)-1]
		for _, y := range out[x] {
			if before[y]--; before[y] == 0 {
				free = append(free, y)
			}
		}
	}
	return gone == len(out)
}
