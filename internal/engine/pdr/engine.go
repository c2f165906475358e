package pdr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
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
	switch {
	case t.System != nil:
		res, err = e.system(ctx, t, &c)
	case t.Property != property.UnreachCall && t.Property != property.NoOverflow:
		return engine.Unknown("the engine pdr does not check the property %s",
			t.Property).Because(engine.OtherTask), nil
	default:
		if res, err = e.program(ctx, t, &c); err == nil {
			res, err = t.WithFixedIDs(ctx, res)
		}
	}
	var why *gaveUp
	switch {
	case err != nil && ctx.Err() != nil:
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
	case errors.As(err, &why) || errors.Is(err, errNoPredicates):
		res, err = engine.Unknown("%v", err), nil
	}
	if n := max(c.frames, c.refuted); res.Verdict.Kind == property.Unknown && n > 1 {
		res.Facts = []string{fmt.Sprintf("no violation within %d rounds of loops", n-1)}
	}
	res.Stats = c.list()
	return res, err
}

// system decides a task about a transition system.
func (e *Engine) system(ctx context.Context, t engine.Task, c *counters) (engine.Result, error) {
	sys := t.System.Fork()
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

// program decides a task about a program, of which it makes a system.
func (e *Engine) program(ctx context.Context, t engine.Task, c *counters) (engine.Result, error) {
	start := time.Now()
	t.Emit(engine.Event{Stage: "translate"})
	tr, err := fromcfa.Translate(ctx, t.Program, fromcfa.Options{KeepLocations: true, KeepLoops: true,
		KeepWidths: true})
	c.translate = time.Since(start)
	var no *fromcfa.UnsupportedError
	switch {
	case errors.As(err, &no):
		res := engine.Unknown("%v", no).Because(engine.NotSupported)
		res.Pos = no.Pos
		return res, nil
	case err != nil:
		return engine.Result{}, err
	}
	p := &prover{cfg: e.cfg, sys: transition.FromProcesses(tr.System), count: c, emit: t.Emit, did: t.Did,
		evidence: t.Certify, certify: t.Certify}
	res, err := e.goals(ctx, t, tr, p)
	if err == nil && res.Verdict == property.Holds() {
		for _, a := range tr.Assumed {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
		}
	}
	return res, err
}

// goals decides whether a violation is reached, or else whether something that leaves the verdict open is.
func (e *Engine) goals(ctx context.Context, t engine.Task, tr *fromcfa.Translation, p *prover) (engine.Result,
	error) {
	src := tr.System
	if len(src.Goals) == 0 {
		return engine.Holds(engine.ByIntervals, "no violation can be reached, by the ranges of values"), nil
	}
	a, err := p.decide(ctx, nil)
	if err != nil {
		return engine.Result{}, err
	}
	var open engine.Result
	if a.path != nil && src.Goals[a.path.Goal].Kind != ts.Violation {
		g := &src.Goals[a.path.Goal]
		open = engine.Unsupported(g.Pos, g.What)
		if g.Kind == ts.Invalid {
			open = engine.UndefinedBehaviour(g.Pos, g.What)
		}
		if a, err = p.decide(ctx, violations(src)); err != nil || a.path == nil {
			return open, err
		}
	}
	if a.induced {
		return engine.Holds(engine.ByInvariant, "%s", p.count.byInduction()), nil
	}
	if a.path == nil {
		res := engine.Holds(engine.ByInvariant, "an inductive invariant excludes violations")
		res.Invariant = &engine.Invariant{Program: p.sys, Terms: p.sys.Terms, Cond: a.invariant}
		return res, nil
	}
	path, err := p.sys.PathOf(src, a.path)
	if err != nil {
		return engine.Result{}, err
	}
	found, err := tr.Trace(path, t.Property)
	if err != nil {
		return engine.Result{}, err
	}
	res := engine.Violated(t.Property, found)
	res.Why = fmt.Sprintf("found with %d steps between loops", len(path.Steps))
	return res, nil
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
