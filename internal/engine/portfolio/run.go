package portfolio

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// run is one run of the engines.
type run struct {
	ctx        context.Context
	cancel     context.CancelCauseFunc
	task       engine.Task
	cfg        Config
	members    []*member
	confirm    context.Context         // of confirmations, which may go on when their engine was stopped
	endConfirm context.CancelCauseFunc // ends confirmations
	ends       chan end
	early      bool             // answers of later engines count although the first is in its head start
	full       bool             // there is no memory for further engines
	held       <-chan time.Time // receives when an answer was held back for long enough; may be nil
	marks      chan struct{}    // receives a value when a meter has passed its mark

	mu   sync.Mutex // of the listener of events
	over bool       // nobody listens any more
}

// end is that of a member.
type end struct {
	m *member
	a answer
}

func newRun(ctx context.Context, t engine.Task, e *Engine) *run {
	r := &run{task: t, cfg: e.cfg, ends: make(chan end, len(e.engines)),
		marks: make(chan struct{}, len(e.engines)+2)}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	r.confirm, r.endConfirm = context.WithCancelCause(r.ctx)
	for i, eng := range e.engines {
		marks := []int64{e.cfg.Grace}
		if i == 0 {
			marks = e.marks(t)
		}
		passed := func() { r.marks <- struct{}{} }
		m := &member{Engine: eng, meter: &meter{marks: marks, passed: passed}}
		if asks, ok := eng.(Eager); ok {
			m.eager = asks.Eager(t)
		}
		r.members = append(r.members, m)
	}
	return r
}

// wait runs the engines until there is an answer.
func (r *run) wait() (engine.Result, error) {
	r.start(r.members[0])
	timer := time.NewTimer(r.cfg.Latest)
	defer timer.Stop()
	for {
		r.drain()
		r.settle()
		if w := r.winner(); w != nil {
			if w.answer.res.Verdict.Kind == property.False {
				r.endConfirm(errBeaten) // else a violation that is being confirmed refutes the answer
			}
			r.stop(errBeaten, nil)
			return r.won(w)
		}
		r.hold()
		r.startEager()
		if first := r.members[0]; first.state == ended || !r.full &&
			first.meter.over(min(r.cfg.Start, r.cfg.HeadStart)) {
			r.startAll()
		}
		if !r.going() {
			r.stop(errBeaten, nil)
			if w := r.winner(); w != nil { // one that was stopped had an answer after all
				return r.won(w)
			}
			return r.undecided()
		}
		select {
		case e := <-r.ends:
			r.note(e)
		case <-timer.C:
			if !r.full {
				r.startAll()
			}
		case <-r.marks: // look again
		case <-r.held:
			r.early = true
		case <-r.task.Scarce:
			r.relieve()
		case <-r.ctx.Done():
			r.early = true
			r.stop(context.Cause(r.ctx), nil)
			if w := r.winner(); w != nil {
				return r.won(w)
			}
			return r.undecided()
		}
	}
}

// start starts an engine.
func (r *run) start(m *member) {
	ctx, cancel := context.WithCancelCause(r.ctx)
	m.state, m.cancel = running, cancel
	t := r.task
	t.Work = func(units int64) {
		m.meter.add(units)
		r.task.Did(units)
	}
	t.Scarce = nil
	t.Events = func(e engine.Event) {
		e.Engine = m.Name()
		r.event(e)
	}
	go func() { r.ends <- end{m, m.check(ctx, r.confirm, t)} }()
}

// marks are the amounts of work of the first engine after which something may be done.
func (e *Engine) marks(t engine.Task) []int64 {
	marks := []int64{min(e.cfg.Start, e.cfg.HeadStart), e.cfg.HeadStart}
	for _, eng := range e.engines {
		if asks, ok := eng.(Eager); ok {
			if n := asks.Eager(t); n > 0 {
				marks = append(marks, n/2, n)
			}
		}
	}
	slices.Sort(marks)
	return marks
}

