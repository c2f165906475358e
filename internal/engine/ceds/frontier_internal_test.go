package ceds

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
)

// TestFrontier adds and takes states at random, and compares with a list in which the next one is looked for:
// of those with the fewest threads the last added, the first added, or any. A group that is added at once is
// taken in its order from a stack.
func TestFrontier(t *testing.T) {
	for _, o := range []order{depthFirst, breadthFirst, randomOrder} {
		r := rand.New(rand.NewPCG(1, uint64(o)))
		f := newFrontier(o, 1, func(*multistate.State) []byte { return []byte("packed") })
		var all []open // in the order in which they were settled
		node := uint32(0)
		for range 3000 {
			if len(all) == 0 || r.IntN(3) == 0 {
				var group []open
				for range 1 + r.IntN(4) {
					node++
					group = append(group, open{state: &multistate.State{}, count: 1 + r.IntN(3),
						node: ref{index: node}})
					f.add(group[len(group)-1])
				}
				f.settle()
				if o == depthFirst {
					slices.Reverse(group)
				}
				all = append(all, group...)
				continue
			}
			least := slices.MinFunc(all, func(a, b open) int { return a.count - b.count }).count
			got := f.take()
			at := slices.IndexFunc(all, func(x open) bool { return x.node == got.node })
			same := func(x open) bool { return x.count == least }
			want := at
			switch o {
			case breadthFirst:
				want = slices.IndexFunc(all, same)
			case depthFirst:
				for i, x := range all {
					if same(x) {
						want = i
					}
				}
			}
			if at < 0 || got.count != least || at != want {
				t.Fatalf("order %d: took state %v of %d threads, want the one at %d of %v", o, got.node,
					got.count, want, all)
			}
			all = slices.Delete(all, at, at+1)
			if f.size != len(all) {
				t.Fatalf("order %d: size %d, want %d", o, f.size, len(all))
			}
		}
	}
}

// TestShed takes the states that were added first, as bytes; none is lost.
func TestShed(t *testing.T) {
	f := newFrontier(depthFirst, 1, func(*multistate.State) []byte { return []byte("packed") })
	for n := range 10 {
		f.add(open{state: &multistate.State{}, count: 1, node: ref{index: uint32(n)}})
		f.settle()
	}
	for i, o := range f.shed(4) {
		if int(o.node.index) != i || o.state != nil || string(o.code) != "packed" {
			t.Errorf("shed %+v at %d", o, i)
		}
	}
	if more := f.shed(100); len(more) != 6 || f.size != 0 {
		t.Errorf("%d more, %d left", len(more), f.size)
	}
}
