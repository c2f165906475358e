package loopbound

import (
	"math/bits"
	"slices"

	"whittle.dev/internal/cfa"
)

// Counters say how often threads have gone round loops. They never change.
type Counters []counter

// counter is a loop, named by its edge back to the head, in a thread.
type counter struct {
	thread, edge int32
	times        int32
}

// Around adds the loops that a thread has gone round in a step. Turns of one loop in the same step count
// once: values decided them, and nothing of what others do could come between.
func (c Counters) Around(thread int, edges []*cfa.Edge) Counters {
	if len(edges) == 0 {
		return c
	}
	out := slices.Clone(c)
	var counted []*cfa.Edge
	for _, e := range edges {
		if slices.Contains(counted, e) {
			continue
		}
		counted = append(counted, e)
		i, ok := slices.BinarySearchFunc(out, counter{thread: int32(thread), edge: int32(e.ID)}, compare)
		if !ok {
			out = slices.Insert(out, i, counter{thread: int32(thread), edge: int32(e.ID)})
		}
		out[i].times++
	}
	return out
}

func compare(a, b counter) int {
	if a.thread != b.thread {
		return int(a.thread) - int(b.thread)
	}
	return int(a.edge) - int(b.edge)
}

// Most is the largest counter.
func (c Counters) Most() int {
	most := 0
	for _, k := range c {
		most = max(most, int(k.times))
	}
	return most
}

// Within reports whether no counter is larger than the same one of d: what d may still do, c may.
func (c Counters) Within(d Counters) bool {
	for _, k := range c {
		i, ok := slices.BinarySearchFunc(d, k, compare)
		if !ok || d[i].times < k.times {
			return false
		}
	}
	return true
}

// Level is the round in which a state is explored whose largest counter is n: the bound is 1 in the first
// round, and doubles.
func Level(n int) int { return bits.Len(uint(max(n, 1) - 1)) }
