package portfolio

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"whittle.dev/internal/engine"
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
	all        bool             // all engines are to run
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
	for _, eng := range e.engines {
		own, ok := eng.(Member)
		if !ok {
			own.Engine = eng
		}
		passed := func() { r.marks <- struct{}{} }
		r.members = append(r.members, &member{Member: own,
			meter: &meter{marks: []int64{e.cfg.Grace}, passed: passed}})
	}
	r.members[0].meter.marks = r.firstMarks()
	return r
}

// prepare makes a member one that runs, and its task.
func (r *run) prepare(m *member) (ctx context.Context, t engine.Task) {
	ctx, m.cancel = context.WithCancelCause(r.ctx)
	m.state = running
	t = r.task
	t.Work = func(units int64) {
		m.meter.add(units)
		r.task.Did(units)
	}
	t.Scarce = nil
	t.Events = func(e engine.Event) {
		e.Engine = m.Name()
		r.event(e)
	}
	return ctx, t
}

// firstMarks are the amounts of work of the first engine after which something may be done.
func (r *run) firstMarks() []int64 {
	marks := []int64{min(r.cfg.Start, r.cfg.HeadStart), r.cfg.HeadStart}
	for _, m := range r.members {
		if m.Eager > 0 {
			marks = append(marks, m.Eager/2, m.Eager)
		}
	}
	slices.Sort(marks)
	return marks
}

// due are the members that are to start: the first; those that are eager, when it has done half of what it
// may against them; and all when it has ended or done Config.Start, or Config.Latest is over.
func (r *run) due() (list []*member) {
	first := r.members[0]
	r.all = r.all || first.state == ended ||
		!r.full && first.meter.over(min(r.cfg.Start, r.cfg.HeadStart))
	for _, m := range r.members {
		eager := m.Eager > 0 && !r.full && first.meter.over(m.Eager/2)
		if m.state == waiting && (m == first || r.all || eager) {
			list = append(list, m)
		}
	}
	return list
}

// event hands on an event. After the end it does nothing.
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
		if m.Eager > 0 && r.members[0].meter.over(m.Eager) && m.definite() {
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

// leave stops all members when the context has ended, and leaves behind those that go on all the same.
func (r *run) leave() {
	r.early = true
	r.stop(context.Cause(r.ctx), nil)
	for _, m := range r.members {
		if m.state == stopped {
			m.state = skipped
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
		r.full, r.all = false, true
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
