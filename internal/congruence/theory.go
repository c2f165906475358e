package congruence

import (
	"slices"

	"whittle.dev/sat"
)

// Theory is a [sat.Theory] of equalities between nodes. Nodes, applications and equalities are permanent; add
// them between solves, at decision level 0. The zero value is a theory without any.
type Theory struct {
	closure Closure
	atoms   []atom
	byVar   []int32   // by variable: its newest atom plus one, 0 for none
	ends    [][]int32 // by representative: the atoms with an end in its class
	differ  [][]int32 // by representative: the atoms that are false with an end in its class

	queue   []entry // literals told, in order
	done    int     // entries of queue that are taken in
	undo    []undo
	implied []implication
	joined  []joined // merges that propagation has to look at
	fresh   []int32  // atoms that it has not looked at
	tags    []int32
	clause  []sat.Lit
	stats   Stats
}

// Stats counts what a Theory has done and holds.
type Stats struct {
	Nodes, Applications, Atoms int
	Conflicts, Implied         int64
}

// atom says that lit is true exactly if x = y.
type atom struct {
	lit  sat.Lit
	x, y Node
	next int32 // an older atom of the same variable plus one
}

// entry is a literal told by the solver, with what to undo.
type entry struct {
	lit     sat.Lit
	level   int32
	height  int32 // of the closure before; -1 if it is not taken in
	undo    int32
	implied int32
}

// undo is the length of the lists of a representative before they grew.
type undo struct {
	node         Node
	ends, differ int
}

// joined is a merge of classes whose lists had the given lengths.
type joined struct {
	from, to     Node
	ends, differ int // of to before
}

// implication is why an atom has its value: its ends are equal, or equal to those of an atom that is false.
type implication struct {
	atom    int32
	differ  int32 // -1 for none
	crossed bool  // the first end is equal to the second one of differ
}

// Node adds a node.
func (t *Theory) Node() Node {
	t.ends, t.differ = append(t.ends, nil), append(t.differ, nil)
	t.stats.Nodes++
	return t.closure.Node()
}

// Apply says that result is the function fn of args.
func (t *Theory) Apply(fn int32, args []Node, result Node) {
	t.stats.Applications++
	t.closure.Apply(fn, args, result)
}

// Equality says that l is true exactly if x = y. The variable of l must be observed by the theory from then
// on; it may be in other equalities too.
func (t *Theory) Equality(l sat.Lit, x, y Node) {
	id := int32(len(t.atoms))
	v := int(l.Var())
	if v >= len(t.byVar) {
		t.byVar = append(t.byVar, make([]int32, v+1-len(t.byVar))...)
	}
	t.atoms = append(t.atoms, atom{l, x, y, t.byVar[v]})
	t.byVar[v] = id + 1
	rx, ry := t.closure.Root(x), t.closure.Root(y)
	t.ends[rx] = append(t.ends[rx], id)
	if rx != ry {
		t.ends[ry] = append(t.ends[ry], id)
	}
	t.fresh = append(t.fresh, id)
	t.stats.Atoms++
}

// Root returns the representative of the class of n: the same for nodes that are equal.
func (t *Theory) Root(n Node) Node { return t.closure.Root(n) }

// Statistics is a snapshot of the counters.
func (t *Theory) Statistics() Stats { return t.stats }

// Assign implements [sat.Theory]: it only queues the literal.
func (t *Theory) Assign(l sat.Lit, level int) {
	t.queue = append(t.queue, entry{lit: l, level: int32(level), height: -1})
}

// Propagate implements [sat.Theory].
func (t *Theory) Propagate(s *sat.Search) {
	if !t.close(s) { // what was applied since the last solve
		return
	}
	if !t.settleFresh(s) {
		return
	}
	for t.done < len(t.queue) {
		e := &t.queue[t.done]
		e.height, e.undo, e.implied = int32(t.closure.Height()), int32(len(t.undo)), int32(len(t.implied))
		t.done++
		for id := t.byVar[e.lit.Var()] - 1; id >= 0; id = t.atoms[id].next - 1 {
			if !t.take(s, id, e.lit) {
				return
			}
		}
	}
}

