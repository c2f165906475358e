package htmlreport

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// passes counts how often the threads of a trace executed each edge.
type passes struct {
	threads int
	count   map[cfa.EdgeID][]int32 // by thread
}

// countPasses counts the steps of a trace, which may be nil.
func countPasses(t *trace.Trace) passes {
	p := passes{count: map[cfa.EdgeID][]int32{}}
	if t == nil {
		return p
	}
	for i := range t.Steps {
		p.threads = max(p.threads, t.Steps[i].Thread+1)
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Thread < 0 || s.Origin < 0 {
			continue
		}
		c := p.count[s.Origin]
		if c == nil {
			c = make([]int32, p.threads)
			p.count[s.Origin] = c
		}
		c[s.Thread]++
	}
	return p
}

// of returns the counts of an edge.
func (p passes) of(e *cfa.Edge) []int32 {
	if c := p.count[e.ID]; c != nil {
		return c
	}
	return nil
}

// most is, for each thread, the greatest count of several edges.
func (p passes) most(edges []*cfa.Edge) []int32 {
	out := make([]int32, p.threads)
	for _, e := range edges {
		for t, n := range p.of(e) {
			out[t] = max(out[t], n)
		}
	}
	return out
}

// sum adds the counts of several edges.
func (p passes) sum(edges []*cfa.Edge) []int32 {
	out := make([]int32, p.threads)
	for _, e := range edges {
		for t, n := range p.of(e) {
			out[t] += n
		}
	}
	return out
}

// block returns how often each thread entered a block. Steps that people do not see are in no trace, so the edge that was
// seen most often tells.
func (p passes) block(b *block) []int32 {
	out := p.most(b.edges)
	for t, n := range p.sum(b.choice) {
		out[t] = max(out[t], n)
	}
	return out
}

// hop returns how often each thread went from a block to another one. A thread that is still in the last operation of the
// first, a call or a wait, has not gone there.
func (p passes) hop(from *block, h hop, to *block) []int32 {
	if len(h.edges) > 0 {
		return p.sum(h.edges)
	}
	out := p.block(from)
	if n := len(from.edges); n > 0 {
		if last := p.of(from.edges[n-1]); last != nil {
			out = slices.Clone(last)
		}
	}
	for t, n := range p.block(to) {
		out[t] = min(out[t], n)
	}
	return out
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
