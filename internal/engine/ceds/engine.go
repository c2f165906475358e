package ceds

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Engine is the control-explicit, data-symbolic model checker.
type Engine struct{ set settings }

// New returns an engine. The error names a value of the Config that is not known.
func New(cfg Config) (*Engine, error) {
	set, err := cfg.settings()
	if err != nil {
		return nil, err
	}
	return &Engine{set}, nil
}

// Name is "ceds".
func (*Engine) Name() string { return "ceds" }

// Check explores the states of the program until a violation is found, none is left, or the
// context or a limit ends it.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, err := e.check(ctx, t)
	var full *term.Exhausted
	if errors.As(err, &full) {
		return engine.Unknown("%s: %v", engine.ErrMemory, full), nil
	}
	return res, err
}

func (e *Engine) check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	defer term.Recover(&err)
	if t.System != nil {
		return engine.NoSystems(e.Name()), nil
	}
	if p := t.Property; !p.OfOperations() && p != property.NoDataRace && !p.Covers(property.NoDeadlock) {
		return engine.Unknown("the engine ceds does not check the property %s yet",
			t.Property).Because(engine.OtherTask), nil
	}
	e, ctx, done := e.remembering(ctx, t)
	defer func() {
		if wrong := done(); wrong != nil {
			res, err = engine.Result{}, fmt.Errorf("ceds: %w", wrong)
		}
	}()
	if t.Program, err = e.set.program(ctx, t.Program); err != nil {
		if ctx.Err() != nil {
			return engine.Unknown("%s", engine.StopReason(ctx)), nil
		}
		return engine.Result{}, fmt.Errorf("ceds: %w", err)
	}
	set, cert := e.set.certifiable()
	set.steps.Property, set.steps.Races = t.Property, t.Property.Covers(property.NoDataRace)
	if t.Property == property.NoDataRace && !set.chosen {
		// Threads meet at the same place anywhere, not only in states that come of the last choices.
		set.order = randomOrder
	}
	set.steps.Deadlocks = t.Property.Covers(property.NoDeadlock)
	if set.steps.Deadlocks || t.Program.SeeksLost() {
		cert = nil // a certificate does not speak of deadlocks or of what is lost
	}
	x, err := multistate.NewStepper(ctx, t.Program, set.steps)
	if err != nil {
		if ctx.Err() != nil {
			return engine.Unknown("%s", engine.StopReason(ctx)), nil
		}
		return engine.Result{}, fmt.Errorf("ceds: %w", err)
	}
	s := newSearch(ctx, t, set, x)
	s.cert = cert
	res, err = s.run()
	if err != nil && ctx.Err() != nil {
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
	}
	if err != nil {
		return engine.Result{}, fmt.Errorf("ceds: %w", err)
	}
	if res.Verdict.Kind == property.Unknown && len(res.Facts) == 0 {
		res.Facts = s.facts()
		res.Evidence = s.places()
	}
	res.Stats = s.stats()
	if set.certify != nil && cert == nil && res.Verdict.Kind == property.True {
		res.Certificate = &proof.Certificate{Reason: fmt.Sprintf("a proof of %s has no certificate",
			t.Property)}
	}
	return cert.Finish(ctx, t, res)
}
