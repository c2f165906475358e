package interp

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// DivergenceError says that a program does not do what a trace says.
type DivergenceError struct {
	// Entry is the index in the schedule of the key that was being followed;
	// the length of the schedule stands for the violation.
	Entry int
	// Key is that key, or the violation's.
	Key trace.Key
	// Reason says what happened instead; Pos is where, if it is anywhere.
	Reason string
	Pos    source.Pos
	// Where is Pos in words.
	Where string
}

// Error describes the divergence in one line.
func (e *DivergenceError) Error() string {
	s := fmt.Sprintf("replay: at schedule entry %d (%s): %s", e.Entry, e.Key, e.Reason)
	if e.Pos.IsValid() {
		s += " at " + e.Where
	}
	return s
}

// replaySteps bounds the edges of a replay, so that a trace that leads a
// program into an endless loop is a divergence and no hang.
const replaySteps = 500_000_000

// Replay executes p as tr says and returns a copy of tr with Steps filled in.
//
// For each key of the schedule its thread runs until it has completed that occurrence of that edge, together
// with whatever lies in between; atomic sections run as a whole, and further keys of a section that has just
// run are done. Then the thread of the violation runs to it. With the property no-deadlock and
// trace.NoViolation every thread then runs on to where it is disabled for good; with no-deadlock and an edge,
// that is where one of some threads waits that wait for each other for ever. With no-data-race the violation
// is an access that conflicts with the last access of the schedule. With the parts of valid-memsafety it is
// the access, free or call that cannot be made.
//
// An error is a *DivergenceError when the program does not follow the trace;
// other errors are about the program, the trace, or the context.
func Replay(ctx context.Context, p *cfa.Program, tr *trace.Trace) (*trace.Trace, error) {
	r, err := NewReplayer(p)
	if err != nil {
		return nil, err
	}
	full, _, err := r.Sliced(ctx, tr)
	return full, err
}

// Replayer replays any number of traces of one program.
type Replayer struct{ code *bytecode.Program }

// NewReplayer makes a program ready for replays. The error says what makes it impossible to execute.
func NewReplayer(p *cfa.Program) (*Replayer, error) {
	c, err := bytecode.Compile(p)
	if err != nil {
		return nil, err
	}
	return &Replayer{c}, nil
}

// Replay replays a trace with a bound on the edges executed (0: the usual one), and counts them. What the
// violation depends on is not found: that is for a trace that is shown, not for one that is tried.
func (r *Replayer) Replay(ctx context.Context, tr *trace.Trace, maxSteps uint64) (*trace.Trace, uint64,
	error) {
	m, err := r.run(ctx, tr, maxSteps, nil)
	if err != nil {
		return nil, m.steps, err
	}
	return m.Replayed(tr), m.steps, nil
}

// Sliced is the function Replay; it also counts the edges executed.
func (r *Replayer) Sliced(ctx context.Context, tr *trace.Trace) (*trace.Trace, uint64, error) {
	m, err := r.run(ctx, tr, 0, func(m *Machine) { m.rec.slice = newSlicer(r.code.CFA) })
	if err != nil {
		return nil, m.steps, err
	}
	full := m.Replayed(tr)
	m.rec.slice.mark(m, full)
	return full, m.steps, nil
}

// Twice is Replay of a violation of a formula with the steps of both rounds of the part that repeats. What
// Repeats points to is the second one: before the first a thread may still make steps that no other one can
// tell, and that are not made again.
func (r *Replayer) Twice(ctx context.Context, tr *trace.Trace) (*trace.Trace, error) {
	m, err := r.run(ctx, tr, 0, func(m *Machine) { m.rec.twice = true })
	if err != nil {
		return nil, err
	}
	return m.Replayed(tr), nil
}

// Replayed is a trace with the steps of the machine that has replayed it, which must record.
func (m *Machine) Replayed(tr *trace.Trace) *trace.Trace {
	full := *tr
	told := m.Trace()
	full.Steps, full.Names, full.Lives = told.Steps, told.Names, told.Lives
	full.Repeats = m.rec.repeats
	if m.rec.violated != "" {
		l := *tr.Lasso
		l.Violated, full.Lasso = m.rec.violated, &l
	}
	if m.rec.again != nil {
		full.Again, full.Violation = m.rec.again, m.outcome.Key
	}
	if m.outcome.Property != "" {
		full.Property = m.outcome.Property // of several, the one that is violated
		if n := len(full.Steps); n > 0 && full.Steps[n-1].Kind == trace.KindUB {
			full.Steps[n-1].Kind = trace.KindViolation // it is the property
		}
	}
	return &full
}

// run replays a trace and returns the machine at its end, even with an error. watch, unless it is nil, has
// the machine note more than the steps.
func (r *Replayer) run(ctx context.Context, tr *trace.Trace, maxSteps uint64,
	watch func(*Machine)) (*Machine, error) {
	if maxSteps == 0 {
		maxSteps = replaySteps
	}
	m := newMachine(r.code, Config{Decider: NewScripted(tr.Inputs), MaxSteps: maxSteps, Record: true,
		Jumps: true, Locks: tr.Property == property.NoDeadlock})
	if err := tr.Validate(); err != nil {
		return m, fmt.Errorf("interp: %w", err)
	}
	m.ctx = ctx
	m.rec.replay = true
	if tr.Property == property.ValidMemtrack {
		m.rec.losses = &losses{live: map[*bytecode.Proc][]bytecode.Bitset{}}
	}
	if watch != nil {
		watch(m)
	}
	return m, (&replay{m: m, tr: tr}).run()
}

// replay is the state of one replay.
type replay struct {
	m     *Machine
	tr    *trace.Trace
	entry int
	key   trace.Key
}

