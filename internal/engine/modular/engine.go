package modular

import (
	"context"
	"errors"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Engine proves programs with any number of threads.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "modular".
func (*Engine) Name() string { return "modular" }

// Check proves that a program has no violation, or says what is open.
func (e *Engine) Check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	if t.System != nil {
		return engine.NoSystems(e.Name()), nil
	}
	if !t.Property.OfAccesses() && t.Property != property.NoDataRace {
		return engine.Unknown("the engine modular does not check the property %s",
			t.Property).Because(engine.OtherTask), nil
	}
	s := &search{cfg: e.cfg, ctx: ctx, task: t}
	res, err = s.guarded()
	var no *model.UnsupportedError
	var full *term.Exhausted
	switch {
	case err != nil && ctx.Err() != nil:
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
	case errors.As(err, &no):
		res, err = engine.Unfollowed(no.Pos, no.What), nil
	case errors.As(err, &full):
		res, err = engine.Unknown("%s: %v", engine.ErrMemory, full), nil
	}
	res.Stats = s.stats()
	return res, err
}

// guarded is run, with the exhaustion of memory as an error.
func (s *search) guarded() (res engine.Result, err error) {
	defer term.Recover(&err)
	return s.run()
}
