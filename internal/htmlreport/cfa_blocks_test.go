package htmlreport

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
)

// TestBlocks cuts the functions of a program with loops, a switch and a jump.
func TestBlocks(t *testing.T) {
	for _, proc := range compile(t, "flow.c", flowProgram, property.UnreachCall).Procs {
		checkBlocks(t, proc)
	}
	if got := blocksOf(&cfa.Proc{}); len(got) != 0 {
		t.Errorf("a procedure without a body has %d blocks", len(got))
	}
}

// checkBlocks: the edges that can be reached are in blocks, each once.
func checkBlocks(t *testing.T, proc *cfa.Proc) {
	t.Helper()
	if len(proc.Edges) == 0 {
		return
	}
	seen := map[*cfa.Edge]int{}
	blocks := blocksOf(proc)
	for i := range blocks {
		b := &blocks[i]
		at := b.at
		for _, e := range b.edges {
			if e.From != at {
				t.Errorf("%s: block %d jumps", proc.Name, i)
			}
			at = e.To
			seen[e]++
		}
		for _, e := range b.choice {
			if e.From != at {
				t.Errorf("%s: the decision of block %d is elsewhere", proc.Name, i)
			}
			seen[e]++
		}
		for _, h := range b.next {
			if len(h.edges) == 0 && blocks[h.to].at != b.end {
				t.Errorf("%s: block %d goes on in the wrong block", proc.Name, i)
			}
			for _, e := range h.edges {
				if blocks[h.to].at != e.To {
					t.Errorf("%s: an edge of block %d leads elsewhere", proc.Name, i)
				}
			}
		}
	}
	reached := map[cfa.LocID]bool{}
	for list := []cfa.LocID{proc.Entry}; len(list) > 0; {
		l := list[0]
		if list = list[1:]; reached[l] {
			continue
		}
		reached[l] = true
		for _, k := range proc.Locs[l].Out {
			e := proc.Edges[k]
			if seen[e] != 1 {
				t.Errorf("%s: edge e%d is in %d blocks", proc.Name, e.ID, seen[e])
			}
			if !cfa.Ends(e.Op) {
				list = append(list, e.To)
			}
		}
	}
}
