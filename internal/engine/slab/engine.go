package slab

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

// Engine proves by slicing abstractions.
type Engine struct {
	cfg Config
	// show, if not nil, gets the abstraction after each step; see Watch.
	show func(Picture)
}

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "slab".
func (*Engine) Name() string { return "slab" }

// Check decides whether a goal of a system can be reached, or a violation of a property of a program.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	var res engine.Result
	var err error
	switch {
	case t.System != nil:
		res, err = e.system(ctx, t)
	case t.Property != property.UnreachCall && t.Property != property.NoOverflow:
		return engine.Unknown("the engine slab does not check the property %s",
			t.Property).Because(engine.OtherTask), nil
	default:
		if res, err = e.program(ctx, t); err == nil {
			res, err = t.WithFixedIDs(ctx, res)
		}
	}
	var why *gaveUpError
	switch {
	case err != nil && ctx.Err() != nil:
		stats, facts := res.Stats, res.Facts
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
		res.Stats, res.Facts = stats, facts
	case errors.As(err, &why) || errors.Is(err, errNoPredicate):
		stats, facts := res.Stats, res.Facts
		res, err = engine.Unknown("%v", err), nil
		res.Stats, res.Facts = stats, facts
	}
	return res, err
}

// system decides a task about a transition system.
func (e *Engine) system(ctx context.Context, t engine.Task) (engine.Result, error) {
	sys := t.System.Fork()
	p := newProver(sys, t.Goals(), e.cfg, t.Emit)
	p.show = e.show
	v, err := p.prove(ctx)
	if err != nil {
		return p.open(), err
	}
	var res engine.Result
	if v.path != nil {
		res = engine.Reached(t.Property, v.path)
		res.Why = fmt.Sprintf("found with %d steps", len(v.path.Steps))
	} else {
		res = v.holds(sys)
	}
	res.Stats = p.stats()
	return res, nil
}

// holds is the result for goals that are not reached, with the certificate that all disjuncts together have.
func (v *verdict) holds(sys *transition.System) engine.Result {
	res := engine.Holds(engine.ByInvariant, "no abstract path leads from an initial to a bad state")
	if v.noInvariant == nil {
		res.Invariant = &engine.Invariant{Terms: sys.Terms, Cond: sys.Terms.And(v.invariants...)}
	}
	return res
}

// open is what a prover that was stopped has shown.
func (p *prover) open() engine.Result {
	res := engine.Result{Stats: p.stats()}
	if p.proved > 0 {
		res.Facts = []string{fmt.Sprintf("%d of %d disjuncts of the error condition are not reached first",
			p.proved, len(p.targets))}
	}
	return res
}

// program decides a task about a program, of which it makes a system.
func (e *Engine) program(ctx context.Context, t engine.Task) (engine.Result, error) {
	start := time.Now()
	t.Emit(engine.Event{Stage: "translate"})
	tr, err := fromcfa.Translate(ctx, t.Program, fromcfa.Options{})
	var no *fromcfa.UnsupportedError
	switch {
	case errors.As(err, &no):
		res := engine.Unknown("%v", no).Because(engine.NotSupported)
		res.Pos = no.Pos
		return res, nil
	case err != nil:
		return engine.Result{}, err
	}
	translate := time.Since(start)
	res, err := e.goals(ctx, t, tr)
	if err == nil && res.Verdict == property.Holds() {
		for _, a := range tr.Assumed {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
		}
	}
	res.Stats = append(res.Stats, engine.Count("processes", len(tr.System.Processes)),
		engine.Count("instructions", len(tr.System.Instructions)),
		engine.Count("variables", len(tr.System.Vars)), engine.Seconds("translate time", translate))
	return res, err
}

// goals decides whether a violation is reached, and then whether something that leaves the verdict open is.
func (e *Engine) goals(ctx context.Context, t engine.Task, tr *fromcfa.Translation) (engine.Result, error) {
	if len(tr.System.Goals) == 0 {
		return engine.Holds(engine.ByIntervals, "no violation can be reached, by the ranges of values"), nil
	}
	sys := transition.FromProcesses(tr.System)
	var last engine.Result
	var all verdict // what excludes the goals so far
	for _, kind := range []ts.GoalKind{ts.Violation, ts.Unsupported, ts.Invalid} {
		var goals []int
		for i := range tr.System.Goals {
			if tr.System.Goals[i].Kind == kind {
				goals = append(goals, i)
			}
		}
		if len(goals) == 0 {
			continue
		}
		p := newProver(sys, goals, e.cfg, t.Emit)
		v, err := p.prove(ctx)
		last = p.open()
		if err != nil {
			return last, err
		}
		if v.path != nil {
			res, err := reached(t, tr, sys, v.path)
			res.Stats = last.Stats
			return res, err
		}
		all.invariants = append(all.invariants, v.invariants...)
		all.noInvariant = errors.Join(all.noInvariant, v.noInvariant)
	}
	res := all.holds(sys)
	if res.Invariant != nil {
		res.Invariant.Program = sys
	}
	res.Stats = last.Stats
	return res, nil
}

// reached is the result for a path to a goal of a program.
func reached(t engine.Task, tr *fromcfa.Translation, sys *transition.System, path *transition.Path) (
	engine.Result, error) {
	g := &tr.System.Goals[path.Goal]
	switch g.Kind {
	case ts.Unsupported:
		return engine.Unsupported(g.Pos, g.What), nil
	case ts.Invalid:
		return engine.UndefinedBehaviour(g.Pos, g.What), nil
	}
	found, err := sys.PathOf(tr.System, path)
	if err != nil {
		return engine.Result{}, err
	}
	tra, err := tr.Trace(found, t.Property)
	if err != nil {
		return engine.Result{}, err
	}
	res := engine.Violated(t.Property, tra)
	res.Why = fmt.Sprintf("found with %d steps", len(found.Steps))
	return res, nil
}
