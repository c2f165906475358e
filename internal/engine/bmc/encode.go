package bmc

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// encoder turns the parts of an event graph on which goals depend into
// assertions. need and assert pull in what a term depends on.
type encoder struct {
	ctx    context.Context
	g      *events.Graph
	s      *term.Store
	solver Solver
	shapes *shapes
	cuts   *cutter
	order  *order

	meaning map[term.Term]meaning // of symbols that have one
	seen    map[term.Term]bool    // terms whose symbols were pulled in
	queue   []term.Term           // symbols to encode

	groups         []group
	cells          [][]*cell // by event; nil until made
	clocks         [][]int32 // by event
	commits        map[*events.Section]term.Term
	lits           []term.Term                  // by goal: its literal
	ladder         term.Term                    // true if a literal of a goal inside a section was set so far
	inside         []int                        // goals inside sections whose literal is in use
	asked          []term.Term                  // assumptions of the last question, see askAgain
	byTid          map[uint64]*events.Thread    // the threads that run
	undefined      map[undefinedPlace]term.Term // symbols of undefined initial content
	undefinedReads []undefinedRead
	relations
	critical *critical // nil: off
	races    races
	exact    *projection // nil: off
	twins    []class     // threads that are ordered as they do the same
	values   *values     // nil: off

	cellCount uint32
	maxPairs  int
	choices   int // choices of reads so far
	work      int // since the last look at the context, see tick
	worker    worker
	told      int // terms that worker knows of
}

// group is a set of cells that may be the same place.
type group struct {
	at    map[uint64][]*cell // writes to constant addresses
	other []*cell            // other writes
}

type meaningKind uint8

const (
	guardMeaning meaningKind = iota + 1
	readMeaning
	validMeaning
	joinedMeaning
	exitMeaning
	goalMeaning
	startMeaning
	runsMeaning
)

type meaning struct {
	kind  meaningKind
	index int
}

func newEncoder(ctx context.Context, g *events.Graph, a *shapes, s Solver) *encoder {
	e := &encoder{
		ctx: ctx, g: g, s: g.Terms, solver: s,
		meaning: map[term.Term]meaning{}, seen: map[term.Term]bool{},
		cells: make([][]*cell, len(g.Events)), clocks: make([][]int32, len(g.Events)),
		commits: map[*events.Section]term.Term{}, lits: make([]term.Term, len(g.Goals)),
		ladder: g.Terms.False(), maxPairs: maxPairs, told: g.Terms.NumTerms(),
	}
	e.relations.init(e)
	e.undefined = map[undefinedPlace]term.Term{}
	e.byTid = map[uint64]*events.Thread{}
	for _, t := range g.Threads {
		if !t.Idle {
			e.byTid[t.Tid] = t
		}
	}
	e.shapes = a
	e.cuts = cut(g, e.shapes)
	e.order = newOrder(g)
	for i := range g.Guards.Len() {
		if g.Guards.Definition(events.Guard(i)) != term.None {
			e.meaning[g.Guards.Term(events.Guard(i))] = meaning{guardMeaning, i}
		}
	}
	groups := 0
	for i, ev := range g.Events {
		if !ev.Write {
			e.meaning[ev.Value] = meaning{readMeaning, i}
		}
		if ev.Valid != term.None {
			e.meaning[ev.Valid] = meaning{validMeaning, i}
		}
		groups = max(groups, e.cuts.acc[i].group+1)
	}
	for i, x := range g.Starts {
		e.meaning[x.Symbol] = meaning{startMeaning, i}
	}
	for i, j := range g.Joins {
		e.meaning[j.Done] = meaning{joinedMeaning, i}
		if j.Value != term.None {
			e.meaning[j.Value] = meaning{exitMeaning, i}
		}
	}
	e.groups = make([]group, groups)
	for _, ev := range g.Events {
		if ev.Write {
			for _, c := range e.cellsOf(ev) {
				gr := &e.groups[c.group]
				if c.isConst {
					if gr.at == nil {
						gr.at = map[uint64][]*cell{}
					}
					gr.at[c.konst] = append(gr.at[c.konst], c)
				} else {
					gr.other = append(gr.other, c)
				}
			}
		}
	}
	for i := range g.Goals {
		e.lits[i] = e.s.Fresh("goal", term.Bool)
		e.meaning[e.lits[i]] = meaning{goalMeaning, i}
	}
	return e
}

// cellsOf cuts an event into cells.
func (e *encoder) cellsOf(ev *events.Event) []*cell {
	if c := e.cells[ev.ID]; c != nil {
		return c
	}
	ac := &e.cuts.acc[ev.ID]
	n := ev.Size / ac.unit
	out := make([]*cell, n)
	for i := range out {
		c := &cell{id: e.cellCount, event: ev, index: i, size: ac.unit, group: ac.group,
			regions: ac.at.regions, all: e.shapes.anywhere(ac.at)}
		c.addr = e.s.BVAdd(ev.Addr, e.s.BV(e.g.Program.PtrWidth, uint64(i*ac.unit)))
		c.konst, c.isConst = ac.konst+uint64(i*ac.unit), ac.fixed
		switch {
		case n == 1:
			c.value = ev.Value
		case ev.Write:
			c.value = e.s.Extract(8*(i+1)*ac.unit-1, 8*i*ac.unit, ev.Value)
		default:
			c.value = e.s.Fresh("cell", term.BitVec(8*ac.unit))
		}
		out[i] = c
		e.cellCount++
	}
	e.cells[ev.ID] = out
	return out
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
			if _, ok := e.meaning[t]; ok {
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
			e.worker.terms(n - e.told)
			e.told = n
		}
		sym := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		m := e.meaning[sym]
		var err error
		switch m.kind {
		case guardMeaning:
			err = e.define(sym, e.g.Guards.Definition(events.Guard(m.index)))
		case readMeaning:
			err = e.read(e.g.Events[m.index])
		case validMeaning:
			err = e.define(sym, e.valid(e.g.Events[m.index]))
		case startMeaning:
			err = e.define(sym, e.starts(e.g.Starts[m.index].Addr))
		case joinedMeaning:
			err = e.join(e.g.Joins[m.index])
		case exitMeaning:
			e.need(e.g.Joins[m.index].Done)
		case goalMeaning:
			err = e.goal(m.index)
		case runsMeaning:
			err = e.included(e.exact.named[m.index])
		}
		if err != nil {
			return err
		}
	}
	e.sendOrder()
	return nil
}

func (e *encoder) define(sym, def term.Term) error { return e.assert(e.s.Eq(sym, def)) }
