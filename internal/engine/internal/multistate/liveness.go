package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// What a search for executions that go on for ever asks of states: what each thread can do next.

// Turn says what a thread of a state can do next.
type Turn uint8

// The turns of threads.
const (
	// Runs: it can make a step, or it comes to a failing assumption in it.
	Runs Turn = iota
	// Waits: it is disabled, whatever the values are. Joins: so it is, and it waits for the end of another
	// one.
	Waits
	Joins
	// Unsure: it may be disabled for some values and not for others.
	Unsure
	// Stuck: it comes to a failing assumption, or to undefined behaviour, before its next step.
	Stuck
	// Exits: it ends the process next.
	Exits
	// Ended: it has ended.
	Ended
)

// Turn says what thread i of a state can do next; x must be made for liveness. The error is that of the
// context.
func (x *Stepper) Turn(st *State, i int) (Turn, error) {
	switch st.threads[i].status {
	case stuck:
		return Stuck, nil
	case finished:
		return Ended, nil
	case exiting:
		return Exits, nil
	}
	list, sure, err := x.disabled(st, i)
	switch {
	case err != nil:
		return 0, err
	case !sure:
		return Unsure, nil
	case len(list) == 0:
		return Runs, nil
	case len(list) == 1 && len(list[0].st.log) == 0:
		if list[0].child >= 0 {
			return Joins, nil
		}
		return Waits, nil
	}
	return Unsure, nil
}

// Simple reports whether thread i of a state comes to a read or a write of memory next, or makes steps that
// nobody can tell.
func (st *State) Simple(i int) bool {
	t := st.threads[i]
	if t.atomic > 0 || len(t.deferred) > 0 || t.status != settled {
		return t.atomic == 0 && t.status == running
	}
	switch t.next().Op.(type) {
	case cfa.Load, cfa.Store:
		return true
	}
	return false
}

// Commutes reports whether the next step of thread i, which is simple, commutes with all that the other
// threads can do before that one makes it: the thread alone is a persistent set of the state, see
// independence.go.
func (x *Stepper) Commutes(st *State, i int) bool {
	t := st.threads[i]
	return x.independence.effects != nil &&
		(t.status == running || x.independence.commutes(st, i, t.next()))
}

// Inside is the thread that is in an atomic section and that has to go on alone; -1: there is none.
func (st *State) Inside() int {
	for i, t := range st.threads {
		if t.alive() && t.atomic > 0 {
			return i
		}
	}
	return -1
}

// Settled reports whether thread i stands before a step that other threads can tell.
func (st *State) Settled(i int) bool { return st.threads[i].status == settled }

// Static is the value of 8 bytes at the beginning of a static object, by its index in Program.Objects, if
// it is a constant.
func (st *State) Static(object int) (uint64, bool) {
	o := st.region(st.p.RegionOf(st.p.Objects[object].Addr))
	s := st.p.terms
	if o == nil {
		return 0, false
	}
	if len(o.cells) == 0 {
		return 0, o.zero
	}
	if c := o.cells[0]; c.off == 0 && s.Sort(c.val) == term.BitVec(64) {
		return s.ConstUint64(c.val)
	}
	return 0, false
}

// How an execution that goes on for ever is recorded: the part that repeats is followed twice, and the
// inputs of the second time are those of the first.

// Mark is a moment in what a Recorder has followed.
type Mark struct{ Scheduled, inputs, conds int }

// Mark is the present moment.
func (rec *Recorder) Mark() Mark { return Mark{len(rec.schedule), len(rec.inputs), len(rec.conds)} }

// Local adds a step of thread i to the schedule that has no operation that others can tell: it has gone
// along these edges back to heads of loops. If there are none the lasso does not matter.
func (rec *Recorder) Local(i int, loops []*cfa.Edge) {
	if len(loops) == 0 {
		return
	}
	e := loops[len(loops)-1]
	if e.Origin == cfa.NoEdge || i >= len(rec.counts) {
		return
	}
	rec.schedule = append(rec.schedule, trace.Key{Thread: i, Origin: e.Origin,
		Occurrence: rec.counts[i][e.Origin] - 1})
}

// Same demands that two states that were followed have the same values. It reports whether they can: they
// have the same threads at the same places and the same objects.
func (rec *Recorder) Same(a, b *State) bool {
	a, b = a.fork(), b.fork()
	a.Clean()
	b.Clean()
	v, w := a.View(), b.View()
	if v.Shape != w.Shape || len(v.Values) != len(w.Values) {
		return false
	}
	s := rec.x.s
	for i := range v.Values {
		if eq := s.Eq(v.Values[i], w.Values[i]); !s.IsTrue(eq) {
			rec.conds = append(rec.conds, eq)
		}
	}
	return true
}

// Repeat gives the inputs since the second moment the values of those between the first one and the second,
// and demands nothing that was demanded since then. It reports whether these are the same inputs.
func (rec *Recorder) Repeat(first, second Mark) bool {
	rec.conds = rec.conds[:second.conds]
	n := second.inputs - first.inputs
	if len(rec.inputs) != second.inputs+n {
		return false
	}
	for i := range n {
		a, b := &rec.inputs[first.inputs+i], &rec.inputs[second.inputs+i]
		if a.in.Thread != b.in.Thread || a.in.Origin != b.in.Origin || a.in.Kind != b.in.Kind ||
			a.in.Offset != b.in.Offset || (a.val == term.None) != (b.val == term.None) {
			return false
		}
		b.val = a.val
	}
	return true
}
