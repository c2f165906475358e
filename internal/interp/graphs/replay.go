package graphs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// ErrRefused says that an execution has something that graphs do not have: see the known limits.
var ErrRefused = errors.New("execution graphs do not have")

// replaySteps bounds the edges of a replay.
const replaySteps = 50_000_000

// Replay executes a program as a trace with a weak memory model says, and returns the trace with its steps.
// It fails if the program does not follow the trace, or if the model does not allow its execution graph.
func Replay(ctx context.Context, p *cfa.Program, tr *trace.Trace) (*trace.Trace, error) {
	if err := tr.Validate(); err != nil {
		return nil, err
	}
	if tr.Weak == nil {
		return nil, errors.New("the trace is one of an interleaving")
	}
	m, err := interp.New(p, interp.Config{MaxMemory: maxMemory, MaxSteps: replaySteps, Record: true,
		Decider: interp.NewScripted(tr.Inputs)})
	if err != nil {
		return nil, err
	}
	r := &replay{tr: tr, s: &state{m: m}, d: newDirected(tr.Weak)}
	r.s.thread(0, axioms.None)
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	if err := axioms.Check(tr.Weak.Model, &r.s.graph); err != nil {
		return nil, err
	}
	if tr.Property == property.NoDataRace && !r.races() {
		return nil, errors.New("replay: the two accesses are ordered, or do not conflict")
	}
	full := m.Replayed(tr)
	r.sources(full.Steps)
	return full, nil
}

type replay struct {
	tr *trace.Trace
	s  *state
	d  *directed
}

func (r *replay) run(ctx context.Context) error {
	for i, k := range r.tr.Schedule {
		for !r.done(k) {
			ev, err := r.step(ctx, k)
			if err != nil {
				return err
			}
			if ev == interp.Stopped {
				if rest := r.tr.Schedule[i:]; slices.ContainsFunc(rest, func(later trace.Key) bool {
					return later.Thread != k.Thread
				}) {
					return fmt.Errorf("replay: the execution ends at schedule entry %d", i)
				}
				return r.ended()
			}
		}
	}
	for race := r.tr.Property == property.NoDataRace; !race || !r.done(r.tr.Violation); {
		ev, err := r.step(ctx, r.tr.Violation)
		switch {
		case err != nil:
			return err
		case ev == interp.Stopped:
			return r.ended()
		}
	}
	return nil
}

// done reports whether a thread has completed what a key says.
func (r *replay) done(k trace.Key) bool {
	return k.Thread < r.s.m.NumThreads() && r.s.m.Made(k.Thread, k.Origin) > k.Occurrence
}

// step makes the next step of the thread of a key.
func (r *replay) step(ctx context.Context, k trace.Key) (interp.Event, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if k.Thread < 0 || k.Thread >= r.s.m.NumThreads() || r.s.ended[k.Thread] {
		return 0, fmt.Errorf("replay: at %s the thread does not run", k)
	}
	x := stepper{s: r.s, t: k.Thread, ch: r.d}
	ev := x.run()
	switch {
	case r.d.astray != nil:
		return 0, fmt.Errorf("replay: at %s: %w", k, r.d.astray)
	case x.refused != "":
		return 0, fmt.Errorf("%w %s", ErrRefused, x.refused)
	case ev == interp.Blocked:
		return 0, fmt.Errorf("replay: at %s the thread is disabled", k)
	}
	return ev, nil
}

// ended checks that the execution ended in the violation of the trace.
func (r *replay) ended() error {
	o := r.s.m.Outcome()
	switch {
	case r.tr.Property == property.NoDataRace || o.Kind != interp.Violated && o.Kind != interp.Undefined ||
		o.Property == "" || !r.tr.Property.Covers(o.Property):
		return fmt.Errorf("replay: the execution ends: %s", &o)
	case o.Key != r.tr.Violation:
		return fmt.Errorf("replay: the violation is at %s instead of %s", o.Key, r.tr.Violation)
	}
	return nil
}

