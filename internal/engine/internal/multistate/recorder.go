package multistate

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Recorder follows one execution and collects what a trace of it needs. Its methods
// may be called on nil, which records nothing.
type Recorder struct {
	x        *Stepper
	script   Script
	counts   []map[cfa.EdgeID]int // by thread: how often an origin was executed
	schedule []trace.Key
	deferred map[int][]deferredStep // by thread: its deferred Joins, and steps after them
	joining  int                    // the thread of the Join that is deferred now; -1: none is
	inputs   []input
	conds    []term.Term
	kept     []term.Term // that stores since the last Kept change nothing, where that is not certain
	section  trace.Key   // of the section that is open
	end      trace.Key   // of the edge counted last
	opponent int         // the thread with which the present step ends in a race; -1: it does not
}

// input is an input whose value is a term.
type input struct {
	in  trace.Input
	val term.Term // None: in.Value
}

// Follow makes x, which must be new, follow one execution; see Stepper.Again.
func (x *Stepper) Follow() *Recorder {
	x.rec = &Recorder{x: x, opponent: -1, joining: -1}
	x.symbols.Distinct = true
	x.conditions.assumed = &x.rec.conds
	return x.rec
}

// Again makes the step of thread i that a script tells of. The result has one successor, or one violation.
func (x *Stepper) Again(st *State, i int, script Script) (Step, error) {
	x.rec.script = script
	return x.Step(st, i)
}

// cut reports whether the step ended here at the head of a loop.
func (rec *Recorder) cut(r *run) bool { return rec.script.cut > 0 && r.edges == rec.script.cut }

// astray reports whether a run has left the way of its script: it has not ended where the step did, or no
// thread has stopped where one should have. With better known values a loop may go on that was left there.
func (rec *Recorder) astray(r *run) bool {
	if n := len(r.script.stops); n < len(rec.script.stops) && r.edges > rec.script.stops[n] {
		return true
	}
	return rec.script.length > 0 && r.edges > rec.script.length
}

// stops reports whether a thread settled here.
func (rec *Recorder) stops(r *run) bool {
	n := len(r.script.stops)
	return n < len(rec.script.stops) && rec.script.stops[n] == r.edges
}

// follows reports whether the alternative that the script takes is among the open ones. It is not if the
// values of a state that is known better exclude it.
func (rec *Recorder) follows(r *run, open []int) bool {
	if rec == nil {
		return true
	}
	v, ok := rec.decided(r)
	return !ok || slices.Contains(open, int(v))
}

// choose says which alternative is taken; ok is false if nothing is followed.
func (rec *Recorder) choose(r *run, conds []term.Term, open []int) (int, bool) {
	if rec == nil {
		return 0, false
	}
	if v, ok := rec.decided(r); ok {
		return int(v), true
	}
	for _, i := range open {
		if rec.x.conditions.restrict(r.st.fork(), conds[i]) != smt.Unsat {
			return i, true
		}
	}
	return open[0], true
}

func (rec *Recorder) decided(r *run) (uint64, bool) {
	for _, c := range rec.script.choices {
		if c.edge == r.edges {
			return c.value, true
		}
	}
	return 0, false
}

// value says which value an address, a size or a target has at an edge.
func (rec *Recorder) value(r *run, e *cfa.Edge) (uint64, bool) {
	if rec == nil {
		return 0, false
	}
	v, ok := rec.decided(r)
	return v, ok && !(reuses(e) && v&reused != 0)
}

// reused says which region of a freed object is used again.
func (rec *Recorder) reused(r *run) (uint64, bool) {
	for _, c := range rec.script.choices {
		if c.edge == r.edges && c.value&reused != 0 {
			return c.value &^ reused, true
		}
	}
	return 0, false
}

// occurrence is how often the thread has executed the edge before.
func (rec *Recorder) occurrence(r *run, e *cfa.Edge) int {
	if rec == nil {
		return 0
	}
	for len(rec.counts) <= r.i {
		rec.counts = append(rec.counts, map[cfa.EdgeID]int{})
	}
	return rec.counts[r.i][e.Origin]
}

// number is that of the running thread among those that were started.
func (r *run) number() int { return int(r.st.threads[r.i].id) - 1 }

func (rec *Recorder) key(r *run, e *cfa.Edge) trace.Key {
	return trace.Key{Thread: r.number(), Origin: e.Origin, Occurrence: rec.occurrence(r, e)}
}

// count notes that an edge is executed. A visible one outside of sections is a step
// of the schedule, and so is a section as a whole, under the name of its beginning.
func (rec *Recorder) count(r *run, e *cfa.Edge, visible bool) {
	if rec == nil {
		return
	}
	k := rec.key(r, e)
	rec.end = k
	atomic := r.st.threads[r.i].atomic
	switch e.Op.(type) {
	case cfa.AtomicBegin:
		if atomic == 1 {
			rec.section = k
		}
	case cfa.AtomicEnd:
		if atomic == 0 {
			rec.step(r, rec.section)
		}
	case cfa.Exit, cfa.Return:
		switch {
		case visible && atomic > 0:
			rec.step(r, rec.section)
		case visible:
			rec.step(r, k)
		}
	default:
		if visible && atomic == 0 {
			rec.step(r, k)
		}
	}
	rec.counts[r.i][e.Origin]++
}

