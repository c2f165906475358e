package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// RunOptions says how Run executes a program.
type RunOptions struct {
	// Seed determines the schedule and the inputs.
	Seed uint64
	// Output receives what the program prints, and ErrOutput what it prints on standard error; nil drops it.
	Output    io.Writer
	ErrOutput io.Writer
	// Schedule lists threads by their index: each entry makes one visible step of its thread, or runs it up
	// to where it is disabled. The seed decides after its end.
	Schedule []int
	// MaxSteps is the number of edges after which Run gives up; 0: no limit.
	MaxSteps uint64
	// MaxMemory bounds the bytes of memory objects; 0: 2 GiB.
	MaxMemory uint64
	// Record makes Run return a trace. It costs time and memory with each
	// step, and prints are then not formatted: their results are inputs.
	Record bool
}

// runReuse is how many regions a run uses before it turns to those of dead objects: enough that most uses of
// dead objects are noticed, few enough that the table of regions stays in the cache.
const runReuse = 1 << 12

// Run executes a program with a random schedule and random inputs, and without arguments. When an assumption
// fails it starts anew with other inputs, for a while. The trace is nil without RunOptions.Record. The error
// is about the program or the output, never about how the execution ended.
func Run(ctx context.Context, p *cfa.Program, opt RunOptions) (Outcome, *trace.Trace, error) {
	c, err := bytecode.Compile(p)
	if err != nil {
		return Outcome{}, nil, err
	}
	r := NewRandom(opt.Seed)
	cfg := Config{Decider: noArguments{Random: r, argc: ArgumentCount(p)}, Output: opt.Output,
		ErrOutput: opt.ErrOutput,
		MaxSteps:  opt.MaxSteps, MaxMemory: opt.MaxMemory, Record: opt.Record,
		Jumps: true}
	if cfg.Output == nil {
		cfg.Output = io.Discard
	}
	if cfg.Record {
		cfg.Output = nil
	} else {
		cfg.ReuseAfter = runReuse
	}
	for wasted := uint64(0); ; {
		m := newMachine(c, cfg)
		if err := follow(ctx, m, opt.Schedule); err != nil {
			return m.outcome, nil, err
		}
		m.ctx = ctx
		(&scheduler{m: m, r: r}).random()
		out := m.outcome
		if wasted += m.steps + wasteStart; out.Kind == AssumeFailed && m.drawn && !m.out.written &&
			!m.errs.written &&
			wasted < maxWaste {
			continue
		}
		if err := errors.Join(m.out.flush(), m.errs.flush()); err != nil {
			return out, nil, fmt.Errorf("interp: output: %w", err)
		}
		return out, m.Trace(), nil
	}
}

// An execution whose assumptions fail is tried again with other inputs, as long as no output has left it.
// maxWaste bounds the edges that such executions take together; each counts wasteStart edges for its start.
const (
	maxWaste   = 2_000_000
	wasteStart = 2_000
)

// noArguments is a Random under which the program is started without
// arguments, as one starts it to see what it prints.
type noArguments struct {
	*Random
	argc cfa.EdgeID
}

// Havoc implements Decider.
func (d noArguments) Havoc(k trace.Key, width int) (lo, hi uint64) {
	if k.Origin == d.argc {
		return 1, 0
	}
	return d.Random.Havoc(k, width)
}

// ArgumentCount finds the input that is the number of arguments: the first
// argument that the entry procedure chooses for the program's own one. It is cfa.NoEdge if there is none.
func ArgumentCount(p *cfa.Program) cfa.EdgeID {
	for _, e := range p.Procs[p.Entry].Edges {
		if op, ok := e.Op.(cfa.Havoc); ok && strings.HasPrefix(op.What, "argument of ") {
			return e.Origin
		}
	}
	return cfa.NoEdge
}

// follow makes the visible steps of a list of threads.
func follow(ctx context.Context, m *Machine, list []int) error {
	for i, t := range list {
		if m.outcome.Kind != Running {
			return nil
		}
		ev, err := m.StepVisible(ctx, t)
		if err != nil {
			return fmt.Errorf("schedule, entry %d: %w", i, err)
		}
		if ev == Finished {
			return fmt.Errorf("interp: schedule, entry %d: thread %d has finished", i, t)
		}
	}
	return nil
}
