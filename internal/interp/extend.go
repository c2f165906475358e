package interp

import (
	"context"
	"errors"
	"fmt"
	"io"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// ExtendOptions say how an execution goes on after the trace that it begins with.
type ExtendOptions struct {
	// Random has a generator choose inputs and threads, seeded by Seed. Else inputs are zero, and a thread
	// runs as long as it can, though not for ever while others wait.
	Random bool
	Seed   uint64
	// Output receives what the program prints, and ErrOutput what it prints on standard error; nil: prints
	// format nothing, and the number of characters is an input.
	Output, ErrOutput io.Writer
	// Record makes Execution.Trace, which takes several times as long.
	Record bool
	// MaxSteps is the number of edges after which the execution is given up; 0: no limit.
	MaxSteps uint64
	// MaxMemory bounds the bytes of memory objects; 0: 2 GiB.
	MaxMemory uint64
}

// Execution is an execution that has ended.
type Execution struct {
	Outcome Outcome
	// Trace has its steps. Its violation is where the execution ended, if it ended at an edge. It is nil if
	// nothing was recorded.
	Trace *trace.Trace
	// Passes counts how often each edge was executed, by origin. The edge at which an execution stopped
	// counts as well.
	Passes map[cfa.EdgeID]int64
	// Threads is the number of threads; Last is the one that ran last.
	Threads, Last int
}

// Extend executes what a trace says, without its violation, and goes on to an end. The trace may be that of
// another program that differs only in where it ends: one with further violations, say. An error is a
// *DivergenceError when the program does not follow the schedule.
func (r *Replayer) Extend(ctx context.Context, tr *trace.Trace, opt ExtendOptions) (Execution, error) {
	random := NewRandom(opt.Seed)
	d := &extending{begin: NewScripted(tr.Inputs), rest: Zero{}, argc: ArgumentCount(r.code.CFA)}
	if opt.Random {
		d.rest = random
	}
	m := newMachine(r.code, Config{Decider: d, Output: opt.Output, ErrOutput: opt.ErrOutput,
		MaxSteps: opt.MaxSteps, MaxMemory: opt.MaxMemory, Count: true, Record: opt.Record})
	m.ctx = ctx
	s := &scheduler{m: m, r: random}
	begin := &replay{m: m, tr: tr}
	for i, k := range tr.Schedule {
		begin.entry, begin.key = i, k
		if err := begin.follow(k); err != nil {
			return Execution{}, err
		}
		if m.outcome.Kind != Running {
			break
		}
	}
	if opt.Random {
		s.random()
	} else {
		s.steady(tr.Violation.Thread)
	}
	if err := errors.Join(m.out.flush(), m.errs.flush()); err != nil {
		return Execution{}, fmt.Errorf("interp: output: %w", err)
	}
	if m.outcome.Kind == Canceled {
		return Execution{}, ctx.Err()
	}
	return Execution{m.outcome, m.Trace(), m.passes(), len(m.threads), s.last}, nil
}

// extending decides as a trace says, and as another Decider where the trace is silent.
type extending struct {
	begin *Scripted
	rest  Decider
	argc  cfa.EdgeID
}

// Havoc implements Decider.
func (d *extending) Havoc(k trace.Key, width int) (lo, hi uint64) {
	if in, ok := d.begin.havoc(k); ok {
		return in.Value, in.High
	}
	if k.Origin == d.argc {
		return 1, 0
	}
	return d.rest.Havoc(k, width)
}

// InitByte implements Decider.
func (d *extending) InitByte(k trace.Key, offset uint64) byte {
	if in, ok := d.begin.inputs[inputID{k, trace.InitByte, offset}]; ok {
		return byte(in.Value)
	}
	return d.rest.InitByte(k, offset)
}

// Choose implements Decider.
func (d *extending) Choose(keys []trace.Key) int {
	for _, k := range keys {
		if _, ok := d.begin.inputs[inputID{k, trace.Choice, 0}]; ok {
			return d.begin.Choose(keys)
		}
	}
	return d.rest.Choose(keys)
}

// Address implements Decider.
func (d *extending) Address(k trace.Key, next uint64) uint64 { return d.begin.Address(k, next) }

// ThreadID implements Decider.
func (d *extending) ThreadID(k trace.Key, next uint64) uint64 { return d.begin.ThreadID(k, next) }

// passes counts the executed edges by origin.
func (m *Machine) passes() map[cfa.EdgeID]int64 {
	out := map[cfa.EdgeID]int64{}
	m.eachCount(func(id cfa.EdgeID, _, n int) { out[id] += int64(n) })
	if e := m.outcome.Edge; e != nil && m.outcome.Kind != Exited { // that one was executed
		out[e.Origin]++
	}
	return out
}

// quantum is how many visible steps a thread makes while others could run.
const quantum = 200

// steady runs a machine to its end with few switches between threads: the thread that runs goes on until it
// is disabled or has had its share.
func (s *scheduler) steady(first int) {
	m := s.m
	if first < 0 || first >= len(m.threads) {
		first = 0
	}
	for used := 0; m.outcome.Kind == Running; used++ {
		t := m.threads[first]
		if used >= quantum || !s.ready(t) {
			next := -1
			for i := 1; i <= len(m.threads) && next < 0; i++ {
				if j := (first + i) % len(m.threads); s.ready(m.threads[j]) {
					next = j
				}
			}
			if next < 0 {
				m.Deadlocked()
				return
			}
			first, used, t = next, 0, m.threads[next]
		}
		s.last = first
		s.visible(t, false)
	}
}
