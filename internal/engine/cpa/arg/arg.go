package arg

import "iter"

// Key names a part of the reached states.
type Key [16]byte

// Node is an abstract state of type S in the graph.
type Node[S any] struct {
	// ID counts nodes in the order in which they were made.
	ID    int
	State S
	Key   Key
	// Parents are the nodes that State is a successor of: several after a merge. The first node has none.
	Parents []*Node[S]
	// Children are the successors, covered ones included, without those that were removed.
	Children []*Node[S]
	// CoveredBy is the node that includes this one, which has no successors then.
	CoveredBy *Node[S]
	// Depth is one more than that of the parent.
	Depth int

	covers  []*Node[S]
	removed bool
}

// Removed reports whether the node was taken out of the graph.
func (n *Node[S]) Removed() bool { return n.removed }

// Path is the way from the first node to n over first parents.
func (n *Node[S]) Path() []*Node[S] {
	path := make([]*Node[S], n.Depth+1)
	for i := n.Depth; i >= 0; i-- {
		path[i] = n
		if i > 0 {
			n = n.Parents[0]
		}
	}
	return path
}

// Graph is an abstract reachability graph.
type Graph[S any] struct {
	reached map[Key][]*Node[S]
	first   *Node[S]
	made    int
	size    int
	covered int // how often a node was covered
}

// New returns a graph with its first node.
func New[S any](s S, key Key) (*Graph[S], *Node[S]) {
	g := &Graph[S]{reached: map[Key][]*Node[S]{}}
	g.first = g.Add(nil, s, key)
	return g, g.first
}

// First is the node of the initial state.
func (g *Graph[S]) First() *Node[S] { return g.first }

// All are the nodes that can be reached from the first one, covered ones included, parents first.
func (g *Graph[S]) All() iter.Seq[*Node[S]] {
	return func(yield func(*Node[S]) bool) {
		seen := map[*Node[S]]bool{g.first: true}
		for list := []*Node[S]{g.first}; len(list) > 0; list = list[1:] {
			if !yield(list[0]) {
				return
			}
			for _, c := range list[0].Children {
				if !seen[c] {
					seen[c] = true
					list = append(list, c)
				}
			}
		}
	}
}

// Size is the number of nodes that are not covered.
func (g *Graph[S]) Size() int { return g.size }

// Made is the number of nodes that were ever made, Covered how often one was covered.
func (g *Graph[S]) Made() int    { return g.made }
func (g *Graph[S]) Covered() int { return g.covered }

// Reached are the nodes of a part that are not covered, oldest first. The list must not be changed.
func (g *Graph[S]) Reached(key Key) []*Node[S] { return g.reached[key] }

// Add adds a successor of parent, which is nil for the first node.
func (g *Graph[S]) Add(parent *Node[S], s S, key Key) *Node[S] {
	n := g.node(parent, s, key)
	g.reached[key] = append(g.reached[key], n)
	g.size++
	return n
}

// Cover adds a successor of parent that by includes.
func (g *Graph[S]) Cover(parent *Node[S], s S, key Key, by *Node[S]) *Node[S] {
	n := g.node(parent, s, key)
	n.CoveredBy = by
	by.covers = append(by.covers, n)
	g.covered++
	return n
}

func (g *Graph[S]) node(parent *Node[S], s S, key Key) *Node[S] {
	n := &Node[S]{ID: g.made, State: s, Key: key}
	g.made++
	if parent != nil {
		n.Parents = []*Node[S]{parent}
		n.Depth = parent.Depth + 1
		parent.Children = append(parent.Children, n)
	}
	return n
}

// Replace gives a node the state that it and a successor of parent were merged to. What followed from the old
// state is removed; the result are the nodes that have to be explored for that reason, n among them.
func (g *Graph[S]) Replace(n *Node[S], merged S, parent *Node[S]) (again []*Node[S]) {
	again = g.prune(n)
	n.State = merged
	n.Parents = append(n.Parents, parent)
	parent.Children = append(parent.Children, n)
	return live(append(again, n))
}

// prune removes what follows from a node, and uncovers what was covered by something in it.
func (g *Graph[S]) prune(n *Node[S]) (again []*Node[S]) {
	children := n.Children
	n.Children = nil
	for _, c := range children {
		again = append(again, g.remove(c)...)
	}
	return again
}

// Remove takes a node and what follows from it out of the graph. The result are the nodes that have to be
// explored again: its parents, and those that were covered by something that was removed. They are covered no
// longer.
func (g *Graph[S]) Remove(n *Node[S]) (again []*Node[S]) {
	parents := n.Parents
	again = g.remove(n)
	for _, p := range parents {
		if !p.removed {
			p.Children = without(p.Children, n)
			again = append(again, p)
		}
	}
	return live(again)
}

func (g *Graph[S]) remove(n *Node[S]) (again []*Node[S]) {
	stack := []*Node[S]{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.removed {
			continue
		}
		n.removed = true
		if n.CoveredBy != nil {
			n.CoveredBy.covers = without(n.CoveredBy.covers, n)
		} else {
			g.reached[n.Key] = without(g.reached[n.Key], n)
			g.size--
		}
		for _, p := range n.Parents {
			if !p.removed {
				p.Children = without(p.Children, n)
				again = append(again, p) // of a merged node the other parents have to be explored again
			}
		}
		again = append(again, n.covers...)
		stack = append(stack, n.Children...)
		n.Children = nil
	}
	for _, c := range again {
		if c.CoveredBy != nil && c.CoveredBy.removed && !c.removed {
			c.CoveredBy = nil
			g.reached[c.Key] = append(g.reached[c.Key], c)
			g.size++
		}
	}
	return again
}

// live keeps the nodes that are in the graph and not covered, each once.
func live[S any](nodes []*Node[S]) []*Node[S] {
	seen := map[*Node[S]]bool{}
	out := nodes[:0]
	for _, n := range nodes {
		if !n.removed && n.CoveredBy == nil && !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

func without[T comparable](list []T, x T) []T {
	for i, y := range list {
		if y == x {
			return append(list[:i:i], list[i+1:]...)
		}
	}
	return list
}
