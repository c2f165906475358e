package htmlreport

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// passes counts how often the threads of a trace executed each edge.
type passes struct{ interp.Passes }

// countPasses counts what a trace executes; the trace may be nil. Its steps leave out what people do not want
// to see, so it is replayed; if that is not possible the steps must do.
func countPasses(p *cfa.Program, t *trace.Trace) passes {
	if t == nil {
		return passes{}
	}
	if counted, err := interp.CountPasses(context.Background(), p, t.Machine()); err == nil {
		return passes{counted}
	}
	out := passes{interp.Passes{Count: map[cfa.EdgeID][]int32{}}}
	for i := range t.Steps {
		out.Threads = max(out.Threads, t.Steps[i].Thread+1)
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Thread < 0 || s.Origin < 0 {
			continue
		}
		if out.Count[s.Origin] == nil {
			out.Count[s.Origin] = make([]int32, out.Threads)
		}
		out.Count[s.Origin][s.Thread]++
	}
	return out
}

// of returns the counts of an edge, nil if no thread executed it.
func (p passes) of(e *cfa.Edge) []int32 { return p.Count[e.ID] }

// most is, for each thread, the greatest count of several edges.
func (p passes) most(edges []*cfa.Edge) []int32 {
	out := make([]int32, p.Threads)
	for _, e := range edges {
		for t, n := range p.of(e) {
			out[t] = max(out[t], n)
		}
	}
	return out
}

// sum adds the counts of several edges.
func (p passes) sum(edges []*cfa.Edge) []int32 {
	out := make([]int32, p.Threads)
	for _, e := range edges {
		for t, n := range p.of(e) {
			out[t] += n
		}
	}
	return out
}

// block returns how often each thread did something in a block.
func (p passes) block(b *block) []int32 {
	if len(b.edges) > 0 {
		return p.most(b.edges[:1])
	}
	return p.sum(b.choice)
}

// hop returns how often each thread went from a block to another one. A thread that is still in the last
// operation of the first, a call or a wait, has not gone there.
func (p passes) hop(from *block, h hop, to *block) []int32 {
	if len(h.edges) > 0 {
		return p.sum(h.edges)
	}
	if n := len(from.edges); n > 0 {
		if last := p.of(from.edges[n-1]); last != nil {
			out := slices.Clone(last)
			for t, n := range p.block(to) {
				out[t] = min(out[t], n)
			}
			return out
		}
	}
	return make([]int32, p.Threads)
}

// pairs lists the threads with a count that is not zero, each followed by its count.
func pairs(counts []int32) []int {
	var out []int
	for t, n := range counts {
		if n > 0 {
			out = append(out, t, int(n))
		}
	}
	return out
}
