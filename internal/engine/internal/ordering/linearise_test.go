package ordering

import (
	"errors"
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/events"
)

func TestLinearise(t *testing.T) {
	type nodes = []events.NodeID
	for _, tt := range []struct {
		name   string
		chains []nodes
		edges  []Edge
		want   nodes // nil: cyclic
	}{
		{"a thread keeps running", []nodes{{0, 1}, {2, 3}}, nil, nodes{0, 1, 2, 3}},
		{"until it must wait", []nodes{{0, 1}, {2, 3}}, []Edge{{2, 1}}, nodes{0, 2, 3, 1}},
		{"twice for the same", []nodes{{0, 1}, {2, 3}}, []Edge{{2, 1}, {2, 1}, {0, 3}}, nodes{0, 2, 3, 1}},
		{"the first thread is last", []nodes{{0}, {1}, {2}}, []Edge{{1, 0}, {2, 1}}, nodes{2, 1, 0}},
		{"two edges that exclude each other", []nodes{{0, 1}, {2, 3}}, []Edge{{1, 2}, {3, 0}}, nil},
		{"nothing happens", []nodes{{}, {}}, nil, nodes{}},
	} {
		o := &partialOrder{chains: tt.chains, successors: map[events.NodeID]nodes{}}
		for _, x := range tt.edges {
			o.successors[x.Before] = append(o.successors[x.Before], x.After)
		}
		got, err := o.linearise()
		if tt.want == nil {
			if !errors.Is(err, errCyclicOrder) {
				t.Errorf("%s: %v, %v", tt.name, got, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, err, tt.want)
		}
	}
}
