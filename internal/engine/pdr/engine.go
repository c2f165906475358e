package pdr

import (
	"context"
	"errors"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/translated"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/internal/ts/transition"
)

// Engine proves by property directed reachability.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "pdr".
func (*Engine) Name() string { return "pdr" }

// Check decides whether a goal of a system can be reached, or a violation of a property of a program.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	var c counters
	var res engine.Result
	var err error
	if t.System != nil {
		res, err = e.system(ctx, t, &c)
	} else {
		opt := fromcfa.Options{KeepLocations: true, KeepLoops: true, KeepWidths: true}
		res, err = translated.Decide(ctx, e.Name(), t, opt,
			func(tr *fromcfa.Translation) (engine.Result, error) { return e.goals(ctx, t, tr, &c) })
	}
	var why *gaveUp
	switch {
	case err != nil && ctx.Err() != nil:
		res, err = res.Unfinished(engine.StopReason(ctx)), nil
	case errors.As(err, &why) || errors.Is(err, errNoPredicates):
		res, err = res.Unfinished(err.Error()), nil
	}
	if fact := c.fact(); res.Verdict.Kind == property.Unknown && fact != "" {
		res.Facts = []string{fact}
	}
	res.Stats = append(c.list(), res.Stats...)
	return res, err
}

// system decides a task about a transition system.
func (e *Engine) system(ctx context.Context, t engine.Task, c *counters) (engine.Result, error) {
	sys := t.System.Fork()
	c.steps = true
	p := &prover{cfg: e.cfg, sys: sys, count: c, emit: t.Emit, did: t.Did, evidence: true,
		certify: t.Certify}
	a, err := p.decide(ctx, t.Goals())
	switch {
	case err != nil:
		return engine.Result{}, err
	case a.path != nil:
		return engine.Reached(t.Property, a.path), nil
	}
	if a.induced {
		return engine.Holds(engine.ByInvariant, "%s", c.byInduction()), nil
	}
	res := engine.Holds(engine.ByInvariant, "an inductive invariant excludes what is looked for")
	res.Invariant = &engine.Invariant{Terms: sys.Terms, Cond: a.invariant}
	return res, nil
}

// goals decides whether a violation is reached, or else whether something that leaves the verdict open is.
func (e *Engine) goals(ctx context.Context, t engine.Task, tr *fromcfa.Translation, c *counters) (
	engine.Result, error) {
	src := tr.System
	p := &prover{cfg: e.cfg, sys: transition.FromProcesses(src), count: c, emit: t.Emit, did: t.Did,
		evidence: t.Certify, certify: t.Certify}
	reached := func(path *transition.Path) (engine.Result, error) {
		found, err := p.sys.PathOf(src, path)
		if err != nil {
			return engine.Result{}, err
		}
		return translated.Reached(t, tr, found)
	}
	a, err := p.decide(ctx, nil)
	switch {
	case err != nil:
		return engine.Result{}, err
	case a.induced:
		return engine.Holds(engine.ByInvariant, "%s", c.byInduction()), nil
	case a.path == nil:
		res := engine.Holds(engine.ByInvariant, "an inductive invariant excludes violations")
		res.Invariant = &engine.Invariant{Program: p.sys, Terms: p.sys.Terms, Cond: a.invariant}
		return res, nil
	}
	res, err := reached(a.path)
	if err != nil || res.Verdict.Kind != property.Unknown {
		return res, err
	}
	if a, err = p.decide(ctx, violations(src)); err != nil || a.path == nil {
		return res, err
	}
	return reached(a.path)
}

// violations are the indices of the goals that are violations.
func violations(src *ts.System) []int {
	out := []int{}
	for i := range src.Goals {
		if src.Goals[i].Kind == ts.Violation {
			out = append(out, i)
		}
	}
	return out
}
