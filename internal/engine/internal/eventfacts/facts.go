package eventfacts

import (
	"context"

	"whittle.dev/internal/engine/internal/events"
)

// maxUnrollings bounds how often a program is unrolled for one bound.
const maxUnrollings = 4

// eventEdges is the number of walked edges as which an event counts in the work of unrolling: it is looked
// at several times.
const eventEdges = 16

// Facts is what is known of a graph before it is encoded. Each part is an analysis of its own.
type Facts struct {
	Graph   *events.Graph
	Points  *PointsTo
	Order   *HappensBefore
	Writers *Writers

	// Made by Prepare. Sections is nil where critical sections are not asked for.
	Symbols  Symbols
	Cells    *Cells
	Initial  *Initial
	Sections *Sections
	Visible  *Visible
	Meter    *Meter

	Values *Values // made by AnalyseValues; nil: nothing is known

	opts events.Options // of the graph
}

// Unroll builds the event graph, several times: what is found out about the writers in one graph resolves
// loads in the next, which resolves addresses, which leaves fewer possible writers. A claim that a graph
// relies on is checked in that graph itself. With guess, addresses are taken to be aligned.
func Unroll(ctx context.Context, plan *events.Plan, opts events.Options, claims Claims, guess bool) (*Facts,
	error) {
	now, err := unrollOnce(ctx, plan, opts, guess)
	if err != nil {
		return nil, err
	}
	var before *Writers
	for pass := 1; pass < maxUnrollings && ctx.Err() == nil && now.Writers.News(before, claims); pass++ {
		next, err := unrollOnce(ctx, plan, now.Writers.Options(opts, claims), guess)
		if err != nil {
			return nil, err
		}
		if !next.Writers.Confirms(next.Graph) {
			return now, nil
		}
		before, now = now.Writers, next
	}
	return now, ctx.Err()
}

// unrollOnce builds one graph and finds out who writes where.
func unrollOnce(ctx context.Context, plan *events.Plan, opts events.Options, guess bool) (*Facts, error) {
	g, err := events.Unroll(ctx, plan, opts)
	if err != nil {
		return nil, err
	}
	if opts.Work != nil {
		opts.Work(eventEdges * int64(len(g.Events)))
	}
	points, err := NewPointsTo(ctx, g, guess)
	if err != nil {
		return nil, err
	}
	order := NewHappensBefore(g)
	return &Facts{Graph: g, Points: points, Order: order, Writers: NewWriters(g, order, points),
		opts: opts}, nil
}

// InCase builds the graph again, in a case, with what was claimed for this one. It is nil where the claims
// do not hold in it.
func (f *Facts) InCase(ctx context.Context, plan *events.Plan, c events.Case, guess bool) (*Facts, error) {
	opts := f.opts
	opts.Case = &c
	next, err := unrollOnce(ctx, plan, opts, guess)
	if err != nil || !next.Writers.Confirms(next.Graph) {
		return nil, err
	}
	return next, nil
}

// Prepare finds out the facts that the encoding needs. ordered asks for the order of critical sections as
// well.
func (f *Facts) Prepare(meter *Meter, sections, ordered bool) {
	f.Meter = meter
	f.Cells = NewCells(f.Graph, f.Points)
	f.Symbols = NewSymbols(f.Graph)
	f.Initial = NewInitial(f.Graph, f.Points, f.Cells)
	if sections {
		f.Sections = NewSections(f.Graph, f.Cells, f.Order, f.Writers, f.Initial, ordered)
	}
	f.Visible = NewVisible(f.Cells, f.Order, f.Sections, meter)
}

// Disorder forgets the order of critical sections. It must come before anything is encoded.
func (f *Facts) Disorder() {
	if f.Sections != nil {
		f.Sections = NewSections(f.Graph, f.Cells, f.Order, f.Writers, f.Initial, false)
		f.Visible = NewVisible(f.Cells, f.Order, f.Sections, f.Meter)
	}
}

// AnalyseValues finds out the values of reads, if no more pairs of a read and a write near it have to be
// looked at than maxWork.
func (f *Facts) AnalyseValues(maxWork int) (err error) {
	f.Values, err = NewValues(f.Symbols, f.Initial, f.Visible, maxWork)
	return err
}

// Alive counts the goals that may be reachable, by kind.
func (f *Facts) Alive() map[events.GoalKind]int {
	out := map[events.GoalKind]int{}
	for _, goal := range f.Graph.Goals {
		if !f.Values.Dead(goal) {
			out[goal.Kind]++
		}
	}
	return out
}
