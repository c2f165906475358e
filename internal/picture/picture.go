package picture

import (
	"fmt"
	"slices"
	"strings"
)

// Picture is a graph after a step of a procedure, as figures 2 and 3 of the paper "Slicing Abstractions" show
// it.
type Picture struct {
	// Of says which question the procedure is at, where it answers several one after the other; else empty.
	Of string
	// Title says what was done last: "initial abstraction", "n2 is split by pc = 1".
	Title string
	// Split is the node that the step has split; 0: none.
	Split int
	Nodes []Node
	Edges []Edge
	// Predicates counts the predicates by which nodes were split so far, each once.
	Predicates int
}

// Node is a set of states, called n and its number, or something else with a name.
type Node struct {
	ID           int
	Called       string // its name; empty: n and its number
	Initial, Bad bool
	// Marked: an abstraction was computed here.
	Marked bool
	// Label are the predicates by which the node was split off. A node that is not called initial, or bad,
	// has the negation of that besides.
	Label []string
}

// Name is what the node is called in titles and texts.
func (n Node) Name() string {
	if n.Called != "" {
		return n.Called
	}
	return fmt.Sprintf("n%d", n.ID)
}

// Edge has the names of the transitions between two nodes; those that a bypass has composed are joined by a
// ring.
type Edge struct {
	From, To int
	Steps    []string
	// Covered: the steps lead to something that the node includes.
	Covered bool
}

// Same reports whether two edges say the same.
func (e Edge) Same(o Edge) bool {
	return e.From == o.From && e.To == o.To && e.Covered == o.Covered && slices.Equal(e.Steps, o.Steps)
}

// String is one line for people.
func (e Edge) String() string {
	text := fmt.Sprintf("n%d -> n%d  %s", e.From, e.To, strings.Join(e.Steps, ", "))
	if e.Covered {
		text += " (covered)"
	}
	return text
}

// Gone has the nodes and transitions of an earlier picture that p does not have.
func (p Picture) Gone(before Picture) (nodes []Node, edges []Edge) {
	for _, n := range before.Nodes {
		if !slices.ContainsFunc(p.Nodes, func(m Node) bool { return m.ID == n.ID }) {
			nodes = append(nodes, n)
		}
	}
	for _, e := range before.Edges {
		if gone := e.without(p.Edges); len(gone.Steps) > 0 {
			edges = append(edges, gone)
		}
	}
	return nodes, edges
}

// without are the steps of an edge that it does not have in a list.
func (e Edge) without(list []Edge) Edge {
	out := Edge{From: e.From, To: e.To}
	i := slices.IndexFunc(list, func(o Edge) bool { return o.From == e.From && o.To == e.To })
	for _, s := range e.Steps {
		if i < 0 || !slices.Contains(list[i].Steps, s) {
			out.Steps = append(out.Steps, s)
		}
	}
	return out
}

// The largest pictures that an album takes, and how many.
const (
	MaxNodes    = 15
	MaxEdges    = 40
	MaxPictures = 40
)

// Kind says what the pictures of an album are.
type Kind int

// The kinds of pictures.
const (
	// Slices are the abstractions after each step, whose nodes are split and bypassed.
	Slices Kind = iota
	// Reachability is one graph of abstract states, as it is at the end.
	Reachability
	// LockOrder has an edge from each lock to those that are taken while it is held.
	LockOrder
)

// factor is how much larger than those of slices pictures of a kind may be: they stand alone.
func (k Kind) factor() int {
	if k == Slices {
		return 1
	}
	return 4
}

// Album collects the pictures of a run, up to the first that is too large to be looked at.
type Album struct {
	Kind     Kind
	Pictures []Picture
	// Rest says why pictures are missing at the end; empty: none are.
	Rest string
}

// Full reports whether the album takes no more pictures.
func (a *Album) Full() bool { return a.Rest != "" }

// Add takes a picture, unless the album is full.
func (a *Album) Add(p Picture) {
	switch {
	case a.Full():
	case len(a.Pictures) == MaxPictures:
		a.Rest = fmt.Sprintf("only the first %d steps are shown", MaxPictures)
	case len(p.Nodes) > a.MaxNodes():
		a.Rest = fmt.Sprintf("%s has more than %d nodes", a.subject(), a.MaxNodes())
	case len(p.Edges) > a.MaxEdges():
		a.Rest = fmt.Sprintf("%s has more than %d edges", a.subject(), a.MaxEdges())
	default:
		a.Pictures = append(a.Pictures, p)
	}
}

// MaxNodes and MaxEdges bound the pictures that the album takes.
func (a *Album) MaxNodes() int { return MaxNodes * a.Kind.factor() }
func (a *Album) MaxEdges() int { return MaxEdges * a.Kind.factor() }

// subject is what is too large.
func (a *Album) subject() string {
	switch a.Kind {
	case Reachability:
		return "the graph, with its chains folded,"
	case LockOrder:
		return "the graph"
	}
	return "from here on the abstraction"
}

// Append takes the pictures of another album, as long as there is room.
func (a *Album) Append(b Album) {
	for _, p := range b.Pictures {
		a.Add(p)
	}
	if !a.Full() {
		a.Rest = b.Rest
	}
}
