package bmc

import (
	"fmt"
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// The exact projection: an execution contains nothing that its goal does not
// need. It carries the projections of H. Saissi, P. Bokor, N. Suri, "PBMC:
// Symbolic Program Slicing for Program Verification" (definition 2: a step is
// in the projection if it is asked for, or a later step in the projection
// reads what it wrote) over to the partial order of events, as section 3 of
// the paper suggests.
//
// # The constraint
//
// There is one goal, and its thread ends at it. Each thread includes a prefix
// of its nodes. An event that is not included does not take place. An atomic
// section is one node, so it is included as a whole, and only the goal's own
// may end inside. The last included node of a thread is needed, which means
// one of
//
//   - it is the goal's node,
//   - an included event of another thread reads from a write in it,
//   - it spawns a thread that includes something,
//   - it is the end of the thread, and an included join observes it.
//
// A thread of which nothing is needed includes nothing.
//
// # Why nothing is lost
//
// Let X be an execution of the graph, without this constraint, that reaches
// the goal. Let P be the smallest set of nodes that contains the goal's node
// and with a node its predecessors in its thread, the nodes that its
// reads read from, the spawn of its thread, and the ends of the threads that
// its joins observe. P is an execution, in the order of X: each of its reads
// has its write in P, and that no write to the same place comes between them
// held in X and holds all the more among fewer writes. So each read has the
// value it had in X, and by induction along the order each guard, address and
// value too: what takes place in P takes place as in X. So the sections of P
// that had an end in X have it in P. The reads that the encoding left out,
// because nothing that is asked depends on them, may see another write; no
// encoded term depends on them, and P need not be closed under them. The goal
// is reached.
//
// P satisfies the constraint. Its nodes of one thread are a prefix, by
// construction. Take the last one of a thread; it came in for a reason other
// than a successor in its thread, and these are the reasons of the list. The
// nodes of the goal's thread behind the goal are not in P: all that is in P is
// before the goal's node in X, or is it, since P was closed along edges of the
// order of X. Of X only the truth of the goal is used, so the other goals can
// be declared unreached.
//
// "Needed" is local in the constraint. But what needs a node is later in the
// order, which is finite and acyclic, so following the needs from any last
// node ends, and it can only end at the goal's node. That is why no rank has
// to be encoded.
//
// Conversely what satisfies the constraint is a prefix of an execution of the
// program, since each thread may stop anywhere between its nodes. So for
// properties of finite prefixes the answers with and without the constraint
// are the same. For deadlocks, termination and leaks they are not: what a
// thread leaves undone matters there.
//
// # The encoding
//
// A stop is a node at which a thread may end, found from the graph: the ones
// that could be needed. A symbol says that a stop is included; the nodes
// between two stops are included with the later one. Symbols of one thread
// imply those of earlier stops, an event takes place only if its stop is
// included, and for each question (see ask) a stop that is included while the
// next one is not must be needed. Conditions on equal addresses are part of
// the literals "reads from", so dependencies through arrays and pointers are
// conditional, as in the paper's figure 1.
type projection struct {
	e     *encoder
	stops [][]int                 // by thread: indices in its chain, ascending
	runs  [][]term.Term           // by thread and stop; None until asked for
	below [][]int                 // by thread: the stops that have a symbol, ascending
	at    map[events.NodeID][]int // goals, by node
	named []stopOf                // those that have a symbol, in the order in which they got it
	one   map[events.GoalKind]bool
	// ordered are the twins that take part only if those before them do.
	ordered map[int]bool
}

// projects reports whether the exact projection keeps the answers about a property.
func projects(p property.Property) bool { return p.Prefix() && p != property.NoDataRace }

// newProjection finds the stops. It must come before anything is encoded.
func newProjection(e *encoder) *projection {
	g := e.g
	p := &projection{e: e, stops: make([][]int, len(g.Threads)), runs: make([][]term.Term, len(g.Threads)),
		below: make([][]int, len(g.Threads)), at: map[events.NodeID][]int{}, one: map[events.GoalKind]bool{},
		ordered: map[int]bool{}}
	stop := make([]bool, len(g.Nodes))
	p.readElsewhere(stop)
	for _, th := range g.Threads {
		if th.Parent >= 0 && !th.Idle {
			stop[th.Spawn] = true
		}
	}
	if len(g.Joins) > 0 {
		for _, th := range g.Threads {
			if !th.Idle && len(th.Finishes) > 0 {
				stop[th.End] = true
			}
		}
	}
	for i, goal := range g.Goals {
		stop[goal.Node] = true
		p.at[goal.Node] = append(p.at[goal.Node], i)
	}
	for t, th := range g.Threads {
		for i, id := range th.Chain {
			if stop[id] {
				p.stops[t] = append(p.stops[t], i)
			}
		}
		p.runs[t] = make([]term.Term, len(p.stops[t]))
	}
	return p
}

// readers are the threads that read a place: one thread, or several.
type readers struct {
	thread  int
	several bool
}

func (r *readers) add(thread int, first bool) {
	if first {
		r.thread = thread
	} else if r.thread != thread {
		r.several = true
	}
}

func (r *readers) other(thread int) bool { return r.several || r.thread != thread }

// readElsewhere marks the nodes with writes that another thread might read.
func (p *projection) readElsewhere(stop []bool) {
	e := p.e
	type place struct {
		group int
		addr  uint64
	}
	fixed := map[place]*readers{}
	all, open := map[int]*readers{}, map[int]*readers{} // by group: all, those at unknown addresses
	for _, ev := range e.g.Events {
		if ev.Write {
			continue
		}
		for _, c := range e.cells.Of(ev) {
			note(all, c.Group(), ev.Thread)
			if c.Fixed {
				note(fixed, place{c.Group(), c.Place}, ev.Thread)
			} else {
				note(open, c.Group(), ev.Thread)
			}
		}
	}
	for _, ev := range e.g.Events {
		if !ev.Write || stop[ev.Node] {
			continue
		}
		for _, c := range e.cells.Of(ev) {
			var by []*readers
			if c.Fixed {
				by = []*readers{fixed[place{c.Group(), c.Place}], open[c.Group()]}
			} else {
				by = []*readers{all[c.Group()]}
			}
			if slices.ContainsFunc(by, func(r *readers) bool { return r != nil && r.other(ev.Thread) }) {
				stop[ev.Node] = true
				break
			}
		}
	}
}

func note[K comparable](m map[K]*readers, k K, thread int) {
	r := m[k]
	if r == nil {
		r = &readers{}
		m[k] = r
		r.add(thread, true)
		return
	}
	r.add(thread, false)
}

// includes is the condition that a node is included; true without a projection.
func (e *encoder) includes(id events.NodeID) term.Term {
	p := e.exact
	if p == nil {
		return e.s.True()
	}
	n := e.g.Nodes[id]
	k, _ := slices.BinarySearch(p.stops[n.Thread], n.Index)
	return p.symbol(n.Thread, k)
}

// symbol is the condition that a thread includes its k-th stop.
func (p *projection) symbol(thread, k int) term.Term {
	runs := p.runs[thread]
	if k == len(runs) {
		return p.e.s.False()
	}
	if runs[k] == term.None {
		runs[k] = p.e.s.Fresh("runs", term.Bool)
		at, _ := slices.BinarySearch(p.below[thread], k)
		p.below[thread] = slices.Insert(p.below[thread], at, k)
		p.e.symbols[runs[k]] = eventfacts.Symbol{Kind: eventfacts.StopSymbol, Index: len(p.named)}
		p.named = append(p.named, stopOf{thread, k})
	}
	return runs[k]
}

// stopOf names a stop.
type stopOf struct{ thread, k int }

// included ties the symbol of a stop to its neighbours among those made so far: prefixes.
func (e *encoder) included(s stopOf) error {
	p := e.exact
	th := e.g.Threads[s.thread]
	first := p.symbol(s.thread, 0) // whether the thread includes anything
	e.need(first)
	below := p.below[s.thread]
	at, _ := slices.BinarySearch(below, s.k)
	if at > 0 {
		if err := e.assert(e.s.Implies(p.runs[s.thread][s.k], p.runs[s.thread][below[at-1]])); err != nil {
			return err
		}
	}
	if at+1 < len(below) {
		if err := e.assert(e.s.Implies(p.runs[s.thread][below[at+1]], p.runs[s.thread][s.k])); err != nil {
			return err
		}
	}
	if th.Parent >= 0 && s.k == 0 {
		return e.assert(e.s.Implies(p.runs[s.thread][0], e.includes(th.Spawn)))
	}
	return nil
}

// ends makes the thread of a goal end there.
func (p *projection) ends(i int) error {
	goal := p.e.g.Goals[i]
	n := p.e.g.Nodes[goal.Node]
	k, _ := slices.BinarySearch(p.stops[n.Thread], n.Index)
	return p.e.assert(p.e.s.Implies(p.e.goals.lits[i], p.e.s.And(p.symbol(n.Thread, k),
		p.e.s.Not(p.symbol(n.Thread, k+1)))))
}

// needed adds for a question that, if it is asked, the last included stop of
// each thread is needed. All that the question depends on must be encoded.
func (p *projection) needed(ask term.Term, kind events.GoalKind) error {
	e := p.e
	if err := p.single(kind); err != nil {
		return err
	}
	if err := p.takePart(); err != nil {
		return err
	}
	if err := e.flush(); err != nil {
		return err
	}
	why := p.reasons(kind)
	not := e.s.Not(ask)
	for t, below := range p.below {
		for i, k := range below {
			next := e.s.False()
			if i+1 < len(below) {
				next = p.runs[t][below[i+1]]
			}
			id := e.g.Threads[t].Chain[p.stops[t][k]]
			if err := e.meter.Tick(1 + len(why[id])); err != nil {
				return err
			}
			any := append([]term.Term{not, e.s.Not(p.runs[t][k]), next}, why[id]...)
			if err := e.assert(e.s.Or(any...)); err != nil {
				return err
			}
		}
	}
	return e.flush()
}

// reasons lists for each node what can need it.
func (p *projection) reasons(kind events.GoalKind) map[events.NodeID][]term.Term {
	e := p.e
	why := e.model.Reasons()
	for _, th := range e.g.Threads {
		if len(p.below[th.ID]) > 0 && th.Parent >= 0 {
			why[th.Spawn] = append(why[th.Spawn], p.symbol(th.ID, 0))
		}
	}
	for i, goal := range e.g.Goals {
		if goal.Kind == kind {
			why[goal.Node] = append(why[goal.Node], e.goals.lits[i])
		}
	}
	return why
}

// single asserts that at most one goal of a kind is the goal.
func (p *projection) single(kind events.GoalKind) error {
	e := p.e
	if p.one[kind] {
		return nil
	}
	p.one[kind] = true
	before := e.s.False()
	for i, goal := range e.g.Goals {
		if goal.Kind != kind {
			continue
		}
		next := e.s.Fresh("one", term.Bool)
		for _, t := range []term.Term{
			e.s.Implies(e.goals.lits[i], next), e.s.Implies(before, next),
			e.s.Implies(before, e.s.Not(e.goals.lits[i])),
		} {
			if err := e.assert(t); err != nil {
				return fmt.Errorf("one goal: %w", err)
			}
		}
		before = next
	}
	return nil
}
