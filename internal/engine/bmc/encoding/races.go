package encoding

import (
	"errors"
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// races is the part of the encoding that asks for data races.
//
// A pair races if an execution comes to a state in which both accesses are next. Such a state is a cut
// through the order: what is before either access in its thread is before both. So two conditional edges say
// it. An access in an atomic section stands for the beginning of the section; there the section is placed in
// that state (before the other access), so that what it does up to its access follows from the state. The
// section need not end.
type races struct {
	pairs []racePair
	// unfinished has a literal for each section with an access that may race:
	// the section takes place though it may reach no end.
	unfinished map[*events.Section]term.Term
	open       []term.Term // the literals of unfinished, in the order of the pairs
	none       term.Term   // no section is left unfinished
	asked      bool
}

// racePair is a pair of accesses with the literal that says that they race.
type racePair struct {
	eventfacts.RacePair
	lit term.Term
}

// FindRaces collects the pairs of accesses that may race, and counts them. It must come before anything is
// encoded. With held, a lock that both threads hold keeps accesses apart.
//
// A section that may end in a race is left in its middle. The order of critical sections (see
// eventfacts.Sections) is about takings that take place as a whole, so it is forgotten if such a section is
// one that waits for a lock.
func (e *Encoder) FindRaces(held bool) (int, error) {
	writers := e.Writers
	if !held {
		writers = nil
	}
	pairs, err := eventfacts.Races(e.Graph, e.Cells, e.Order, writers, e.Meter)
	if err != nil {
		return 0, err
	}
	if e.Sections != nil && slices.ContainsFunc(pairs, func(p eventfacts.RacePair) bool {
		return p.Second.Section != nil && e.Sections.Waits(p.Second.Section)
	}) {
		e.Disorder()
	}
	e.races = races{unfinished: map[*events.Section]term.Term{}}
	for _, p := range pairs {
		e.races.pairs = append(e.races.pairs, racePair{RacePair: p})
		if sec := p.Second.Section; sec != nil && e.races.unfinished[sec] == term.None {
			lit := e.s.Fresh("unfinished", term.Bool)
			e.races.unfinished[sec] = lit
			e.races.open = append(e.races.open, lit)
		}
	}
	return len(pairs), nil
}

// ReachedRace returns the accesses of a pair that races in the model.
func (e *Encoder) ReachedRace() (first, second *events.Event, err error) {
	p := e.reachedRace()
	if p == nil {
		return nil, nil, errNoRace
	}
	return p.First, p.Second, nil
}

// AskRaces decides whether some pair races: of those of disputed accesses, or of the others.
func (e *Encoder) AskRaces(disputed bool) (smt.Result, error) {
	r := &e.races
	if !r.asked {
		r.asked = true
		for _, lit := range r.open {
			if err := e.unfinished(lit); err != nil {
				return smt.Result{}, err
			}
		}
		r.none = e.s.Not(e.goals.atMostOne)
	}
	ask := e.s.Fresh("ask", term.Bool)
	any := []term.Term{e.s.Not(ask)}
	var pairs []*racePair
	for i := range r.pairs {
		p := &r.pairs[i]
		if p.Disputed != disputed {
			continue
		}
		p.lit = e.s.Fresh("race", term.Bool)
		pairs = append(pairs, p)
		any = append(any, p.lit)
		if err := e.assert(e.s.Implies(p.lit, e.bothReached(p))); err != nil {
			return smt.Result{}, err
		}
	}
	if len(pairs) == 0 {
		return smt.Result{Status: smt.Unsat}, nil
	}
	if err := e.assert(e.s.Or(any...)); err != nil {
		return smt.Result{}, err
	}
	if err := e.flush(); err != nil {
		return smt.Result{}, err
	}
	for _, p := range pairs {
		e.sendCut(p)
	}
	assumptions := []term.Term{ask}
	for _, i := range e.goals.inSection {
		assumptions = append(assumptions, e.s.Not(e.goals.lits[i]))
	}
	return e.check(e.ctx, assumptions)
}

// bothReached is the condition on the data: both accesses are reached, and they share a byte. No other
// section than that of the second one is left unfinished.
func (e *Encoder) bothReached(p *racePair) term.Term {
	gs := e.Graph.Guards
	t := e.s.And(gs.Term(p.First.Guard), gs.Term(p.Second.Guard), p.Overlap,
		e.creatorsComplete(p.First.Thread), e.creatorsComplete(p.Second.Thread))
	if sec := p.Second.Section; sec != nil {
		return e.s.And(t, e.races.unfinished[sec])
	}
	return e.s.And(t, e.races.none)
}

// sendCut tells the solver the order that a race implies.
func (e *Encoder) sendCut(p *racePair) {
	a, b := p.First.Node, p.Second.Node
	e.model.Edge(p.lit, e.previous(a), b)
	if p.Second.Section != nil {
		e.model.Edge(p.lit, b, a)
		return
	}
	e.model.Edge(p.lit, e.previous(b), a)
}

// previous is the node before another one in its thread.
func (e *Encoder) previous(id events.NodeID) events.NodeID {
	n := e.Graph.Nodes[id]
	return e.Graph.Threads[n.Thread].Chain[n.Index-1]
}

// reachedRace returns a pair that races in the model.
func (e *Encoder) reachedRace() *racePair {
	for i := range e.races.pairs {
		if p := &e.races.pairs[i]; p.lit != term.None && e.holds(p.lit) {
			return p
		}
	}
	return nil
}

// errNoRace is a defect of the encoding.
var errNoRace = errors.New("the model has no race")