// races reports whether the two accesses of the trace race.
func (r *replay) races() bool {
	if r.tr.Weak.Racing == nil || r.tr.Weak.Model != axioms.RC11 {
		return false
	}
	for _, x := range axioms.Races(&r.s.graph) {
		a, b := r.s.events[x[0]].Key, r.s.events[x[1]].Key
		if a == *r.tr.Weak.Racing && b == r.tr.Violation || b == *r.tr.Weak.Racing && a == r.tr.Violation {
			return true
		}
	}
	return false
}

// sources notes in the steps which writes the reads see.
func (r *replay) sources(steps []trace.Step) {
	for i := range steps {
		// First values are looked at where a place is first met, which is no step of the program.
		if s := &steps[i]; s.Kind != trace.KindLoad {
			s.Inputs = slices.DeleteFunc(s.Inputs, func(n trace.InputNote) bool {
				return n.Kind == trace.InitByte
			})
		}
	}
	at := make(map[trace.Key]int, len(steps))
	for i := range steps {
		if k := steps[i].Kind; k == trace.KindLoad || k == trace.KindStore {
			at[steps[i].Key] = i
		}
	}
	for i := range r.s.graph.Events {
		e := &r.s.graph.Events[i]
		if e.Kind != axioms.Read || r.s.events[i].Edge == nil {
			continue
		}
		read, ok := at[r.s.events[i].Key]
		if !ok {
			continue
		}
		st := &steps[read]
		st.ReadFrom, st.Unseen = 0, 0
		if from := &r.s.graph.Events[e.From]; from.Thread != e.Thread && from.Thread != axioms.Initial {
			if w, ok := at[r.s.events[e.From].Key]; ok && w < read {
				st.ReadFrom = w + 1
			}
		}
		// The last write before it in the schedule that is later in the order of writes.
		ws := r.s.graph.Writes[e.Place]
		for _, later := range ws[slices.Index(ws, e.From)+1:] {
			w, ok := at[r.s.events[later].Key]
			if ok && w < read && r.s.graph.Events[later].Thread != e.Thread {
				st.Unseen = max(st.Unseen, w+1)
			}
		}
	}
}

// directed decides as a trace says.
type directed struct {
	from   map[trace.Key]*trace.Key
	rank   map[trace.Key][2]int // list and index in it
	astray error
}

func newDirected(w *trace.Weak) *directed {
	d := &directed{from: make(map[trace.Key]*trace.Key), rank: make(map[trace.Key][2]int)}
	for _, s := range w.Reads {
		d.from[s.Read] = s.From
	}
	for i, list := range w.Writes {
		for j, k := range list {
			d.rank[k] = [2]int{i, j}
		}
	}
	return d
}

// looks implements decisions.
func (d *directed) looks(look func()) bool { look(); return false }

// source implements decisions.
func (d *directed) source(s *state, read trace.Key, ws []int) (int, error) {
	from, ok := d.from[read]
	switch {
	case !ok:
		return len(ws) - 1, nil
	case from == nil:
		return 0, nil
	}
	for i, w := range ws {
		if s.events[w].Edge != nil && s.events[w].Key == *from {
			return i, nil
		}
	}
	d.astray = fmt.Errorf("the write %s that %s sees is not to its place, or was not made", *from, read)
	return 0, d.astray
}

// before implements decisions.
func (d *directed) before(s *state, write trace.Key, ws []int) int {
	at, ok := d.rank[write]
	if !ok {
		return len(ws)
	}
	first := len(ws)
	for i, w := range slices.Backward(ws) {
		r, ok := d.rank[s.events[w].Key]
		switch {
		case !ok || s.events[w].Edge == nil || r[0] != at[0]:
		case r[1] < at[1]:
			return i + 1
		default:
			first = i
		}
	}
	return first
}