// startEager starts the engines that are eager about the task when the first has done half of what it may.
func (r *run) startEager() {
	for _, m := range r.members {
		if m.state == waiting && m.eager > 0 && !r.full && r.members[0].meter.over(m.eager/2) {
			r.start(m)
		}
	}
}

// startAll starts all engines that wait.
func (r *run) startAll() {
	for _, m := range r.members {
		if m.state == waiting {
			r.start(m)
		}
	}
}

// event hands on an event. After the end nobody listens.
func (r *run) event(e engine.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over {
		r.task.Emit(e)
	}
}

// note notes the end of a member.
func (r *run) note(e end) {
	e.m.cancel(nil)
	e.m.state, e.m.answer = ended, e.a
}

// drain notes the ends that are there already.
func (r *run) drain() {
	for {
		select {
		case e := <-r.ends:
			r.note(e)
		default:
			return
		}
	}
}

// going reports whether an engine may still answer.
func (r *run) going() bool {
	for _, m := range r.members {
		if m.going() {
			return true
		}
	}
	return false
}

// winner is the member whose answer is given, nil if there is none yet: the first one with a definite answer,
// but those after the first member only when that has ended or has had its head start, which is shorter
// against an eager one.
func (r *run) winner() *member {
	for i, m := range r.members {
		if m.definite() {
			return m
		}
		if i == 0 && m.going() && !r.early && !m.meter.over(r.cfg.HeadStart) {
			return r.eager()
		}
	}
	return nil
}

// eager is the member whose answer is given although the first still has its head start.
func (r *run) eager() *member {
	for _, m := range r.members[1:] {
		if m.eager > 0 && r.members[0].meter.over(m.eager) && m.definite() {
			return m
		}
	}
	return nil
}

// hold notes that an answer is held back.
func (r *run) hold() {
	if r.held == nil && r.cfg.Held > 0 && slices.ContainsFunc(r.members, (*member).definite) {
		r.held = time.After(r.cfg.Held)
	}
}

// settle stops later members that have done their share, when the first has ended with a reason in the
// program.
func (r *run) settle() {
	first := r.members[0]
	if r.cfg.Grace <= 0 || first.state != ended || first.answer.err != nil ||
		!first.answer.res.Reason.InProgram() {
		return
	}
	for _, m := range r.members[1:] {
		if m.state == running && m.meter.over(r.cfg.Grace) {
			r.stop(errGrace, m)
		}
	}
}

// stop stops a member (nil: all of them), for a reason, and waits for it; what does not end in time is left
// behind.
func (r *run) stop(why error, only *member) {
	for _, m := range r.members {
		switch {
		case only != nil && m != only:
		case m.state == running:
			m.cancel(why)
			m.state = stopped
		case m.state == waiting:
			m.state = skipped
		}
	}
	timer := time.NewTimer(r.cfg.Patience)
	defer timer.Stop()
	for r.stopping() {
		select {
		case e := <-r.ends:
			r.note(e)
		case <-timer.C:
			return
		}
	}
}

// stopping reports whether a member was stopped and has not ended.
func (r *run) stopping() bool {
	for _, m := range r.members {
		if m.state == stopped {
			return true
		}
	}
	return false
}

// relieve makes room: an answer that was held back is given, or the last engine is stopped, if others go on.
func (r *run) relieve() {
	r.drain()
	r.early = true
	if r.winner() != nil {
		return
	}
	r.early, r.full = false, true
	var list []*member
	for _, m := range r.members {
		if m.state == running {
			list = append(list, m)
		}
	}
	if len(list) == 1 && r.waits() {
		// Better another one than none.
		r.stop(engine.ErrMemory, list[0])
		debug.FreeOSMemory()
		r.full = false
		r.startAll()
		return
	}
	if len(list) < 2 {
		return
	}
	r.stop(engine.ErrMemory, list[len(list)-1])
	debug.FreeOSMemory()
}

// waits reports whether an engine was not started yet.
func (r *run) waits() bool {
	return slices.ContainsFunc(r.members, func(m *member) bool { return m.state == waiting })
}

// close ends everything that still runs.
func (r *run) close() {
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	r.cancel(errBeaten)
}
