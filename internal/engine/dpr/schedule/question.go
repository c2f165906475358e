package schedule

import (
	"context"

	"whittle.dev/sat"
	"whittle.dev/sat/order"
)

// questions asks a solver whether there is an execution that comes to something new. The histories that are
// known are literals, in the order theory of which points are nodes: a value may be read if one of the writes
// of it comes before the read and none of another value in between.
type questions struct {
	solver *sat.Solver
	order  *order.Theory
	yes    sat.Lit
	init   order.Node
	nodes  []*node // all, the oldest first
	dirty  []*node
	open   []*node // of which more is a literal
	inside []*node // of which other is one
	before map[[2]*write]sat.Lit
	asked  int
	pairs  int64 // of accesses
	// conflicts and lowered are those of the solver and of its theory, and paid the pairs, up to the question
	// before.
	conflicts, lowered, paid int64
}

func newQuestions() *questions {
	q := &questions{solver: sat.New(sat.Config{}), before: map[[2]*write]sat.Lit{}}
	q.order = order.New(q.solver)
	q.yes = q.solver.NewVar().Pos()
	q.solver.AddClause(q.yes)
	q.init = q.order.Node()
	return q
}

// add makes a literal of a history.
func (q *questions) add(n *node) {
	n.lit = q.solver.NewVar().Pos()
	q.nodes = append(q.nodes, n)
	q.solver.AddClause(n.lit.Not(), n.parent.lit)
	for _, c := range n.parent.children {
		if c != n {
			q.solver.AddClause(n.lit.Not(), c.lit.Not())
		}
	}
	if n.parent.inside {
		q.complete(n.parent, n)
	}
}

// complete says that a step that has begun is made as a whole.
func (q *questions) complete(n, c *node) {
	before := n.lit.Not()
	if len(n.children) > 1 {
		before = n.other.Not()
	} else {
		q.inside = append(q.inside, n)
	}
	n.other = q.solver.NewVar().Pos()
	q.solver.AddClause(before, c.lit, n.other)
}

// point makes a node of a point.
func (q *questions) point(p *point) {
	p.order = q.order.Node()
	if p.prev != nil {
		q.order.Before(p.prev.order, p.order)
	}
}

// share tells the solver of reads and writes of a place that threads share of which it does not know yet.
// value makes the history of a read with a value.
func (q *questions) share(l *location, history func(*node, value) *node) {
	if !l.known && l.starts() {
		l.first = q.order.Access(q.init, 1)
	}
	l.known = true
	reads, writes := l.knownReads, l.knownWrites
	l.knownReads, l.knownWrites = len(l.reads), len(l.writes)
	for i, w := range l.writes[writes:] {
		q.arrange(l, w, l.writes[:writes+i])
	}
	for i, n := range l.reads {
		from := writes
		if i >= reads {
			from = 0
			if n.own == nil && l.starts() {
				q.link(n, nil, history(n, l.initial))
			}
		}
		for _, w := range l.writes[from:] {
			if w.node.root != n.root || w == n.own {
				q.link(n, w, history(n, w.value))
			}
		}
	}
}

// arrange orders a write and those before it.
func (q *questions) arrange(l *location, w *write, others []*write) {
	if l.starts() {
		q.order.WriteOrder(q.yes, l.first, w.access)
	}
	if w.prev != nil {
		q.order.WriteOrder(q.yes, w.prev.access, w.access)
	}
	for _, v := range others {
		if v.node.root != w.node.root {
			b := q.solver.NewVar().Pos()
			q.pairs++
			q.before[[2]*write{v, w}] = b
			q.order.WriteOrder(b, v.access, w.access)
			q.order.WriteOrder(b.Not(), w.access, v.access)
		}
	}
}

// link notes that a read may read from a write, or the initial value.
func (q *questions) link(n *node, w *write, c *node) {
	l := q.solver.NewVar().Pos()
	q.pairs++
	if w == nil {
		q.order.ReadFrom(l, n.loc.first, n.read)
	} else {
		q.solver.AddClause(l.Not(), w.node.lit)
		q.order.ReadFrom(l, w.access, n.read)
	}
	if len(c.pending) == 0 {
		q.dirty = append(q.dirty, c)
	}
	c.sources = append(c.sources, source{l, w})
	c.pending = append(c.pending, l)
}

// settle has values be read from what is known.
func (q *questions) settle() {
	for _, c := range q.dirty {
		clause := append(c.pending, c.lit.Not())
		if c.hasMore {
			clause[len(clause)-1] = c.more.Not()
		} else {
			q.open = append(q.open, c)
		}
		c.more, c.hasMore, c.pending = q.solver.NewVar().Pos(), true, nil
		q.solver.AddClause(append(clause, c.more)...)
	}
	q.dirty = q.dirty[:0]
}

// next looks for an execution that comes to one of some histories.
// It gives up after so many conflicts.
func (q *questions) next(ctx context.Context, targets []*node, conflicts int64) sat.Status {
	q.asked++
	q.settle()
	wanted := q.solver.NewVar().Pos()
	clause := []sat.Lit{wanted.Not()}
	for _, n := range targets {
		clause = append(clause, n.lit)
	}
	q.solver.AddClause(clause...)
	assumed := []sat.Lit{wanted}
	for _, c := range q.open {
		assumed = append(assumed, c.more.Not())
	}
	for _, n := range q.inside {
		assumed = append(assumed, n.other.Not())
	}
	q.solver.LimitConflicts(conflicts)
	return q.solver.Solve(ctx, assumed...)
}

// historyCost is how many edges are as dear as to look at a history in a question, pairCost as to tell the
// solver of a pair of accesses, conflictCost as a conflict of the solver, and loweredCost as a point that
// comes before more than it did.
const (
	historyCost  = 10
	pairCost     = 30
	conflictCost = 300
	loweredCost  = 4
)

// cost is how many edges are as dear as the latest question.
func (q *questions) cost() uint64 {
	n := q.solver.Statistics().Conflicts
	lowered := q.order.Statistics().Lowered
	c := (n-q.conflicts)*conflictCost + (lowered-q.lowered)*loweredCost + historyCost*int64(len(q.nodes)) +
		pairCost*(q.pairs-q.paid)
	q.conflicts, q.lowered, q.paid = n, lowered, q.pairs
	return uint64(c)
}

// precedes reports whether in the model a write comes before another one of the same place.
func (q *questions) precedes(v, w *write) bool {
	if b, ok := q.before[[2]*write{v, w}]; ok {
		return q.solver.Value(b)
	}
	if b, ok := q.before[[2]*write{w, v}]; ok {
		return !q.solver.Value(b)
	}
	return v.at.index < w.at.index // of one history
}
