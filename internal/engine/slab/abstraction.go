package slab

import "slices"

// abstraction is a graph as in Definition 1: nodes labelled with predicates, and edges with transitions. An
// edge here has one transition, so there are several between two nodes where the paper has one edge with
// several; empty edges do not exist.
type abstraction struct {
	voc   *vocabulary
	steps *stepTable
	// nodes are those that were not removed, in the order in which they were made.
	nodes []*node
	bad   []*node
	// made counts the nodes and edges that were ever made.
	madeNodes, madeEdges int
	edges                int // present
	// shrunk counts the edges removed since variables were last looked at.
	shrunk  int
	history history
}

// node is an abstract state.
type node struct {
	id int
	// label are the predicates that hold, each of a node of its own; literals are their numbers.
	label    []formula
	literals literals
	initial  bool
	bad      bool
	in, out  []*edge
	// at is its place in abstraction.nodes; -1: it was removed.
	at int
	// live are the variables that matter in the node, as they were last computed.
	live varset
	// cell is its place in the history of splits.
	cell *cell
	// fromInit and toBad are the distances from an initial node and to a bad one.
	fromInit, toBad distance
}

// edge is a transition between two nodes.
type edge struct {
	id       int
	from, to *node
	step     *step
	// inAt and outAt are its places in to.in and from.out; -1: it was removed.
	inAt, outAt int
	// model is why it is consistent; nil: nothing is known.
	model model
}

func (e *edge) removed() bool { return e.outAt < 0 }

func (a *abstraction) addNode(initial, bad bool, label []formula) *node {
	n := &node{id: a.madeNodes, initial: initial, bad: bad, at: len(a.nodes)}
	a.madeNodes++
	for _, f := range label {
		a.extend(n, f)
	}
	n.live = newVarset(len(a.voc.p.vars))
	a.nodes = append(a.nodes, n)
	if bad {
		a.bad = append(a.bad, n)
	}
	return n
}

// extend adds a predicate to the label of a node.
func (a *abstraction) extend(n *node, f formula) {
	n.label = append(slices.Clip(n.label), f)
	n.literals = n.literals.with(a.voc.literal(f))
}

func (a *abstraction) addEdge(from, to *node, s *step, m model) *edge {
	e := &edge{id: a.madeEdges, from: from, to: to, step: s, model: m, inAt: len(to.in), outAt: len(from.out)}
	a.madeEdges++
	a.edges++
	to.in, from.out = append(to.in, e), append(from.out, e)
	return e
}

// rename gives an edge a new number after the label of one of its ends has changed: what is remembered of
// sub-paths by the numbers of their edges is about the labels too.
func (a *abstraction) rename(e *edge) {
	e.id = a.madeEdges
	a.madeEdges++
}

// removeEdge takes an edge out of the graph. The distances must be repaired afterwards.
func (a *abstraction) removeEdge(e *edge) {
	last := e.to.in[len(e.to.in)-1]
	e.to.in[e.inAt], last.inAt = last, e.inAt
	e.to.in = e.to.in[:len(e.to.in)-1]
	last = e.from.out[len(e.from.out)-1]
	e.from.out[e.outAt], last.outAt = last, e.outAt
	e.from.out = e.from.out[:len(e.from.out)-1]
	e.inAt, e.outAt = -1, -1
	a.edges--
	a.shrunk++
}

// removeNode takes a node without edges out of the graph.
func (a *abstraction) removeNode(n *node) {
	last := a.nodes[len(a.nodes)-1]
	a.nodes[n.at], last.at = last, n.at
	a.nodes = a.nodes[:len(a.nodes)-1]
	n.at = -1
	a.bad = slices.DeleteFunc(a.bad, func(m *node) bool { return m == n })
}