// settleFresh looks at the atoms that were made since the last solve: whether they follow, and whether their
// variables, in other atoms too perhaps, have values for good. It reports false if there is a conflict.
func (t *Theory) settleFresh(s *sat.Search) bool {
	for _, id := range t.fresh {
		a := &t.atoms[id]
		ok := true
		switch s.Value(a.lit) {
		case sat.Undef:
			ok = t.settle(s, id, t.closure.Root(a.x), t.closure.Root(a.y))
		case sat.True:
			ok = t.take(s, id, a.lit)
		case sat.False:
			ok = t.take(s, id, a.lit.Not())
		}
		if !ok {
			return false
		}
	}
	t.fresh = t.fresh[:0]
	return true
}

// take takes in what l, true and of the variable of the atom, says of the atom. It reports false if there is
// a conflict.
func (t *Theory) take(s *sat.Search, id int32, l sat.Lit) bool {
	a := &t.atoms[id]
	if a.lit != l {
		return t.separate(s, id)
	}
	t.closure.Merge(a.x, a.y, int32(l))
	return t.close(s)
}

// close merges what is pending and looks at what follows. It reports false if there is a conflict.
func (t *Theory) close(s *sat.Search) bool {
	t.joined = t.joined[:0]
	t.closure.Close(func(from, to Node) {
		t.joined = append(t.joined, joined{from, to, len(t.ends[to]), len(t.differ[to])})
		t.undo = append(t.undo, undo{to, len(t.ends[to]), len(t.differ[to])})
		t.ends[to] = append(t.ends[to], t.ends[from]...)
		t.differ[to] = append(t.differ[to], t.differ[from]...)
	})
	for _, j := range t.joined { // conflicts first
		for _, id := range t.differ[j.from] {
			a := &t.atoms[id]
			if t.closure.Root(a.x) == t.closure.Root(a.y) {
				return t.conflict(s, id)
			}
		}
	}
	for _, j := range t.joined {
		if !t.propagate(s, j) {
			return false
		}
	}
	return true
}

// conflict tells the solver that an atom is false though its ends are equal.
func (t *Theory) conflict(s *sat.Search, id int32) bool {
	t.stats.Conflicts++
	a := &t.atoms[id]
	t.clause = append(t.clause[:0], a.lit)
	t.clause = t.equal(a.x, a.y, t.clause)
	s.Conflict(t.clause...)
	return false
}

// equal appends the complements of the literals from which x = y follows.
func (t *Theory) equal(x, y Node, buf []sat.Lit) []sat.Lit {
	t.tags = t.closure.Explain(x, y, t.tags[:0])
	for _, tag := range t.tags {
		buf = append(buf, sat.Lit(tag).Not())
	}
	return buf
}

// separate takes in that an atom is false. It reports false if there is a conflict.
func (t *Theory) separate(s *sat.Search, id int32) bool {
	a := &t.atoms[id]
	x, y := t.closure.Root(a.x), t.closure.Root(a.y)
	if x == y {
		return t.conflict(s, id)
	}
	for _, n := range [...]Node{x, y} {
		t.undo = append(t.undo, undo{n, len(t.ends[n]), len(t.differ[n])})
		t.differ[n] = append(t.differ[n], id)
	}
	return t.implyDifferent(s, x, y, id)
}

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
		t.closure.Undo(int(e.height))
		for _, u := range slices.Backward(t.undo[e.undo:]) {
			t.ends[u.node] = t.ends[u.node][:u.ends]
			t.differ[u.node] = t.differ[u.node][:u.differ]
		}
		t.undo = t.undo[:e.undo]
		t.implied = t.implied[:e.implied]
	}
	t.queue = t.queue[:n]
	t.done = min(t.done, n)
}

// FinalCheck implements [sat.Theory]. There is nothing to do: after Propagate the classes are a model.
func (t *Theory) FinalCheck(*sat.Search) {}
