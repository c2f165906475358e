package reach_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"whittle.dev/internal/engine/cpa/arg"
	"whittle.dev/internal/engine/cpa/reach"
)

// counter is a toy analysis: x counts from 0 to 9 at location 0 and may leave to location 1 at any time.
// States are ranges of x.
type counter struct{ merge bool }

type span struct{ loc, low, high int }

func (counter) Transfer(_ context.Context, s span) ([]span, error) {
	if s.loc == 1 {
		return nil, nil
	}
	return []span{{0, s.low + 1, s.high + 1}, {1, s.low, s.high}}, nil
}

// Prec leaves nothing of a counter beyond 9.
func (counter) Prec(_ context.Context, s span) (span, bool, error) {
	s.high = min(s.high, 9)
	return s, s.low <= s.high, nil
}

func (c counter) Merge(s, old span) (span, bool) {
	out := span{s.loc, min(s.low, old.low), max(s.high, old.high)}
	return out, c.merge && out != old
}

func (counter) Stop(_ context.Context, s, old span) bool {
	return old.low <= s.low && s.high <= old.high
}

func (counter) Key(s span) arg.Key { return arg.Key{byte(s.loc)} }

func (counter) Opened(s span) (span, bool) { return s, false }

func byNumber[S any](_ *arg.Node[S], number int) (p reach.Place) {
	p[0] = number
	return p
}

func run[S any](t *testing.T, d reach.CPA[S], first S, abort func(*arg.Node[S]) bool) *arg.Graph[S] {
	t.Helper()
	g, root := arg.New(first, d.Key(first))
	w := reach.NewWaitlist(byNumber[S])
	w.Push(root)
	if err := reach.Run(t.Context(), d, g, w, abort); err != nil {
		t.Fatal(err)
	}
	return g
}

func never[S any](*arg.Node[S]) bool { return false }

func TestWithoutMerging(t *testing.T) {
	g := run(t, counter{}, span{}, never)
	for loc := range 2 {
		if n := len(g.Reached(arg.Key{byte(loc)})); n != 10 {
			t.Errorf("%d states at location %d, want one for each number", n, loc)
		}
	}
}

// TestMerging: the states at location 1 are siblings of those from which the counter goes on, so they become
// one; at location 0 no state may be merged with one on the way to it.
func TestMerging(t *testing.T) {
	g := run(t, counter{merge: true}, span{}, never)
	all := g.Reached(arg.Key{1})
	seen := make([]bool, 10)
	for _, n := range all {
		for x := n.State.low; x <= n.State.high; x++ {
			seen[x] = true
		}
	}
	if slices.Contains(seen, false) {
		t.Errorf("not all numbers are reached at location 1: %v", seen)
	}
	for _, n := range g.Reached(arg.Key{0}) {
		for _, p := range n.Parents {
			if p.Depth >= n.Depth {
				t.Errorf("an edge from depth %d to depth %d", p.Depth, n.Depth)
			}
		}
	}
}

func TestAbort(t *testing.T) {
	var found *arg.Node[span]
	run(t, counter{}, span{}, func(n *arg.Node[span]) bool {
		if n.State == (span{1, 3, 3}) {
			found = n
		}
		return found != nil
	})
	if found == nil || len(found.Path()) != 5 {
		t.Fatalf("the path to x = 3 at location 1: %v", found)
	}
}

// lazy is an analysis with a reduction: a thread that goes round a loop of two states for ever runs first,
// and another, which has one step to take, waits.
type lazy struct{ opens bool }

type pair struct {
	loop  int
	done  bool
	waits bool
}

func (lazy) Transfer(_ context.Context, s pair) ([]pair, error) {
	out := []pair{{1 - s.loop, s.done, s.waits}}
	if !s.waits && !s.done {
		out = append(out, pair{s.loop, true, false})
	}
	return out, nil
}

func (lazy) Prec(_ context.Context, s pair) (pair, bool, error) { return s, true, nil }
func (lazy) Merge(_, old pair) (pair, bool)                     { return old, false }
func (lazy) Stop(_ context.Context, s, old pair) bool           { return s == old }
func (lazy) Key(s pair) (k arg.Key)                             { copy(k[:], fmt.Sprint(s)); return k }

func (l lazy) Opened(s pair) (pair, bool) {
	if !l.opens || !s.waits {
		return s, false
	}
	s.waits = false
	return s, true
}

// TestOpened: no thread waits for ever in a cycle of coverage.
func TestOpened(t *testing.T) {
	for _, opens := range []bool{false, true} {
		done := false
		run(t, lazy{opens}, pair{waits: true}, func(n *arg.Node[pair]) bool {
			done = done || n.State.done
			return false
		})
		if done != opens {
			t.Errorf("opens %v: the step of the other thread is taken: %v", opens, done)
		}
	}
}

// TestOrdersInTurns: two orders take nodes in turns, each node once.
func TestOrdersInTurns(t *testing.T) {
	backwards := func(_ *arg.Node[span], number int) reach.Place { return reach.Place{-number} }
	g, root := arg.New(span{}, arg.Key{})
	w := reach.NewWaitlist(byNumber[span], backwards)
	all := []*arg.Node[span]{root}
	for i := range 4 {
		all = append(all, g.Add(root, span{low: i}, arg.Key{byte(i)}))
	}
	w.Push(all...)
	w.Push(all[2]) // waits already
	for _, want := range []int{0, 4, 1, 3, 2} {
		if w.Len() == 0 || w.Pop() != all[want] {
			t.Errorf("another node than %d was taken", want)
		}
	}
	if w.Pop() != nil || w.Len() != 0 {
		t.Error("a node was taken twice")
	}
}
