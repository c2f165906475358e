package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Step is what one step of a thread can lead to.
type Step struct {
	// Successors are not empty; one that is contained in another may be there too.
	Successors []Successor
	// Violations are the ways in which the step violates the property.
	Violations []Stop
	// Ends are the ways in which it comes to undefined behaviour, or to something
	// that is not supported. Each edge and kind is listed once.
	Ends []Stop
	// Edges is the number of edges that were executed.
	Edges int
}

// What pieces of work count, in the units of engine.Task.Work: nanoseconds that they took on average, without
// the questions to solvers that some of them need.
const (
	stepUnits = 15_000 // a step, with the comparison of the states after it
	edgeUnits = 300
)

// Work is how much work the step was, in the units of engine.Task.Work.
func (out *Step) Work() int64 { return stepUnits + edgeUnits*int64(out.Edges) }

// Successor is a state after a step.
type Successor struct {
	State *State
	// Script says how the step went, for Follow.
	Script Script
	// Loops are the edges back to heads of loops that the step took.
	Loops []*cfa.Edge
	// Started are the numbers of the threads that the step has started, if there are crowds.
	Started []int
	// Acts is what the step does that others can tell, if Config.Told is set.
	Acts Acts
}

// StopKind says why a path ends.
type StopKind uint8

// The reasons.
const (
	// Violated: the property is violated, by an edge that says so or by one that cannot be executed.
	Violated StopKind = iota
	// Invalid: an access to memory that is no part of a live object, or a free of what is no live object.
	Invalid
	// Undefined: another undefined behaviour, which is assumed not to occur.
	Undefined
	// Contested: a race of accesses that are plain or atomic depending on whom one asks.
	Contested
	// Unsupported: something that cannot be executed, or a limit.
	Unsupported
)

// Stop is the end of a path.
type Stop struct {
	Kind StopKind
	// Property is the one that is violated, or part of it; empty: none is.
	Property property.Property
	Edge     *cfa.Edge
	What     string
	Script   Script
	// Opponent is the thread that a race is with.
	Opponent int
	// Term is what had more values than may be told apart; None: the path ended for another reason.
	Term term.Term
}

// Pos is the place of the edge at which the path ends; the zero Pos: it ends at none.
func (s Stop) Pos() source.Pos {
	if s.Edge == nil {
		return source.Pos{}
	}
	return s.Edge.Pos
}

// races reports whether the path ends in a data race.
func (s *Stop) races() bool { return s.Property == property.NoDataRace }

// report adds an end of a path.
func (out *Step) report(s Stop) {
	if s.Kind == Violated {
		if s.Property == "" {
			s.Property = cfa.Violated(s.Edge.Op)
		}
		out.Violations = append(out.Violations, s)
		return
	}
	for _, t := range out.Ends {
		if t.Kind == s.Kind && t.Edge == s.Edge {
			return
		}
	}
	out.Ends = append(out.Ends, s)
}

// What a step does that others can tell. A thread whose steps do nothing of that kind may be waiting.

// Acts says what a step does.
type Acts uint8

// What steps do.
const (
	// Computes: only something within its thread.
	Computes Acts = iota
	// Looks: it finds out what other threads have done, see cfa.Looks, and changes nothing.
	Looks
	// MayAct: for some values it changes memory, and for others it does not.
	MayAct
	// Does: it changes memory, or does something else that is not undone, see cfa.Acts.
	Does
)

// note is called before an operation that is no Assume.
func (x *expansion) note(r *run, e *cfa.Edge) {
	switch {
	case x.cfg.Told == nil:
	case cfa.Acts(e.Op):
		r.acts = Does
	case cfa.Looks(e.Op):
		r.acts = max(r.acts, Looks)
	}
}

// changes is called before a Store of a value at an address.
func (x *expansion) changes(r *run, e *cfa.Edge, addr uint64, value term.Term) {
	if x.cfg.Told == nil || !x.cfg.Told(e) {
		return
	}
	n := uint64(x.s.Sort(value).Width() / 8)
	old := r.st.read(addr, n, func(o *object, off uint64, sort term.Sort) term.Term {
		v := x.symbols.Fresh(&r.st.used, sort)
		x.rec.undefined(o, off, v)
		return v
	})
	same := x.s.Eq(old, value)
	switch {
	case x.s.IsTrue(same):
	case x.s.IsFalse(same):
		r.acts = Does
	default:
		r.acts = max(r.acts, MayAct)
		if x.rec != nil {
			x.rec.kept = append(x.rec.kept, same)
		}
	}
}

// Kept demands that the stores since it was called last have changed nothing, if wanted is set.
func (rec *Recorder) Kept(wanted bool) {
	if wanted {
		rec.conds = append(rec.conds, rec.kept...)
	}
	rec.kept = nil
}
