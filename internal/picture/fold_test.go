package picture_test

import (
	"testing"

	"whittle.dev/internal/picture"
)

// TestFold: a chain becomes one edge; marked nodes, branches and what an edge of coverage leads to stay.
func TestFold(t *testing.T) {
	edge := func(from, to int, covered bool, step string) picture.Edge {
		return picture.Edge{From: from, To: to, Covered: covered, Steps: []string{step}}
	}
	p := picture.Picture{Nodes: []picture.Node{{ID: 1, Initial: true}, {ID: 2}, {ID: 3},
		{ID: 4, Marked: true},
		{ID: 5}, {ID: 6}, {ID: 7}, {ID: 8, Bad: true}},
		Edges: []picture.Edge{edge(1, 2, false, "a"), edge(2, 3, false, "b"), edge(3, 4, false, "c"),
			edge(4, 5, false, "d"), edge(5, 6, false, "e"), edge(5, 7, false, "f"), edge(6, 4, true, "g"),
			edge(7, 8, false, "h")}}
	got := p.Fold()
	if len(got.Nodes) != 4 {
		t.Errorf("%d nodes are left, want the marked, the first, the last and the branch: %v", len(got.Nodes),
			got.Nodes)
	}
	want := []picture.Edge{edge(1, 4, false, "a ∘ b ∘ c"), edge(4, 5, false, "d"), edge(5, 4, true, "e ∘ g"),
		edge(5, 8, false, "f ∘ h")}
	if len(got.Edges) != len(want) {
		t.Fatalf("edges: %v", got.Edges)
	}
	for i, e := range got.Edges {
		if !e.Same(want[i]) {
			t.Errorf("edge %d: got %v, want %v", i, e, want[i])
		}
	}
}

// TestFoldLong: of a long chain the first and the last step are named.
func TestFoldLong(t *testing.T) {
	p := picture.Picture{Nodes: []picture.Node{{ID: 1, Initial: true}}}
	for i := 1; i < 9; i++ {
		p.Nodes = append(p.Nodes, picture.Node{ID: i + 1, Bad: i == 8})
		p.Edges = append(p.Edges, picture.Edge{From: i, To: i + 1,
			Steps: []string{string(rune('a' + i - 1))}})
	}
	if got := p.Fold().Edges; len(got) != 1 || got[0].Steps[0] != "a ∘ 6 steps ∘ h" {
		t.Errorf("%v", got)
	}
}
