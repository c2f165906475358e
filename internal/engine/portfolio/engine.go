package portfolio

import (
	"context"
	"time"

	"whittle.dev/internal/engine"
)

// Config says when which engine may run. With the zero Config all start at once, the first definite answer is
// given at once, and nobody is waited for.
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

// Eager is what an engine may be that decides tasks of some kind which the first engine seldom does: about
// these it is asked soon.
type Eager interface {
	engine.Engine
	// Eager is how much the first engine may do before the answer of this one to a task counts, less than
	// Config.HeadStart; 0: that is no task of the kind.
	Eager(engine.Task) int64
}

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
	return r.wait()
}