// step adds a step of the running thread to the schedule. What comes after a Join of a thread that has
// not ended waits until it has.
func (rec *Recorder) step(r *run, k trace.Key) {
	if len(r.st.threads[r.i].deferred) == 0 {
		rec.schedule = append(rec.schedule, k)
		return
	}
	if rec.deferred == nil {
		rec.deferred = map[int][]deferredStep{}
	}
	rec.deferred[r.i] = append(rec.deferred[r.i], deferredStep{k, rec.joining})
	rec.joining = -1
}

// deferredStep is a step that waits for the end of a thread that was joined before, or by it.
type deferredStep struct {
	key   trace.Key
	child int // that it joins itself, and that has not ended; -1: none
}

// defers notes that the Join of a thread is deferred that comes next.
func (rec *Recorder) defers(child int) {
	if rec != nil {
		rec.joining = child
	}
}

// joined adds the steps of a thread that have waited for the end of others.
func (rec *Recorder) joined(i int) {
	if rec != nil {
		for _, d := range rec.deferred[i] {
			rec.schedule = append(rec.schedule, d.key)
		}
		delete(rec.deferred, i)
	}
}

// taken notes that one of several Assume edges is taken.
func (rec *Recorder) taken(r *run, e *cfa.Edge, edges int) {
	if rec == nil || e.Origin == cfa.NoEdge {
		return // a branch that a pass has added is decided by values
	}
	k := rec.key(r, e)
	if edges > 1 {
		rec.inputs = append(rec.inputs, input{trace.Input{Key: k, Kind: trace.Choice}, term.None})
	}
	rec.counts[r.i][e.Origin]++
}

func (rec *Recorder) havoc(r *run, e *cfa.Edge, v term.Term) {
	if rec != nil {
		rec.inputs = append(rec.inputs, input{trace.Input{Key: rec.key(r, e), Kind: trace.Havoc}, v})
	}
}

// noResult notes the result of a call whose procedure returned none.
func (rec *Recorder) noResult(r *run, f *frame, v term.Term) {
	if rec != nil {
		k := trace.Key{Thread: r.number(), Origin: f.call.Origin, Occurrence: f.nth}
		rec.inputs = append(rec.inputs, input{trace.Input{Key: k, Kind: trace.Havoc}, v})
	}
}

func (rec *Recorder) spawn(r *run, e *cfa.Edge, id uint64) {
	if rec != nil {
		rec.inputs = append(rec.inputs, input{trace.Input{Key: rec.key(r, e), Kind: trace.ThreadID,
			Value: id}, term.None})
	}
}

func (rec *Recorder) alloc(r *run, e *cfa.Edge, o *object) {
	if rec != nil {
		o.key = rec.key(r, e)
		rec.inputs = append(rec.inputs, input{trace.Input{Key: o.key, Kind: trace.AllocAddr, Value: o.addr},
			term.None})
	}
}

// undefined notes that undefined bytes from offset off on have the value v.
func (rec *Recorder) undefined(o *object, off uint64, v term.Term) {
	if rec == nil {
		return
	}
	s := rec.x.s
	key := o.key
	if o.static >= 0 {
		key = trace.Static(int(o.static))
	}
	for b := range s.Sort(v).Width() / 8 {
		in := trace.Input{Key: key, Kind: trace.InitByte, Offset: off + uint64(b)}
		rec.inputs = append(rec.inputs, input{in, s.Extract(8*b+7, 8*b, v)})
	}
}

// Trace finds inputs for the execution that was followed, which ends at a violation of
// the property. The status says whether there are any.
func (rec *Recorder) Trace(p property.Property) (*trace.Trace, smt.Status, error) {
	x := rec.x
	a := x.conditions.emptiness.Solve(rec.conds, x.s.Symbols(rec.conds...))
	if a.Status != smt.Sat {
		return nil, a.Status, nil
	}
	model := emptiness.Model{Store: x.s, Values: a.Model}
	tr := &trace.Trace{Version: trace.Version, Property: p, Schedule: rec.schedule, Violation: rec.end}
	eval := term.NewEvaluator(x.s, model)
	for _, in := range rec.inputs {
		if in.val != term.None {
			v, err := eval.Eval(in.val)
			if err != nil {
				return nil, smt.Unknown, fmt.Errorf("value of an input: %w", err)
			}
			b := v.Big()
			in.in.Value, in.in.High = 0, 0
			for i := range 64 {
				in.in.Value |= uint64(b.Bit(i)) << i
				in.in.High |= uint64(b.Bit(64+i)) << i
			}
			if in.in.Value == 0 && in.in.High == 0 {
				continue
			}
		}
		tr.Inputs = append(tr.Inputs, in.in)
	}
	return tr, smt.Sat, nil
}
