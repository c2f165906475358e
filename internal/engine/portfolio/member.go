package portfolio

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// state is that of a member of a run.
type state uint8

const (
	waiting state = iota // not started yet
	running
	stopped // it was told to end
	ended
	skipped // it will not start any more
)

// member is an engine in a run. All but meter and answer belong to the goroutine of the run.
type member struct {
	Member
	state  state
	meter  *meter
	cancel context.CancelCauseFunc
	answer answer // when it has ended
}

// answer is how an engine ended.
type answer struct {
	res     engine.Result
	err     error
	failure *engine.Failure // a defect of the engine
	kept    bool            // the context lived when it ended
}

// errBeaten ends engines when another one has answered, errGrace and errShare when they had their share.
var (
	errBeaten = errors.New("another engine has answered")
	errGrace  = errors.New("stopped after its share of the work")
	errShare  = errors.New("stopped after its share of the work")
)

// definite reports whether a member has an answer that can be relied on.
func (m *member) definite() bool {
	return m.state == ended && m.answer.failure == nil && m.answer.err == nil &&
		m.answer.res.Verdict.Kind != property.Unknown
}

// going reports whether a member may still answer.
func (m *member) going() bool { return m.state == waiting || m.state == running }

// check asks an engine and has its answer confirmed, a violation in a context of its own. It never panics.
// What is fatal stays the error of the run, also if the engine had spent its share.
func (m *member) check(ctx, confirm context.Context, t engine.Task, fatal func(error) bool, ends chan<- end) {
	var a answer
	defer func() {
		if p := recover(); p != nil {
			stack := make([]byte, 1<<16)
			stack = stack[:runtime.Stack(stack, false)]
			a.err = fmt.Errorf("panic: %v", p)
			a.failure = &engine.Failure{Engine: m.Name(), Err: a.err, Stack: string(stack)}
		}
		ends <- end{m, a}
	}()
	shared, spend := context.WithCancelCause(ctx)
	defer spend(nil)
	work := t.Work
	t.Work = func(units int64) {
		if work(units); m.Share > 0 && m.meter.over(m.Share+1) {
			spend(errShare)
		}
	}
	a.res, a.err = m.Engine.Check(shared, t)
	a.kept = ctx.Err() == nil
	if !fatal(a.err) {
		m.leaveOut(&a, errors.Is(context.Cause(shared), errShare))
	}
	if a.err == nil && a.res.Verdict.Kind != property.Unknown && t.Confirm != nil {
		found := a.res.Trace
		if a.res.Verdict.Kind == property.False {
			ctx = confirm
		}
		a.res, a.err = t.Confirm(ctx, a.res)
		if a.kept = ctx.Err() == nil; a.err != nil && a.kept {
			a.failure = &engine.Failure{Engine: m.Name(), Err: a.err, Trace: found}
		}
	}
	switch {
	case a.err == nil || a.failure != nil:
	case a.kept:
		a.failure = &engine.Failure{Engine: m.Name(), Err: a.err}
	default:
		// That its context ended may look like a defect.
		res := engine.Unknown("%s", engine.StopReason(ctx))
		res.Facts, res.Stats, res.Evidence = a.res.Facts, a.res.Stats, a.res.Evidence
		a.res = res
	}
}

// leaveOut drops an answer without a verdict whose reason does not count; spent: the share is used up.
func (m *member) leaveOut(a *answer, spent bool) {
	out := spent || m.Reasons == NoReasons ||
		m.Reasons == LimitReasons && (a.res.Reason.InProgram() || a.res.Reason == engine.OtherTask)
	if out && (a.err == nil || spent) && (a.err != nil || a.res.Verdict.Kind == property.Unknown) {
		a.res, a.err = engine.Result{Reason: engine.OtherTask}, nil
	}
}
