package difference

import "whittle.dev/sat"

// Theory is a [sat.Theory] of difference constraints. Nodes and atoms are permanent; add them between solves.
// The zero value is a theory without any.
type Theory struct {
	graph  Graph
	atoms  []atom
	byVar  []int32   // by variable: its atom plus one, 0 for none
	ends   [][]int32 // by node: the atoms that it is an end of
	weight int64     // greatest magnitude of a weight

	queue   []entry // literals told, in order
	done    int     // entries of queue whose edges are active
	implied []implication
	dist    *distances // nil before the first literal, and if there are too many nodes
	watched int        // atoms that dist knows
	paths   pathSearch // if it is nil
	clause  []sat.Lit
	stats   Stats

	noMatrix bool // for tests: search for paths among few nodes too
}

// Stats counts what a Theory has done and holds.
type Stats struct {
	Nodes, Atoms       int
	Conflicts, Implied int64
}

// atom says that lit is true exactly if to - from <= bound.
type atom struct {
	lit      sat.Lit
	from, to Node
	bound    int64
	implied  bool // by the edges, which the atom then adds nothing to
}

// entry is a literal told by the solver, with what to undo.
type entry struct {
	lit     sat.Lit
	level   int32
	height  int32 // of the graph before its edge; -1 if it is not active
	implied int32 // likewise
}

// maxSum bounds the weight of a path.
const maxSum = 1 << 60

// Node adds a node.
func (t *Theory) Node() Node {
	t.ends = append(t.ends, nil)
	t.paths.add()
	t.stats.Nodes++
	return t.graph.Node()
}

// Atom says that l is true exactly if to - from <= bound. The variable of l must be in no other atom, and be
// observed by the theory from then on. Atom returns false, and does nothing, if a sum of weights could
// overflow.
func (t *Theory) Atom(l sat.Lit, from, to Node, bound int64) bool {
	w := max(t.weight, bound, -bound-1)
	if bound <= -maxSum || w > maxSum/int64(t.graph.Len()+1) {
		return false
	}
	t.weight = w
	id := int32(len(t.atoms))
	t.atoms = append(t.atoms, atom{lit: l, from: from, to: to, bound: bound})
	v := int(l.Var())
	if v >= len(t.byVar) {
		t.byVar = append(t.byVar, make([]int32, v+1-len(t.byVar))...)
	}
	t.byVar[v] = id + 1
	t.ends[from] = append(t.ends[from], id)
	if from != to {
		t.ends[to] = append(t.ends[to], id)
	}
	t.stats.Atoms++
	return true
}

// Value returns the value of a node in a solution of the constraints in force.
func (t *Theory) Value(n Node) int64 { return t.graph.Value(n) }

// Statistics is a snapshot of the counters.
func (t *Theory) Statistics() Stats { return t.stats }

// Assign implements [sat.Theory]: it only queues the literal, unless the theory implied it itself.
func (t *Theory) Assign(l sat.Lit, level int) {
	if t.atomOf(l).implied {
		return
	}
	t.queue = append(t.queue, entry{lit: l, level: int32(level), height: -1})
}

// atomOf returns the atom of a literal.
func (t *Theory) atomOf(l sat.Lit) *atom { return &t.atoms[t.byVar[l.Var()]-1] }

// constraint is what a literal that is true says: to - from <= weight.
func (t *Theory) constraint(l sat.Lit) (from, to Node, weight int64) {
	a := t.atomOf(l)
	if a.lit == l {
		return a.from, a.to, a.bound
	}
	return a.to, a.from, -a.bound - 1
}

// Phase implements [sat.Phaser]: the potentials are a solution.
func (t *Theory) Phase(v sat.Var) sat.Tri {
	if int(v) >= len(t.byVar) || t.byVar[v] == 0 {
		return sat.Undef
	}
	a := &t.atoms[t.byVar[v]-1]
	if (t.graph.pi[a.to]-t.graph.pi[a.from] <= a.bound) == (a.lit == v.Pos()) {
		return sat.True
	}
	return sat.False
}

// Propagate implements [sat.Theory]: it adds the edges of the queued literals, in the order of the trail.
func (t *Theory) Propagate(s *sat.Search) {
	t.follow()
	for t.done < len(t.queue) {
		e := &t.queue[t.done]
		e.height, e.implied = int32(t.graph.Height()), int32(len(t.implied))
		t.done++
		from, to, weight := t.constraint(e.lit)
		if t.dist != nil && t.dist.at(from, to).dist <= weight {
			continue // it adds nothing
		}
		t.clause = append(t.clause[:0], e.lit.Not())
		if !t.add(from, to, weight, e.lit) {
			t.stats.Conflicts++
			s.Conflict(t.clause...)
			return
		}
		if !t.propagate(s) {
			return
		}
	}
}

// add adds the edge of a literal. If it closes a negative cycle it returns false, and has appended the
// complements of the other literals of such a cycle to the clause.
func (t *Theory) add(from, to Node, weight int64, l sat.Lit) bool {
	if t.dist != nil {
		if d := t.dist.at(to, from).dist; d != unreachable && d+weight < 0 {
			t.dist.explain(&t.graph, to, from, int32(t.graph.Height()), -weight-1, &t.clause)
			return false
		}
	}
	cycle, ok := t.graph.Add(from, to, weight, int32(l))
	for _, tag := range cycle {
		t.clause = append(t.clause, sat.Lit(tag).Not())
	}
	return ok
}

// FinalCheck implements [sat.Theory]. There is nothing to do: after Propagate the potentials are a solution.
func (t *Theory) FinalCheck(*sat.Search) {}

// Backtrack implements [sat.Theory].
func (t *Theory) Backtrack(level int) {
	n := len(t.queue)
	for n > 0 && t.queue[n-1].level > int32(level) {
		n--
	}
	if n == len(t.queue) {
		return
	}
	if e := &t.queue[n]; e.height >= 0 {
		if int(e.height) < t.graph.Height() {
			t.graph.Pop(int(e.height))
			if t.dist != nil {
				t.dist.pop(int(e.height))
			}
		}
		for _, i := range t.implied[e.implied:] {
			t.atomOf(i.lit).implied = false
		}
		t.implied = t.implied[:e.implied]
	}
	t.queue = t.queue[:n]
	t.done = min(t.done, n)
}
