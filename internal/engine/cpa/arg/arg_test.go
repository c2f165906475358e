package arg_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/engine/cpa/arg"
)

type (
	graph = arg.Graph[string]
	node  = arg.Node[string]
)

// key makes all states of a test comparable.
var key arg.Key

func names(nodes []*node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.State)
	}
	slices.Sort(out)
	return out
}

func expect(t *testing.T, what string, got []*node, want ...string) {
	t.Helper()
	if !slices.Equal(names(got), want) {
		t.Errorf("%s: got %v, want %v", what, names(got), want)
	}
}

// diamond is root -> a -> c and root -> b, where the successor c' of b is covered by c.
func diamond() (g *graph, root, a, b, c, covered *node) {
	g, root = arg.New("root", key)
	a, b = g.Add(root, "a", key), g.Add(root, "b", key)
	c = g.Add(a, "c", key)
	covered = g.Cover(b, "c'", key, c)
	return g, root, a, b, c, covered
}

func TestAddAndCover(t *testing.T) {
	g, root, a, b, c, covered := diamond()
	if g.First() != root || g.Size() != 4 || g.Made() != 5 || g.Covered() != 1 {
		t.Errorf("size %d, made %d, covered %d", g.Size(), g.Made(), g.Covered())
	}
	expect(t, "reached", g.Reached(key), "a", "b", "c", "root")
	expect(t, "children of b", b.Children, "c'")
	expect(t, "reached under another key", g.Reached(arg.Key{1}))
	if covered.CoveredBy != c || covered.Depth != 2 {
		t.Errorf("covered by %v at depth %d", covered.CoveredBy, covered.Depth)
	}
	path := c.Path()
	if len(path) != 3 || path[0] != root || path[1] != a || path[2] != c {
		t.Errorf("the path to c: %v", names(path))
	}
}

// TestRemove: what follows from a node goes with it, its parent is explored again, and so is what was covered
// by something that went.
func TestRemove(t *testing.T) {
	g, root, a, b, c, covered := diamond()
	expect(t, "to be explored", g.Remove(a), "c'", "root")
	if !a.Removed() || !c.Removed() || covered.Removed() || covered.CoveredBy != nil {
		t.Errorf("removed: a %v, c %v, c' %v", a.Removed(), c.Removed(), covered.Removed())
	}
	expect(t, "reached", g.Reached(key), "b", "c'", "root")
	expect(t, "children of the first node", root.Children, "b")
	expect(t, "children of b", b.Children, "c'")
	if g.Size() != 3 {
		t.Errorf("size %d", g.Size())
	}
}

// TestRemoveCovered: a covered node that goes is not explored again when its cover goes later.
func TestRemoveCovered(t *testing.T) {
	g, _, a, b, _, covered := diamond()
	expect(t, "to be explored", g.Remove(b), "root")
	if !covered.Removed() {
		t.Error("c' is still there")
	}
	expect(t, "to be explored", g.Remove(a), "root")
	expect(t, "reached", g.Reached(key), "root")
}

// TestReplace: a merged node loses what followed from it, and has both parents.
func TestReplace(t *testing.T) {
	g, root, a, b, c, covered := diamond()
	below := g.Add(c, "d", key)
	by := g.Cover(root, "d'", key, below)
	expect(t, "to be explored", g.Replace(c, "c+b", b), "c+b", "d'")
	if c.Removed() || !below.Removed() || by.CoveredBy != nil {
		t.Error("what followed from c is still there, or d' is covered")
	}
	if covered.CoveredBy != c {
		t.Error("c' is covered no longer, though the merge includes c")
	}
	expect(t, "parents", c.Parents, "a", "b")
	// Both parents make it again when it is removed, and when one of them is.
	expect(t, "to be explored", g.Remove(a), "b", "c'", "root")
	if !c.Removed() {
		t.Error("the merged node survives one of its parents")
	}
}
