package analysis

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

func orderString(cs []Component) string {
	var parts []string
	for _, c := range cs {
		s := fmt.Sprint(c.Loc)
		if c.Loop {
			s = "(" + strings.TrimSpace(s+" "+orderString(c.Body)) + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

func TestWTO(t *testing.T) {
	tests := []struct {
		name  string
		n     int
		edges [][2]int
		want  string // the location after the return is the last
	}{
		{"line", 3, [][2]int{{0, 1}, {1, 2}}, "0 1 2 3"},
		{"diamond", 4, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}, "0 2 1 3 4"},
		{"loop", 4, [][2]int{{0, 1}, {1, 2}, {2, 1}, {1, 3}}, "0 (1 2) 3 4"},
		{"self loop", 3, [][2]int{{0, 1}, {1, 1}, {1, 2}}, "0 (1) 2 3"},
		// Figure 2 of Bourdoncle's paper, numbered from 0.
		{"nested", 8, [][2]int{{0, 1}, {1, 2}, {1, 7}, {2, 3}, {3, 4}, {3, 6}, {4, 5}, {5, 4}, {5, 6}, {6, 2},
			{6, 7}}, "0 1 (2 3 (4 5) 6) 7 8"},
		{"irreducible", 4, [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}}, "0 (1 2) 3 4"},
		{"entry is a head", 2, [][2]int{{0, 0}, {0, 1}}, "(0) 1 2"},
		{"unreached", 3, [][2]int{{0, 2}, {1, 2}}, "0 2 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, proc := graph(t, tt.n, tt.edges)
			if got := orderString(WTO(proc).Components()); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestWTOLaws checks the definition on random graphs: every edge goes forward
// or to the head of a loop that contains its source, and nesting agrees.
func TestWTOLaws(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for round := range 300 {
		n := 2 + rng.Intn(12)
		var edges [][2]int
		for i := range n - 1 {
			edges = append(edges, [2]int{i, i + 1})
			for rng.Intn(2) == 0 {
				edges = append(edges, [2]int{i, rng.Intn(n)})
			}
		}
		_, proc := graph(t, n, edges)
		o := WTO(proc)
		for i, l := range o.Locs {
			if o.Index[l] != i {
				t.Fatalf("round %d: Index and Locs disagree", round)
			}
		}
		for _, e := range proc.Edges {
			if !o.Reaches(e.From) {
				continue
			}
			if !o.Reaches(e.To) {
				t.Fatalf("round %d: L%d is not reached", round, e.To)
			}
			if o.Index[e.To] <= o.Index[e.From] && !(o.IsHead(e.To) && o.Contains(e.To, e.From)) {
				t.Fatalf("round %d: edge L%d -> L%d goes back, but not to a head around it, in %s", round,
					e.From, e.To, orderString(o.Components()))
			}
		}
		var nest func(cs []Component, heads []cfa.LocID)
		nest = func(cs []Component, heads []cfa.LocID) {
			for _, c := range cs {
				inner := heads
				if c.Loop {
					inner = append(heads[:len(heads):len(heads)], c.Loc)
				}
				for _, h := range inner {
					if !o.Contains(h, c.Loc) {
						t.Fatalf("round %d: loop %d does not contain %d", round, h, c.Loc)
					}
				}
				nest(c.Body, inner)
			}
		}
		nest(o.Components(), nil)
	}
}
