package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

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
