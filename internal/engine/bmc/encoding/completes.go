package encoding

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// active is the condition that an event takes place: its path is taken, its section completes, and its
// thread was really started.
func (e *Encoder) active(ev *events.Event) term.Term {
	return e.s.And(e.Graph.Guards.Term(ev.Guard), e.sectionAndCreatorsComplete(ev.Section, ev.Thread))
}

// sectionAndCreatorsComplete is the condition that a section (nil: none) of a thread takes
// place, and so do the sections in which the thread and its creators were started.
func (e *Encoder) sectionAndCreatorsComplete(sec *events.Section, thread int) term.Term {
	t := e.s.True()
	if sec != nil {
		t = e.sectionCompletes(sec)
	}
	for th := e.Graph.Threads[thread]; th.Parent >= 0; th = e.Graph.Threads[th.Parent] {
		if th.Section != nil {
			t = e.s.And(t, e.sectionCompletes(th.Section))
		}
	}
	return t
}

// creatorsComplete is the condition that a thread was really started.
func (e *Encoder) creatorsComplete(thread int) term.Term {
	return e.sectionAndCreatorsComplete(nil, thread)
}

// sectionCompletes is the condition that a section takes place: it reaches an end, or
// the goal that is asked for.
func (e *Encoder) sectionCompletes(sec *events.Section) term.Term {
	if t, ok := e.completes[sec]; ok {
		return t
	}
	t := e.s.False()
	known := e.Graph.Guards.Len()
	if len(sec.Ends) > 0 {
		end := sec.Ends[0]
		for _, g := range sec.Ends[1:] {
			end = e.Graph.Guards.Or(end, g)
		}
		t = e.Graph.Guards.Term(end)
	}
	// The disjunctions of many ends are made of others, which are new too.
	e.Symbols.AddGuards(e.Graph.Guards, known)
	for i, goal := range e.Graph.Goals {
		if goal.Section == sec && !e.Values.Dead(goal) {
			t = e.s.Or(t, e.goals.lits[i])
		}
	}
	if lit, ok := e.races.unfinished[sec]; ok {
		t = e.s.Or(t, lit)
	}
	e.completes[sec] = t
	return t
}
