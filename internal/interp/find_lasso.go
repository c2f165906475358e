package interp

import (
	"bytes"
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// A search for an execution without end executes a program with inputs that depend on the place alone, and
// gives each thread a turn in each round. So what follows depends on the state alone, and an execution that
// comes back to a state between two rounds goes on like that for ever, and is weakly fair: each thread that
// has not ended makes a step in each round, or is disabled. States are compared as R. Brent does ("An
// improved Monte Carlo factorization algorithm", 1980): with one that is renewed after twice as many rounds.
//
// A recursion has no end either if it comes back to the frame on top of the stack, with the same memory, and
// has not returned from it in between: then it does so again, as long as there is stack.

// LassoOptions bound a search.
type LassoOptions struct {
	Executions int    // at most so many
	Steps      uint64 // edges of all executions together, at most
	MaxMemory  uint64 // bytes of memory objects; 0: 2 GiB
}

// turnEdges bounds a turn of a thread that makes no visible step.
const turnEdges = 64

// FindLasso searches for an execution that does not end; nil: none was found. The error is about the program.
func FindLasso(ctx context.Context, p *cfa.Program, opt LassoOptions) (*trace.Trace, error) {
	c, err := bytecode.Compile(p)
	if err != nil {
		return nil, err
	}
	live := bytecode.NewLiveness(c)
	for i := range opt.Executions {
		cfg := Config{Decider: constant{seed: uint64(i)}, MaxMemory: opt.MaxMemory}
		f := &lassoFinder{ctx: ctx, live: live, m: newMachine(c, cfg),
			left: int64(opt.Steps / uint64(opt.Executions))}
		f.m.ctx = ctx
		from, to, ok := f.find()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if ok {
			cfg.Record = true
			f.m = newMachine(c, cfg)
			f.m.ctx = ctx
			if tr := f.trace(from, to); tr != nil {
				if _, err := Replay(ctx, p, tr); err == nil {
					return tr, nil
				}
			}
		}
		if !f.m.drawn && len(f.m.threads) == 1 {
			break // all others are the same
		}
	}
	return nil, nil
}

// constant decides inputs by their place alone.
type constant struct {
	Zero
	seed uint64
}

// Havoc implements Decider: zero everywhere, then one, then small numbers.
func (d constant) Havoc(k trace.Key, _ int) (lo, hi uint64) {
	if d.seed < 2 {
		return d.seed, 0
	}
	x := (uint64(k.Origin)+1)*0x9e3779b97f4a7c15 ^ d.seed*0xbf58476d1ce4e5b9
	x ^= x >> 29
	return x * 0x94d049bb133111eb >> 61, 0
}

// lassoFinder is the search in one execution.
type lassoFinder struct {
	ctx  context.Context
	live *bytecode.Liveness
	m    *Machine
	left int64 // work that may be done
	// depth is the number of frames of the only thread in the state that others are compared with, and lowest
	// the least one since.
	depth, lowest int
}

// find executes rounds until a state comes again, and returns the numbers of rounds before both.
func (f *lassoFinder) find() (from, to int, ok bool) {
	var kept, now []byte
	for round := 0; ; round++ {
		now = f.state(now[:0])
		below := len(f.m.threads) == 1 && f.lowest < f.depth
		switch {
		case round > 0 && !below && bytes.Equal(kept, now):
			return from, round, true
		case round&(round-1) == 0 || below:
			from, kept = round, append(kept[:0], now...)
			f.depth = len(f.m.threads[0].frames)
			f.lowest = f.depth
		}
		f.left -= int64(len(now) / 8)
		if !f.round() || f.left < 0 || f.ctx.Err() != nil {
			return 0, 0, false
		}
	}
}

// state appends the state: of the only thread what is on top of its stack.
func (f *lassoFinder) state(b []byte) []byte {
	m := f.m
	if len(m.threads) > 1 || m.threads[0].done {
		return m.AppendState(b, f.live)
	}
	t := *m.threads[0]
	top := t.frames[len(t.frames)-1]
	top.call = nil
	t.frames = []frame{top}
	c := *m
	c.threads = []*thread{&t}
	return c.AppendState(b, f.live)
}

// round gives each thread a turn. It is false if no thread can go on.
func (f *lassoFinder) round() bool {
	moved := false
	for i := 0; i < len(f.m.threads); i++ {
		ev := f.turn(i)
		if f.m.outcome.Kind != Running {
			return false
		}
		moved = moved || ev < Blocked
	}
	return moved
}

// turn executes a thread up to the end of a visible step, or for some edges.
func (f *lassoFinder) turn(i int) Event {
	m := f.m
	if m.threads[i].done {
		return Finished
	}
	for n := 0; ; n++ {
		ev := m.step(m.threads[i])
		f.left--
		if i == 0 {
			f.lowest = min(f.lowest, len(m.threads[0].frames))
		}
		if ev > Inside || n >= turnEdges && m.owner < 0 {
			return ev
		}
	}
}

// trace executes the rounds again, and writes the execution as a trace.
func (f *lassoFinder) trace(from, to int) *trace.Trace {
	m := f.m
	var again *trace.Key
	begin := 0
	for round := range to {
		if round == from {
			begin = len(m.rec.schedule)
			if t := m.threads[0]; len(m.threads) == 1 {
				e := f.next(t)
				if e == nil {
					return nil
				}
				again = &trace.Key{Origin: e.Origin, Occurrence: t.counts.get(e.Origin)}
			}
		}
		if !f.round() {
			return nil
		}
	}
	tr := m.Trace().Machine()
	tr.Property = property.Termination
	if len(m.threads) > 1 {
		if begin == len(tr.Schedule) {
			return nil // threads that do nothing that others could tell
		}
		again = &tr.Schedule[begin]
	}
	tr.Again, tr.Violation = again, *again
	tr.Violation.Occurrence = m.threads[again.Thread].counts.get(again.Origin)
	return tr
}

// next is the edge that a thread takes next; nil: that is not known.
func (f *lassoFinder) next(t *thread) *cfa.Edge {
	c := f.m.Clone(f.m.decide)
	before := c.threads[t.index].counts.clone()
	top := t.top()
	loc, proc := top.loc, top.proc.CFA
	c.step(c.threads[t.index])
	for _, i := range proc.Locs[loc].Out {
		if e := proc.Edges[i]; c.threads[t.index].counts.get(e.Origin) > before.get(e.Origin) {
			return e
		}
	}
	return nil
}
