package oracle

import "whittle.dev/internal/cfa"

// Name names an instance of a step of an execution. Names are numbers in a [Tree].
type Name int32

// Root is the name of the start of an execution.
const Root Name = 0

// Tree makes names: each is a step below another name.
type Tree struct {
	names map[step]Name
	steps []step // by name
	// recent has by name two of the names below it, which spares most look-ups in the map.
	recent [][2]below
}

// below is a step with its name.
type below struct {
	step
	name Name
}

// step is a step below a name: an edge, and what else tells it from others.
type step struct {
	above Name
	edge  cfa.EdgeID
	value uint64
}

// NewTree returns a tree that has the root alone.
func NewTree() *Tree {
	return &Tree{names: map[step]Name{}, steps: make([]step, 1), recent: make([][2]below, 1)}
}

// Below returns the name of a step below another. The value tells several at one edge from each other.
func (t *Tree) Below(above Name, e cfa.EdgeID, value uint64) Name {
	s := step{above, e, value}
	last := &t.recent[above][(uint64(e)^value)&1]
	if last.name != Root && last.step == s {
		return last.name
	}
	n, ok := t.names[s]
	if !ok {
		n = Name(len(t.names) + 1)
		t.names[s] = n
		t.steps = append(t.steps, s)
	}
	*last = below{s, n}
	if !ok {
		t.recent = append(t.recent, [2]below{})
	}
	return n
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

// Arrive ends the scopes that end at a location, and returns how many there are.
func (x *Index) Arrive(depth int, l cfa.LocID) (ended int) {
	for n := len(x.open); n > 0; n-- {
		if o := x.open[n-1]; o.depth != depth || o.meet != l {
			break
		}
		ended++
		x.now, x.open = x.open[n-1].above, x.open[:n-1]
	}
	return ended
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
