package bmc

import (
	"context"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
)

// maxPasses bounds how often a program is unrolled for one bound.
const maxPasses = 4

// facts is what is known of a graph before it is encoded. Each part is an analysis of its own.
type facts struct {
	g        *events.Graph
	points   *eventfacts.PointsTo
	order    *eventfacts.HappensBefore
	writers  *eventfacts.Writers
	symbols  eventfacts.Symbols
	cells    *eventfacts.Cells
	initial  *eventfacts.Initial
	sections *eventfacts.Sections // nil: off
	visible  *eventfacts.Visible
	values   *eventfacts.Values // nil: off
	meter    *eventfacts.Meter
}

// unroll builds the event graph, several times: what is found out about the
// writers in one graph resolves loads in the next, which resolves addresses,
// which leaves fewer possible writers. A claim that a graph relies on is checked
// in that graph itself. With guess, addresses are taken to be aligned.
func unroll(ctx context.Context, plan *events.Plan, opts events.Options, cfg Config, guess bool) (*facts,
	error) {
	claims := eventfacts.Claims{Guarded: !cfg.NoLockedReads, Distinct: !cfg.NoDistinctStores,
		Unseen: !cfg.NoRetakes}
	now, err := unrollOnce(ctx, plan, opts, guess)
	if err != nil {
		return nil, err
	}
	var before *eventfacts.Writers
	for pass := 1; pass < maxPasses && ctx.Err() == nil && now.writers.News(before, claims); pass++ {
		next, err := unrollOnce(ctx, plan, now.writers.Options(opts, claims), guess)
		if err != nil {
			return nil, err
		}
		if !next.writers.Confirms(next.g) {
			return now, nil
		}
		before, now = now.writers, next
	}
	return now, ctx.Err()
}

// unrollOnce builds one graph and finds out who writes where.
func unrollOnce(ctx context.Context, plan *events.Plan, opts events.Options, guess bool) (*facts, error) {
	g, err := events.Unroll(ctx, plan, opts)
	if err != nil {
		return nil, err
	}
	if opts.Work != nil {
		opts.Work(eventEdges * int64(len(g.Events)))
	}
	points, err := eventfacts.NewPointsTo(ctx, g, guess)
	if err != nil {
		return nil, err
	}
	order := eventfacts.NewHappensBefore(g)
	return &facts{g: g, points: points, order: order, writers: eventfacts.NewWriters(g, order, points)}, nil
}

// prepare finds out the facts that the encoding needs. ordered asks for the order of critical sections as
// well.
func (f *facts) prepare(meter *eventfacts.Meter, sections, ordered bool) {
	f.meter = meter
	f.cells = eventfacts.NewCells(f.g, f.points)
	f.symbols = eventfacts.NewSymbols(f.g)
	f.initial = eventfacts.NewInitial(f.g, f.points, f.cells)
	if sections {
		f.sections = eventfacts.NewSections(f.g, f.cells, f.order, f.writers, f.initial, ordered)
	}
	f.visible = eventfacts.NewVisible(f.cells, f.order, f.sections, meter)
}

// analyseValues finds out the values of reads, if no more pairs of a read and a write near it have to be
// looked at than maxWork.
func (f *facts) analyseValues(maxWork int) (err error) {
	f.values, err = eventfacts.NewValues(f.symbols, f.initial, f.visible, maxWork)
	return err
}

// alive counts the goals that may be reachable, by kind.
func (f *facts) alive() map[events.GoalKind]int {
	out := map[events.GoalKind]int{}
	for _, goal := range f.g.Goals {
		if !f.values.Dead(goal) {
			out[goal.Kind]++
		}
	}
	return out
}
