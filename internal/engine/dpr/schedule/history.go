package schedule

import (
	"whittle.dev/sat"
	"whittle.dev/sat/order"
)

// value is what a read returned, an input was, or a thread ended with: the low word first.
type value [2]uint64

// placeKind says what a place is.
type placeKind uint8

const (
	memory placeKind = iota // some bytes
	life                    // of an object of the heap: 1 until it is freed
	start                   // of a thread: set by who starts it
	finish                  // of a thread: what it ended with
)

// place is what reads and writes are about.
type place struct {
	kind placeKind
	addr uint64 // or the id of a thread, or the region of an object
	size int    // bytes
}

// location is a place with all reads and writes of it that are known.
type location struct {
	place
	initial value // of memory and lives: others are not read before they are written
	reads   []*node
	writes  []*write
	owner   *root // the thread that was there first
	several bool  // others were there, too
	// first is the access of the initial value. knownReads and knownWrites are the numbers of reads and
	// writes of which the solver knows.
	first                   order.Access
	known                   bool
	knownReads, knownWrites int
}

// visit notes that a thread reads or writes the place.
func (l *location) visit(t *root) {
	if l.owner == nil {
		l.owner = t
	}
	l.several = l.several || l.owner != t
}

// shared reports whether what is read there depends on the schedule.
func (l *location) shared() bool { return len(l.writes) > 0 && l.several }

// starts reports whether the place has a value before it is written.
func (l *location) starts() bool { return l.kind == memory || l.kind == life }

// root is a thread, by how it came to be: threads that the same thread starts as its n-th ones, in whatever
// executions, with the same arguments, are the same.
type root struct {
	id    uint64 // of the thread, for the program
	begin *location
	end   *location
	first *node // reads begin
}

// rootKey names a thread.
type rootKey struct {
	parent *root
	nth    int
	proc   int
	args   string
}

// next is what a thread does after the steps of a node.
type next uint8

const (
	unknown next = iota
	reads        // it reads a place
	takes        // it takes an input
	over         // it has ended, with its thread, the process, or the execution
)

// A node is the history of a thread up to the value that it read last: that, and the values before, determine
// what the thread does from there to its next read.
type node struct {
	root   *root
	parent *node
	value  value
	base   int // visible steps of the thread before those of the node
	// steps are the visible steps up to the next read, as far as they are known; the first one is that of the
	// read of the parent, or what is left of it.
	steps []step
	next  next
	// loc is what is read next, at is when; children are by what was read.
	loc      *location
	at       *point
	read     order.Access
	own      *write // the last write of the thread to loc
	children []*node

	inside   bool // the next read or input is of the same step as one before it
	probe    *probe
	explored bool // an execution came here
	blocked  bool // the thread cannot make a step with this value, as long as it would read it
	stuck    bool // the thread cannot make its next step, whatever others do
	// state is the state of the thread after the steps that are known; empty: that is not known, or after a
	// part of a step.
	state string
	last  *point // the latest step of the thread up to there that matters

	// lit is true in executions with this history. Of a value that is read at a place that threads share,
	// sources are the writes that it may come from; pending are those that are in no clause yet. more, if it
	// is a literal, is true when a source that is not known yet may be meant.
	lit     sat.Lit
	sources []source
	pending []sat.Lit
	more    sat.Lit
	hasMore bool
	// other, if inside is set and there are children, is true if the value may be another one.
	other sat.Lit
}

// source is a write that a read may read from.
type source struct {
	lit   sat.Lit
	write *write // nil: the initial value
}

// step is a visible step of a thread.
type step struct {
	at     *point // nil: nothing that others could see
	writes []*write
}

// write is a write in a history.
type write struct {
	node   *node
	loc    *location
	value  value
	at     *point
	access order.Access
	prev   *write // of the same place, before it in the history
}

// point is when a thread makes a step in one of its histories.
type point struct {
	root  *root
	index int // visible steps of the thread before it
	prev  *point
	order order.Node
}

func (n *node) child(v value) *node {
	for _, c := range n.children {
		if c.value == v {
			return c
		}
	}
	return nil
}

// open reports whether it is not known what the thread does next.
func (n *node) open() bool { return n.explored && n.next == unknown && !n.blocked && !n.stuck }

// target reports whether there is something to be found in the history, and how many visible steps of the
// thread come before it.
func (n *node) target() (is bool, depth int) {
	if !n.explored {
		return true, n.base
	}
	return n.open(), n.base + len(n.steps)
}

// before is the last point that comes before what is to be found in the history; with others, it is a point
// of which the step itself is looked for.
func (n *node) before() (p *point, itself bool) {
	for at := n; ; at = at.parent {
		for i := len(at.steps) - 1; i >= 0; i-- {
			if p := at.steps[i].at; p != nil {
				return p, false
			}
		}
		switch {
		case at.parent == nil:
			return nil, false
		case at.parent.next == reads:
			return at.parent.at, true
		}
	}
}

// circles returns the history with the same state of the thread, if from there to here it has done nothing
// but read: an execution without these reads is like the one with them.
func (n *node) circles(seg int, state string) (*node, bool) {
	at := n
	for range maxCircle {
		for _, s := range at.steps[:seg] {
			if len(s.writes) > 0 {
				return nil, false
			}
		}
		if at.parent == nil {
			return nil, false
		}
		at = at.parent
		seg = len(at.steps)
		if at.state == state && at.state != "" {
			return at, true
		}
	}
	return nil, false
}

// maxCircle is how many reads back a state is looked for.
const maxCircle = 100
