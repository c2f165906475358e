package bmc

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/term"
)

// encoder turns the parts of an event graph on which goals depend into
// assertions. need and assert pull in what a term depends on.
type encoder struct {
	ctx    context.Context
	*facts // known of the graph
	s      *term.Store
	solver Solver

	seen  map[term.Term]bool // terms whose symbols were pulled in
	queue []term.Term        // symbols to encode

	commits      map[*events.Section]term.Term
	lits         []term.Term               // by goal: its literal
	ladder       term.Term                 // true if a literal of a goal inside a section was set so far
	inside       []int                     // goals inside sections whose literal is in use
	asked        []term.Term               // assumptions of the last question, see askAgain
	byTid        map[uint64]*events.Thread // the threads that run
	model        *ordering.Model
	pairs        map[uint64]bool // of writes that are ordered, by the ids of two cells
	initialPairs map[initialPair]bool
	sectionPairs map[[2]int]bool // ordered already, by the events that take
	races        races
	exact        *projection        // nil: off
	twins        []eventfacts.Twins // threads that are ordered as they do the same

	maxPairs int
	choices  int // choices of reads so far
	work     meter
	told     int // terms that work knows of
}

// newEncoder encodes the graph of some facts.
func newEncoder(ctx context.Context, x *facts, s Solver) *encoder {
	g := x.g
	e := &encoder{
		ctx: ctx, facts: x, s: g.Terms, solver: s, seen: map[term.Term]bool{},
		commits: map[*events.Section]term.Term{}, lits: make([]term.Term, len(g.Goals)),
		ladder: g.Terms.False(), maxPairs: maxPairs, told: g.Terms.NumTerms(),
	}
	e.model = ordering.New(g, s)
	e.pairs, e.sectionPairs = map[uint64]bool{}, map[[2]int]bool{}
	e.initialPairs = map[initialPair]bool{}
	e.byTid = map[uint64]*events.Thread{}
	for _, t := range g.Threads {
		if !t.Idle {
			e.byTid[t.Tid] = t
		}
	}
	for i := range g.Goals {
		e.lits[i] = e.s.Fresh("goal", term.Bool)
		e.symbols[e.lits[i]] = eventfacts.Symbol{Kind: eventfacts.GoalSymbol, Index: i}
	}
	return e
}

// assert adds a constraint and all that its symbols depend on.
func (e *encoder) assert(t term.Term) error {
	if e.s.IsTrue(t) {
		return nil
	}
	e.need(t)
	if err := e.solver.Assert(t); err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	return nil
}

// need queues the symbols of t that have a meaning.
func (e *encoder) need(t term.Term) {
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if e.seen[t] {
			continue
		}
		e.seen[t] = true
		switch e.s.Op(t) {
		case term.OpConst:
		case term.OpSymbol:
			if _, ok := e.symbols[t]; ok {
				e.queue = append(e.queue, t)
			}
		default:
			for i := range e.s.NumArgs(t) {
				stack = append(stack, e.s.Arg(t, i))
			}
		}
	}
}

// flush encodes what is queued, and what that needs, until nothing is open.
func (e *encoder) flush() error {
	for len(e.queue) > 0 {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		if n := e.s.NumTerms(); n > e.told {
			e.work.terms(n - e.told)
			e.told = n
		}
		sym := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		m := e.symbols[sym]
		var err error
		switch m.Kind {
		case eventfacts.GuardSymbol:
			err = e.define(sym, e.g.Guards.Definition(events.Guard(m.Index)))
		case eventfacts.ReadSymbol:
			err = e.read(e.g.Events[m.Index])
		case eventfacts.ValidSymbol:
			err = e.define(sym, e.points.Valid(e.g.Events[m.Index]))
		case eventfacts.StartSymbol:
			err = e.define(sym, e.points.Starts(e.g.Starts[m.Index].Addr))
		case eventfacts.JoinedSymbol:
			err = e.join(e.g.Joins[m.Index])
		case eventfacts.ExitSymbol:
			e.need(e.g.Joins[m.Index].Done)
		case eventfacts.GoalSymbol:
			err = e.goal(m.Index)
		case eventfacts.StopSymbol:
			err = e.included(e.exact.named[m.Index])
		}
		if err != nil {
			return err
		}
	}
	e.model.Send()
	return nil
}

func (e *encoder) define(sym, def term.Term) error { return e.assert(e.s.Eq(sym, def)) }
