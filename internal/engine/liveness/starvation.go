package liveness

import (
	"context"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
)

// A thread starves in an execution that goes on for ever if it has not ended and makes no more steps from
// some moment on, or makes steps of which at least one looks at memory and none does anything that others
// could tell. One that waits for the end of a thread does not count: it is that one's business to end. So
// the components in question are those of the graph without the other edges of the thread.

// waits reports whether an edge may be one of an execution in which the thread looked at waits for ever.
func (p *product) waits(v int32, e pedge) bool {
	if p.waiting < 0 {
		return true
	}
	g := &p.g.nodes[p.states[v].node].edges[e.edge]
	return g.thread != p.waiting || g.acts < multistate.Does
}

// all are the states in which something is to recur: of no-starvation, those in which the thread looked at
// has not ended, and does not wait for the end of another one.
func (p *product) all() []int32 {
	var out []int32
	for i, s := range p.states {
		n := &p.g.nodes[s.node]
		if p.waiting >= 0 && !n.inside {
			if int(p.waiting) >= len(n.turns) {
				continue // it has not started, or the program has ended
			}
			if t := n.turns[p.waiting]; t == multistate.Ended || t == multistate.Joins {
				continue
			}
		}
		out = append(out, int32(i))
	}
	return out
}

// questions are the threads that are looked at one by one; of a formula there is one question.
func (s *search) questions() []int32 { return questions(s.task.Temporal, s.threads) }

// questions are those that are asked of a number of threads.
func questions(t *engine.Temporal, threads int) []int32 {
	if t.Formula != nil {
		return []int32{nobody}
	}
	var out []int32
	for i := range threads {
		if i != observer {
			out = append(out, int32(i))
		}
	}
	return out
}

// told returns which edges store something that other threads than the one that does it may read: all but
// those to automatic variables of which no other thread has the address.
func told(ctx context.Context, p *cfa.Program) (func(*cfa.Edge) bool, error) {
	pts, err := pointsto.Analyse(ctx, p, cfa.NewRegIndex(p))
	if err != nil {
		return nil, err
	}
	escaped, own := pts.Escaped(), map[cfa.EdgeID]bool{}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Store)
			if !ok {
				continue
			}
			to := pts.Of(op.Addr)
			own[e.ID] = !to.Unknown && len(to.Refs) > 0
			for _, r := range to.Refs {
				a, made := pts.Objects[r.Obj].Alloc()
				own[e.ID] = own[e.ID] && made && a.Kind == cfa.Stack && !escaped[r.Obj]
			}
		}
	}
	return func(e *cfa.Edge) bool { return !own[e.ID] }, nil
}
