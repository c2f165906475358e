package interp

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// Passes says how often each thread executes each edge of a program as lowered.
type Passes struct {
	// Threads is the number of threads.
	Threads int
	// Count has the counts by thread. An edge that no thread executes is not in it.
	Count map[cfa.EdgeID][]int32
}

// CountPasses replays a trace and counts all executed edges, also those that are no steps of the trace, since
// people do not want to see them. The edge of the violation counts as executed. Errors are those of Replay.
func CountPasses(ctx context.Context, p *cfa.Program, tr *trace.Trace) (Passes, error) {
	r, err := NewReplayer(p)
	if err != nil {
		return Passes{}, err
	}
	m, err := r.run(ctx, tr, 0, nil)
	if err != nil {
		return Passes{}, err
	}
	out := Passes{Threads: len(m.threads), Count: map[cfa.EdgeID][]int32{}}
	add := func(id cfa.EdgeID, thread, n int) {
		if out.Count[id] == nil {
			out.Count[id] = make([]int32, len(m.threads))
		}
		out.Count[id][thread] += int32(n)
	}
	m.eachCount(add)
	if v := tr.Violation; v.Thread >= 0 && v.Thread < len(m.threads) &&
		m.threads[v.Thread].counts.get(v.Origin) == v.Occurrence {
		add(v.Origin, v.Thread, 1) // it stopped the machine and was not executed
	}
	return out, nil
}

// eachCount calls f with how often each thread has executed each edge, by origin, if it has done so.
func (m *Machine) eachCount(f func(id cfa.EdgeID, thread, n int)) {
	for _, t := range m.threads {
		for _, proc := range m.code.CFA.Procs {
			for _, e := range proc.Edges {
				if n := t.counts.get(e.Origin); n > 0 {
					f(e.Origin, t.index, n)
				}
			}
		}
	}
}
