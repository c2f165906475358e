package explicit

import (
	"context"
	"errors"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Limits bound the work.
type Limits struct {
	Steps int // along edges
	Runs  int // ways to set up memory
}

// Result is what was found.
type Result struct {
	// Runs are the ways in which memory may be set up: none if no thread is ever created.
	Runs []*Run
	// Why says what is in the way if some thread was not followed, and Pos where. There are no runs then.
	Why string
	Pos source.Pos
	// Assumed is the undefined behaviour that executions may end in.
	Assumed []invariant.AssumedUB
}

// maxDepth is how deep terms are evaluated.
const maxDepth = 24

// follower follows threads along edges.
type follower struct {
	ctx     context.Context
	prog    *cfa.Program
	regs    *cfa.RegIndex
	values  *intervals.Values
	live    [][]live.Set // by procedure and location, with the registers of threads
	procOf  []cfa.ProcID // by edge
	steps   int          // that are left
	assumed []invariant.AssumedUB
}

// Follow follows the threads of a program, whose calls are copied into their callers. It stops with ctx's
// error.
func Follow(ctx context.Context, p *cfa.Program, limits Limits) (*Result, error) {
	f, err := newFollower(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	res := &Result{}
	res.Runs, err = f.build(limits.Runs)
	res.Assumed = f.assumed
	var no *unfollowedError
	if errors.As(err, &no) {
		return &Result{Why: no.what, Pos: no.pos}, nil
	}
	return res, err
}

func newFollower(ctx context.Context, p *cfa.Program, limits Limits) (*follower, error) {
	f := &follower{ctx: ctx, prog: p, regs: cfa.NewRegIndex(p), steps: limits.Steps,
		procOf: make([]cfa.ProcID, p.NumEdges)}
	f.values = intervals.NewValues(p, f.regs, maxDepth)
	var threads live.Set
	for i, reg := range p.Regs {
		if reg.Scope == cfa.Thread {
			threads = append(threads, cfa.RegID(i))
		}
	}
	for _, proc := range p.Procs {
		sets, err := live.Registers(ctx, f.regs, p, proc, analysis.WTO(proc))
		if err != nil {
			return nil, err
		}
		for i := range sets {
			sets[i], _ = sets[i].Union(threads)
		}
		f.live = append(f.live, sets)
		for _, e := range proc.Edges {
			f.procOf[e.ID] = proc.ID
		}
	}
	return f, nil
}

// spend counts a step.
func (f *follower) spend(e *cfa.Edge) error {
	if f.steps--; f.steps < 0 {
		return unfollowed(e, "more steps than are followed")
	}
	return nil
}

// beginning is a state of the initial thread before it creates others, and memory in it.
type beginning struct {
	*state
	mem *memory
}

// build follows the initial thread until it creates another one, and all threads from there on.
func (f *follower) build(most int) ([]*Run, error) {
	proc := f.prog.Procs[f.prog.Entry]
	var runs []*Run
	work := []beginning{{f.entry(proc), initial(f.prog)}}
	for len(work) > 0 {
		if err := f.ctx.Err(); err != nil {
			return nil, err
		}
		at := work[len(work)-1]
		work = work[:len(work)-1]
		var next []beginning
		for _, k := range proc.Locs[at.loc].Out {
			e := proc.Edges[k]
			if _, ok := e.Op.(cfa.Spawn); ok {
				if len(runs) == most {
					return nil, unfollowed(e, "too many ways to set up memory")
				}
				r := newRun(f, at.mem, at.state)
				if err := r.follow(f.ctx); err != nil {
					return nil, err
				}
				runs = append(runs, r)
				continue
			}
			list, err := f.step(building{at.mem}, at.state, e)
			if err != nil {
				return nil, err
			}
			for _, s := range list {
				next = append(next, beginning{s, at.mem})
			}
		}
		for i := range next {
			if i > 0 {
				next[i].mem = at.mem.fork()
			}
		}
		if work = append(work, next...); len(work) > most {
			return nil, unfollowed(proc.Edges[proc.Locs[at.loc].Out[0]], "too many ways to set up memory")
		}
	}
	return runs, nil
}
