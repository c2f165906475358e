package bmc

import (
	"context"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/term"
)

// maxPairs is the default of Config.MaxPairs; a pair takes about a kilobyte in
// the stores and the solver.
const maxPairs = 3_000_000

// encoder turns the parts of an event graph on which goals depend into a formula and an order.
type encoder struct {
	*facts
	formula
	ctx   context.Context
	model *ordering.Model

	goals     goalSet
	completes map[*events.Section]term.Term // see sectionCompletes
	running   map[uint64]*events.Thread     // by id
	races     races
	twins     []eventfacts.Twins // threads that are ordered as they do the same

	// What was encoded already: pairs of writes, by the ids of two cells; of an initial content and a write
	// to its place; of critical sections, by the events that take.
	pairs        map[uint64]bool
	initialPairs map[initialPair]bool
	sectionPairs map[[2]int]bool
	maxPairs     int
	choices      int // of reads so far
}

// newEncoder returns an encoder of the graph of some facts, which are prepared.
func newEncoder(ctx context.Context, known *facts, solver Solver, work meter) *encoder {
	g := known.g
	e := &encoder{
		facts: known, formula: newFormula(g.Terms, known.symbols, solver, work), ctx: ctx,
		model:     ordering.New(g, solver),
		goals:     goalSet{lits: make([]term.Term, len(g.Goals)), atMostOne: g.Terms.False()},
		completes: map[*events.Section]term.Term{}, running: map[uint64]*events.Thread{},
		pairs: map[uint64]bool{}, initialPairs: map[initialPair]bool{}, sectionPairs: map[[2]int]bool{},
		maxPairs: maxPairs,
	}
	for _, t := range g.Threads {
		if !t.Idle {
			e.running[t.Tid] = t
		}
	}
	for i := range g.Goals {
		lit := e.s.Fresh("goal", term.Bool)
		e.goals.lits[i] = lit
		e.symbols[lit] = eventfacts.Symbol{Kind: eventfacts.GoalSymbol, Index: i}
	}
	return e
}

// flush encodes all that is needed by what was asserted.
func (e *encoder) flush() error {
	if err := e.complete(e.ctx, e.define); err != nil {
		return err
	}
	e.model.Send()
	return nil
}

// define says in the formula what a symbol is.
func (e *encoder) define(sym term.Term, is eventfacts.Symbol) error {
	switch is.Kind {
	case eventfacts.GuardSymbol:
		return e.equate(sym, e.g.Guards.Definition(events.Guard(is.Index)))
	case eventfacts.ReadSymbol:
		return e.read(e.g.Events[is.Index])
	case eventfacts.ValidSymbol:
		return e.equate(sym, e.points.Valid(e.g.Events[is.Index]))
	case eventfacts.StartSymbol:
		return e.equate(sym, e.points.Starts(e.g.Starts[is.Index].Addr))
	case eventfacts.JoinedSymbol:
		return e.join(e.g.Joins[is.Index])
	case eventfacts.ExitSymbol:
		e.need(e.g.Joins[is.Index].Done)
	case eventfacts.GoalSymbol:
		return e.goal(is.Index)
	}
	return nil
}

// Happens reports whether an event takes place in the solver's model.
func (e *encoder) Happens(ev *events.Event) bool { return e.holds(e.active(ev)) }

// Holds reports whether a Bool term is true in the solver's model.
func (e *encoder) Holds(t term.Term) bool { return e.holds(t) }
