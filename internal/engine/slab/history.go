package slab

// history says what became of the states of the node ¬i∧¬e of the initial abstraction: a tree of splits whose
// leaves are the nodes that were removed, with the reason. The certificate is made from it.
type history struct{ root *cell }

// cell is a node of the abstraction at some time.
type cell struct {
	// q is the predicate by which the node was split into yes and no, if these are not nil.
	q       formula
	yes, no *cell
	fate    fate
	// passed says how a bypassed node was entered and left.
	passed *passing
}

// fate is what became of a node.
type fate uint8

const (
	present  fate = iota
	split         // into two others
	dead          // removed, because it led to no bad node
	isolated      // removed, because no initial node led to it, or because it was inconsistent
	bypassed      // removed, because others led around it
)

// passing is how a node was entered and left when it was bypassed.
type passing struct {
	label   []formula
	in, out []passage
	// order counts bypassed nodes.
	order int
}

// passage is an edge of a bypassed node: its step, and the node at the other end as it was then.
type passage struct {
	step  *step
	other *cell
	label []formula
	// initial, bad: the other node is such a one, which has no cell.
	initial, bad bool
}
