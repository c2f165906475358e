package bmc

import (
	"context"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/encoding"
	"whittle.dev/internal/property"
)

// Solver is what the engine needs of a solver.
type Solver = encoding.Solver

// Engine is the bounded model checker.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "bmc".
func (*Engine) Name() string { return "bmc" }

// Check deepens the bounds (1, 2, 4, ...) until a violation is found, no bound
// is reached, or the context or Task.MaxUnwind ends it.
func (b *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.System != nil {
		return engine.NoSystems(b.Name()), nil
	}
	if b.cfg.Lead != nil {
		return b.assist(ctx, t)
	}
	if t.Property == property.NoStarvation {
		return b.starvation(ctx, t)
	}
	if refusal := b.refuses(t.Property); refusal != nil {
		return *refusal, nil
	}
	if t.MemoryModel() != axioms.SC {
		return b.inModel(ctx, t)
	}
	if res, done, err := b.invariant(ctx, t); done || err != nil {
		return res, err
	}
	s, err := newSearch(ctx, b.cfg, t)
	if err != nil {
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}
	if a, done := s.ahead(ctx); done {
		return s.result(ctx, a, nil)
	}
	return s.deepen(ctx)
}

// deepen decides bounds that grow.
func (s *search) deepen(ctx context.Context) (engine.Result, error) {
	for {
		if a, err := s.decide(ctx); err != nil || a.final || !s.bounds.grow() {
			return s.result(ctx, a, err)
		}
	}
}

// refuses returns what to say of a property that the engine cannot check, or nil.
func (b *Engine) refuses(p property.Property) *engine.Result {
	var res engine.Result
	switch {
	case !p.OfOperations() && p != property.NoDataRace:
		res = engine.Unknown("the engine bmc does not check the property %s yet", p)
	default:
		return nil
	}
	res = res.Because(engine.OtherTask)
	return &res
}
