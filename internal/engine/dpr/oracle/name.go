package oracle

import "whittle.dev/internal/cfa"

// Name names an instance of a step of an execution. Names are numbers in a [Tree].
type Name int32

// Root is the name of the start of an execution.
const Root Name = 0

// Tree makes names: each is a step below another name.
type Tree struct {
	steps []step // by name
	// table has the names but the root by the hashes of their steps, at the first place that is free from
	// there on. It is never more than half full.
	table []Name
	// latest has by edge the step at it that was asked for last: executions that follow each other make many
	// of the same steps.
	latest []latestStep
}

// latestStep is a step at an edge with its name; the name is Root if there is none.
type latestStep struct {
	above Name
	name  Name
	value uint64
}

// step is a step below a name: an edge, and what else tells it from others.
type step struct {
	above Name
	edge  cfa.EdgeID
	value uint64
}

// hash spreads steps over all bits.
func (s *step) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(uint32(s.above))<<32|uint64(uint32(s.edge)))*odd ^ s.value
	h *= odd
	return h ^ h>>32
}

// NewTree returns a tree that has the root alone.
func NewTree() *Tree {
	const first = 64
	return &Tree{steps: make([]step, 1), table: make([]Name, first)}
}

// Below returns the name of a step below another. The value tells several at one edge from each other.
func (t *Tree) Below(above Name, e cfa.EdgeID, value uint64) Name {
	if e < 0 {
		return t.below(step{above, e, value})
	}
	for int(e) >= len(t.latest) {
		t.latest = append(t.latest, make([]latestStep, int(e)+1)...)
	}
	last := &t.latest[e]
	if last.above != above || last.value != value || last.name == Root {
		*last = latestStep{above, t.below(step{above, e, value}), value}
	}
	return last.name
}

func (t *Tree) below(s step) Name {
	at := t.place(&s)
	if t.table[at] != Root {
		return t.table[at]
	}
	n := Name(len(t.steps))
	t.steps = append(t.steps, s)
	if t.table[at] = n; 2*len(t.steps) > len(t.table) {
		t.table = make([]Name, 2*len(t.table))
		for i := range t.steps[1:] {
			t.table[t.place(&t.steps[i+1])] = Name(i + 1)
		}
	}
	return n
}

// place is where the name of a step is in the table, or where it belongs.
func (t *Tree) place(s *step) int {
	last := len(t.table) - 1
	at := int(s.hash()) & last
	for t.table[at] != Root && t.steps[t.table[at]] != *s {
		at = (at + 1) & last
	}
	return at
}

// Edge is the edge of the step of a name.
func (t *Tree) Edge(n Name) cfa.EdgeID { return t.steps[n].edge }

// Index is the place of an execution in a tree: the steps in whose scope it stands.
type Index struct {
	tree *Tree
	now  Name
	open []opened
}

// opened is a step whose scope has not ended.
type opened struct {
	above Name
	depth int
	meet  cfa.LocID
}

// NewIndex returns the index of an execution that begins.
func NewIndex(t *Tree) Index { return Index{tree: t} }

// Restart makes it the index of another execution that begins.
func (x *Index) Restart(t *Tree) { x.tree, x.now, x.open = t, Root, x.open[:0] }

// Copy makes it the same place as another index.
func (x *Index) Copy(y *Index) { x.tree, x.now, x.open = y.tree, y.now, append(x.open[:0], y.open...) }

// Tree is where the names are.
func (x *Index) Tree() *Tree { return x.tree }

// Now is the name of what is executed now.
func (x *Index) Now() Name { return x.now }

// At is the name of an edge that is executed now.
func (x *Index) At(e cfa.EdgeID, value uint64) Name { return x.tree.Below(x.now, e, value) }

// Branch notes that a branch takes an edge, in the frame of a depth. Its scope ends at a location of that
// frame, or, with a negative one, when the procedure returns; or for an edge that only one of several
// executions can take and go on, with the scope around it.
//
// Only a branch that repeats, since a cycle goes through it, is a part of names. An activation that comes
// to a step twice has in between taken a side of such a branch that is still open: of the locations that
// postdominate the step, the last one on the cycle is a branch, and where its sides meet is not on the cycle.
func (x *Index) Branch(e cfa.EdgeID, scoped, repeats bool, depth int, meet cfa.LocID) {
	if scoped {
		x.open = append(x.open, opened{x.now, depth, meet})
	}
	if repeats {
		x.now = x.tree.Below(x.now, e, 0)
	}
}

// Call notes that a procedure is entered; depth is that of the caller.
func (x *Index) Call(e cfa.EdgeID, depth int) {
	x.open = append(x.open, opened{x.now, depth, -1})
	x.now = x.tree.Below(x.now, e, 0)
}

// Arrive ends the scopes that end at a location.
func (x *Index) Arrive(depth int, l cfa.LocID) {
	for x.Meets(depth, l) {
		x.End()
	}
}

// Meets reports whether the innermost scope ends at a location.
func (x *Index) Meets(depth int, l cfa.LocID) bool {
	n := len(x.open) - 1
	return n >= 0 && x.open[n].meet == l && x.open[n].depth == depth
}

// End ends the innermost scope.
func (x *Index) End() {
	n := len(x.open) - 1
	x.now, x.open = x.open[n].above, x.open[:n]
}

// Return ends the scopes in the frame of a depth, and that of its call; it returns how many branches these
// were.
func (x *Index) Return(depth int) (ended int) {
	n := len(x.open)
	for n > 0 && x.open[n-1].depth >= depth {
		n--
		ended++
	}
	if n > 0 { // the call
		n--
	}
	x.now, x.open = x.open[n].above, x.open[:n]
	return ended
}

// Mark is a state of an index that can be returned to, as long as no scope below it has ended.
type Mark struct {
	now  Name
	open int
}

// Mark returns the state.
func (x *Index) Mark() Mark { return Mark{x.now, len(x.open)} }

// Reset returns to a state.
func (x *Index) Reset(m Mark) { x.now, x.open = m.now, x.open[:m.open] }
