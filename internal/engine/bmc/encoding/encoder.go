package encoding

import (
	"cmp"
	"context"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Solver is what an encoder needs of a solver.
type Solver interface {
	smt.Solver
	smt.Orderer
}

// defaultMaxPairs bounds pairs and choices; a pair takes about a kilobyte in the stores and the solver.
const defaultMaxPairs = 3_000_000

// Encoder turns the parts of an event graph on which goals depend into a formula and an order.
type Encoder struct {
	*eventfacts.Facts
	formula
	ctx   context.Context
	model *ordering.Model

	weak *weak // nil: sequential consistency

	goals     goalSet
	completes map[*events.Section]term.Term // see sectionCompletes
	running   map[uint64]*events.Thread     // by id
	races     races
	twins     []eventfacts.Twins // threads that are ordered as they do the same
	cuts      cuts
	few       []Few                       // symbols that have few values
	narrowed  map[term.Term]bool          // symbols that have fewer bits than their sorts
	copies    map[copied]*eventfacts.Cell // what was read through copies, see sequential
	contents  map[anyContent]term.Term    // of ranges that may hold anything
	// check decides what was asserted under assumptions.
	check func(ctx context.Context, assumptions []term.Term) (smt.Result, error)

	// What was encoded already: pairs of writes, by the ids of two cells; of an initial content and a write
	// to its place; of critical sections, by the events that take.
	pairs        map[uint64]bool
	initialPairs map[initialPair]bool
	sectionPairs map[[2]int]bool
	maxPairs     int
	choices      int // of reads so far
}

// New returns an encoder of the graph of some facts, which are prepared. It gives up beyond so many pairs
// of writes and choices of reads; 0: the default. terms, if not nil, is told how many terms were made.
func New(ctx context.Context, known *eventfacts.Facts, solver Solver, maxPairs int,
	terms func(n int)) *Encoder {
	g := known.Graph
	e := &Encoder{
		Facts: known, formula: newFormula(g.Terms, known.Symbols, solver, terms), ctx: ctx,
		model:     ordering.New(g, solver),
		goals:     goalSet{lits: make([]term.Term, len(g.Goals)), atMostOne: g.Terms.False()},
		completes: map[*events.Section]term.Term{}, running: map[uint64]*events.Thread{},
		pairs: map[uint64]bool{}, initialPairs: map[initialPair]bool{}, sectionPairs: map[[2]int]bool{},
		copies:   map[copied]*eventfacts.Cell{},
		narrowed: map[term.Term]bool{},
		contents: map[anyContent]term.Term{},
		maxPairs: cmp.Or(maxPairs, defaultMaxPairs),
	}
	e.check = func(ctx context.Context, assumptions []term.Term) (smt.Result, error) {
		return solver.Check(ctx, assumptions...), nil
	}
	for _, t := range g.Threads {
		if !t.Idle {
			e.running[t.Tid] = t
		}
	}
	for i := range g.Goals {
		lit := e.s.Fresh("goal", term.Bool)
		e.goals.lits[i] = lit
		e.Symbols[lit] = eventfacts.Symbol{Kind: eventfacts.GoalSymbol, Index: i}
	}
	return e
}

// flush encodes all that is needed by what was asserted.
func (e *Encoder) flush() error {
	if err := e.complete(e.ctx, e.define); err != nil {
		return err
	}
	e.model.Send()
	if e.weak != nil {
		e.weak.send()
	}
	return nil
}

// define says in the formula what a symbol is.
func (e *Encoder) define(sym term.Term, is eventfacts.Symbol) error {
	switch is.Kind {
	case eventfacts.GuardSymbol:
		e.cuts.choice(cutGuard, is.Index, 0, 0, sym)
		return e.equate(sym, e.Graph.Guards.Definition(events.Guard(is.Index)))
	case eventfacts.LawSymbol:
		if law := e.Graph.Laws[is.Index]; sym == law.Symbols[0] {
			return e.assert(law.Cond)
		} else {
			e.need(law.Symbols[0])
		}
	case eventfacts.ReadSymbol:
		return e.read(e.Graph.Events[is.Index])
	case eventfacts.ValidSymbol:
		return e.equate(sym, e.Points.Valid(e.Graph.Events[is.Index]))
	case eventfacts.StartSymbol:
		return e.equate(sym, e.Points.Starts(e.Graph.Starts[is.Index]))
	case eventfacts.JoinedSymbol:
		return e.join(e.Graph.Joins[is.Index])
	case eventfacts.ExitSymbol:
		e.need(e.Graph.Joins[is.Index].Done)
	case eventfacts.GoalSymbol:
		return e.goal(is.Index)
	}
	return nil
}

// Happens reports whether an event takes place in the solver's model.
func (e *Encoder) Happens(ev *events.Event) bool { return e.holds(e.active(ev)) }

// Holds reports whether a Bool term is true in the solver's model.
func (e *Encoder) Holds(t term.Term) bool { return e.holds(t) }

// NeedAll encodes what every read may see, whether or not a goal depends on it.
func (e *Encoder) NeedAll() {
	for _, ev := range e.Graph.Events {
		e.need(ev.Value)
	}
}

// Sizes are numbers of what was encoded.
type Sizes struct {
	Reads, Choices int // reads, and literals for what they may see
	WriteOrder     int // literals
	Races          int // pairs of accesses that may race
	Twins          int // threads that are ordered as they do the same
}

// Sizes returns the present sizes.
func (e *Encoder) Sizes() Sizes {
	z := Sizes{Races: len(e.races.pairs)}
	z.Choices, z.WriteOrder = e.model.Sizes()
	for _, t := range e.twins {
		z.Twins += len(t)
	}
	for _, ev := range e.Graph.Events {
		if !ev.Write && e.seen[ev.Value] {
			z.Reads++
		}
	}
	return z
}
