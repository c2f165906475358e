package flow

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// randomGraph makes a graph of n places, with a jump or step at random from each to some others.
func randomGraph(r *rand.Rand, n int, op func(r *rand.Rand) cfa.Op) *graph {
	g := &graph{}
	for range n {
		g.newLoc(source.Pos{})
	}
	for from := range n {
		for range r.Intn(3) {
			g.add(Step{from: Loc(from), to: Loc(r.Intn(n)), Op: op(r)})
		}
	}
	return g
}

// TestSkip: a place after plain jumps is one that is no plain jump, or the same for all places of a cycle.
func TestSkip(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 500 {
		g := randomGraph(r, 1+r.Intn(8), func(r *rand.Rand) cfa.Op {
			if r.Intn(3) == 0 {
				return cfa.AtomicBegin{}
			}
			return nil
		})
		for at := range g.places {
			to := g.skip(Loc(at))
			if g.skip(to) != to {
				t.Errorf("%v: %d leads to %d, which leads on", g.blocks, at, to)
			}
			if s := g.only(Loc(at)); s == nil || s.Op != nil {
				if to != Loc(at) {
					t.Errorf("%v: %d is no plain jump and leads to %d", g.blocks, at, to)
				}
			} else if g.skip(s.to) != to {
				t.Errorf("%v: %d leads to %d, the next place to %d", g.blocks, at, to, g.skip(s.to))
			}
		}
	}
}

// TestUnbalanced compares what is said of atomic sections with a walk along all ways of a bounded length.
func TestUnbalanced(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	ops := []cfa.Op{nil, nil, cfa.AtomicBegin{}, cfa.AtomicEnd{}, cfa.Return{}, cfa.UB{}}
	bad := 0
	for range 1000 {
		g := randomGraph(r, 1+r.Intn(6), func(r *rand.Rand) cfa.Op { return ops[r.Intn(len(ops))] })
		depths := map[Loc]map[int]bool{}
		wrong := false
		var walk func(at Loc, depth, left int)
		walk = func(at Loc, depth, left int) {
			if depths[at] == nil {
				depths[at] = map[int]bool{}
			}
			if depths[at][depth] = true; len(depths[at]) > 1 {
				wrong = true
			}
			if wrong || left == 0 {
				return
			}
			for s := range g.from(at) {
				d := depth
				switch s.Op.(type) {
				case cfa.AtomicBegin:
					d++
				case cfa.AtomicEnd:
					d--
				case cfa.Return:
					wrong = wrong || d != 0
					continue
				case cfa.UB:
					continue
				}
				if wrong = wrong || d < 0; !wrong {
					walk(s.to, d, left-1)
				}
			}
		}
		walk(0, 0, 12)
		if _, what := g.unbalanced(0); (what != "") != wrong {
			var b strings.Builder
			for i := range g.taken {
				s := g.step(i)
				fmt.Fprintf(&b, "%d -> %d %T\n", s.from, s.to, s.Op)
			}
			t.Errorf("%q, want something: %v\n%s", what, wrong, b.String())
		}
		if wrong {
			bad++
		}
	}
	if bad < 100 || bad > 900 {
		t.Errorf("%d of 1000 graphs have unbalanced sections", bad)
	}
}
