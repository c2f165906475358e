package portfolio

import (
	"context"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// Config says when which engine may run. With the zero Config all start at once, the first definite answer is
// given at once, without waiting for the others.
type Config struct {
	// Start is how much the first engine does, in the units of engine.Task.Work, before the others start, if
	// it does not end before; it is at most HeadStart.
	Start int64
	// Latest is the time after which the others start in any case.
	Latest time.Duration
	// HeadStart is how much the first engine may do before the answer of another one counts.
	HeadStart int64
	// Held is how long an answer of another one is held back at most: what the first engine tells of its work
	// may fall behind what it does. 0: no limit.
	Held time.Duration
	// Grace is how much each later engine may do altogether when the first has ended with a reason in the
	// program (engine.Reason.InProgram); 0: no limit.
	Grace int64
	// Patience is how long engines that were stopped are waited for.
	Patience time.Duration
	// Fatal tells of an error of an engine that it is the error of the run, even if another engine has an
	// answer. nil: none is.
	Fatal func(error) bool
}

// Member is an engine with what it may do beside others. Any other engine may do all of it.
type Member struct {
	engine.Engine
	// Eager is how much the first engine may do before the answer of this one counts, less than
	// Config.HeadStart: it decides tasks of the kind which the first seldom does. It is started when the
	// first has done half of that. 0: Config.HeadStart, and Config.Start.
	Eager int64
	// Share is how much this one may do; 0: no limit. With more it takes no part, even if it was about to
	// answer.
	Share int64
	// Reasons says which of its reasons for not knowing count.
	Reasons Reasons
}

// Reasons are those of a member that are told where the verdict is unknown.
type Reasons uint8

// All reasons, those that lie in limits rather than in the program, or none.
const (
	AllReasons Reasons = iota
	LimitReasons
	NoReasons
)

// Engine runs engines side by side.
type Engine struct {
	cfg     Config
	engines []engine.Engine
}

// New returns an engine that asks others, the preferred one first. There must be at least one.
func New(cfg Config, engines ...engine.Engine) *Engine { return &Engine{cfg, engines} }

// Name is "auto".
func (*Engine) Name() string { return "auto" }

// Check runs the engines until one has a definite answer or all have ended.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	r := newRun(ctx, t, e)
	defer r.close()
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
		for _, m := range r.due() {
			ctx, t := r.prepare(m)
			go m.check(ctx, r.confirm, t, r.cfg.fatal, r.ends)
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
			r.all = r.all || !r.full
		case <-r.marks: // look again
		case <-r.held:
			r.early = true
		case <-r.task.Scarce:
			r.relieve()
		case <-r.ctx.Done():
			r.leave()
		}
	}
}