func (r *replay) run() error {
	switch r.tr.Property {
	case property.Termination:
		return r.lasso()
	case property.LTL, property.NoStarvation:
		return r.formula()
	}
	for i, k := range r.tr.Schedule {
		r.entry, r.key = i, k
		r.m.stopAt(k)
		if err := r.follow(k); err != nil {
			return err
		}
		if r.m.outcome.Kind != Running {
			return r.rest(i + 1)
		}
	}
	r.entry, r.key = len(r.tr.Schedule), r.tr.Violation
	r.m.stopAt(r.key)
	switch prop := r.tr.Property; {
	case r.tr.Violation == trace.NoViolation && prop == property.NoDeadlock:
		return r.deadlock()
	case prop == property.NoDeadlock:
		return r.deadlockAmong()
	case r.tr.Violation == trace.NoViolation:
		return r.diverge("a trace for %s must name the edge of its violation", r.tr.Property)
	case prop == property.NoDataRace:
		return r.race()
	}
	t, err := r.thread(r.tr.Violation.Thread)
	if err != nil {
		return err
	}
	for {
		switch {
		case t.done:
			return r.diverge("the thread has finished without the violation")
		case t.counts.get(r.key.Origin) > r.key.Occurrence:
			return r.diverge("the edge of the violation was passed")
		}
		switch r.m.step(t) {
		case Blocked:
			return r.diverge("the thread is disabled")
		case Stopped:
			return r.reached()
		}
	}
}

// thread finds a thread of the trace.
func (r *replay) thread(i int) (*thread, error) {
	if i < 0 || i >= len(r.m.threads) {
		return nil, r.diverge("thread %d has not been started", i)
	}
	return r.m.threads[i], nil
}

// follow runs the thread of k until it has completed k, or to the end of the execution.
func (r *replay) follow(k trace.Key) error {
	t, err := r.thread(k.Thread)
	if err != nil {
		return err
	}
	if t.counts.get(k.Origin) > k.Occurrence {
		if slices.Contains(r.m.rec.section, k) {
			return nil
		}
		return r.diverge("the step was made before its turn")
	}
	for t.counts.get(k.Origin) <= k.Occurrence || t.atomic > 0 {
		if t.done {
			return r.diverge("the thread has finished before this step")
		}
		switch r.m.step(t) {
		case Blocked:
			return r.diverge("the thread is disabled")
		case Stopped:
			return nil
		}
	}
	return nil
}

// rest checks that the execution ended as the trace says, and that the keys from entry on, in which the end
// was not yet reached, belong to the section that it ended in.
func (r *replay) rest(entry int) error {
	if err := r.reached(); err != nil {
		return err
	}
	last := r.tr.Schedule[entry-1]
	for i, k := range r.tr.Schedule[entry-1:] {
		r.entry, r.key = entry-1+i, k
		if k != r.tr.Violation && (k.Thread != last.Thread || !slices.Contains(r.m.rec.section, k)) {
			return r.diverge("the violation was reached before this step")
		}
	}
	return nil
}

// reached checks that the execution ended in the violation of the trace.
func (r *replay) reached() error {
	o := &r.m.outcome
	prop := r.tr.Property
	switch {
	case o.Kind == Canceled:
		return o.Err
	case o.Kind != Violated && o.Kind != Undefined, o.Property == "":
		return r.diverge("the execution ends: %s", o)
	case !prop.Covers(o.Property):
		return r.diverge("the property that is violated is %s", o.Property)
	case o.Key != r.tr.Violation:
		return r.diverge("the violation is at %s instead: %s", o.Key, o)
	}
	return nil
}

// diverge makes the error of a divergence at the current key. Its position
// is that of the outcome, or of what the thread of the key would do next.
func (r *replay) diverge(format string, args ...any) error {
	e := &DivergenceError{Entry: r.entry, Key: r.key, Reason: fmt.Sprintf(format, args...),
		Pos: r.m.outcome.Pos}
	if i := r.key.Thread; !e.Pos.IsValid() && i >= 0 && i < len(r.m.threads) && !r.m.threads[i].done {
		f := r.m.threads[i].top()
		e.Pos = f.proc.CFA.Locs[f.loc].Pos
	}
	e.Where = r.m.names.position(e.Pos)
	return e
}

// deadlock checks that after the schedule every thread that is left can only
// run to where it is disabled, without a visible step.
func (r *replay) deadlock() error {
	left := false
	for i, t := range r.m.threads {
		r.key.Thread = i
		for !t.done {
			ev := r.m.step(t)
			if ev == Blocked {
				left = true
				break
			}
			switch {
			case r.m.outcome.Kind == Canceled:
				return r.m.outcome.Err
			case ev == Visible:
				return r.diverge("thread %d can go on", i)
			case ev == Stopped:
				return r.diverge("the execution ends: %s", &r.m.outcome)
			}
		}
	}
	if !left {
		return r.diverge("all threads have finished")
	}
	r.m.Deadlocked()
	return nil
}

// deadlockAmong checks that after the schedule the thread of the violation is one of some threads that wait
// for each other for ever.
func (r *replay) deadlockAmong() error {
	t, err := r.thread(r.key.Thread)
	if err != nil {
		return err
	}
	threads := r.m.Doomed(t.index)
	switch i := slices.Index(threads, t.index); {
	case r.m.outcome.Kind == Canceled:
		return r.m.outcome.Err
	case i < 0:
		return r.diverge("the thread does not wait in a circle of threads that wait for each other")
	default:
		threads = slices.Concat(threads[i:], threads[:i])
	}
	if k := r.m.key(t, r.m.Next(t.index), false); k != r.key {
		return r.diverge("the thread waits at %s instead", k)
	}
	r.m.DeadlockedAmong(threads)
	return nil
}
