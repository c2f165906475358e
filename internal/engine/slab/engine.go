package slab

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/translated"
	"whittle.dev/internal/english"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/internal/ts/transition"
)

// Engine proves by slicing abstractions.
type Engine struct {
	cfg Config
	// show, if not nil, gets the abstraction after each step; see Watch.
	show func(picture.Picture)
}

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

// Name is "slab".
func (*Engine) Name() string { return "slab" }

// Check decides whether a goal of a system can be reached, or a violation of a property of a program.
func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	var res engine.Result
	var err error
	if t.System != nil {
		res, err = e.system(ctx, t)
	} else {
		res, err = translated.Decide(ctx, e.Name(), t, fromcfa.Options{},
			func(tr *fromcfa.Translation) (engine.Result, error) { return e.goals(ctx, t, tr) })
	}
	var why *gaveUpError
	switch {
	case err != nil && ctx.Err() != nil:
		res, err = res.Unfinished(engine.StopReason(ctx)), nil
	case errors.As(err, &why) || errors.Is(err, errNoPredicate):
		res, err = res.Unfinished(err.Error()), nil
	}
	return res, err
}

// system decides a task about a transition system.
func (e *Engine) system(ctx context.Context, t engine.Task) (engine.Result, error) {
	sys := t.System.Fork()
	p := newProver(sys, t.Goals(), e.cfg, t.Emit)
	p.show, p.album = e.show, album(t)
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
	res.Stats, res.Pictures = p.stats(), p.album
	return res, nil
}

// album is for the pictures of a task, if these are wanted.
func album(t engine.Task) *picture.Album {
	if t.Explain {
		return &picture.Album{}
	}
	return nil
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
	res := engine.Result{Stats: p.stats(), Pictures: p.album}
	if fact := p.fact(); fact != "" {
		res.Facts = []string{fact}
	}
	return res
}

// fact is the strongest thing that is known before all disjuncts are decided; empty: there is nothing.
//
// An abstraction has all paths that lead from the last initial state of an execution to the first bad one, of
// which an edge has a step or several. So no execution is shorter than its shortest error path.
func (p *prover) fact() string {
	switch {
	case p.settled != "":
		return p.settled
	case len(p.targets) > 1 && p.proved > 0 && p.free > 0:
		return fmt.Sprintf("%d of %d disjuncts of the error condition are not reached first, and the next "+
			"one not within %s", p.proved, len(p.targets), english.Count(p.free, "step"))
	case len(p.targets) > 1 && p.proved > 0:
		return fmt.Sprintf("%d of %d disjuncts of the error condition are not reached first", p.proved,
			len(p.targets))
	case len(p.targets) > 1 && p.free > 0:
		return fmt.Sprintf("the first of %d disjuncts of the error condition is not reached first within %s",
			len(p.targets), english.Count(p.free, "step"))
	case p.free > 0:
		return fmt.Sprintf("no violation within %s", english.Count(p.free, "step"))
	}
	return ""
}

// shortest notes that the shortest error path of the abstraction for a disjunct has so many edges.
func (p *prover) shortest(t target, edges int) {
	free := edges - 1
	if p.problem.started >= 0 {
		free--
	}
	if !t.plain {
		free--
	}
	if free > p.free {
		p.free = free
		p.emit(engine.Event{Stage: "refine", Detail: t.name, Fact: p.fact()})
	}
}

// goals decides whether a violation is reached, and then whether something that leaves the verdict open is.
func (e *Engine) goals(ctx context.Context, t engine.Task, tr *fromcfa.Translation) (engine.Result, error) {
	sys := transition.FromProcesses(tr.System)
	var last engine.Result
	var all verdict // what excludes the goals so far
	pictures := album(t)
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
		p.album = pictures
		if kind != ts.Violation {
			p.settled = "no violation is reached unless the program first does something unsupported or " +
				"invalid"
		}
		v, err := p.prove(ctx)
		last = p.open()
		if err != nil {
			return last, err
		}
		if v.path != nil {
			path, err := sys.PathOf(tr.System, v.path)
			if err != nil {
				return last, err
			}
			res, err := translated.Reached(t, tr, path)
			res.Stats, res.Pictures = last.Stats, pictures
			return res, err
		}
		all.invariants = append(all.invariants, v.invariants...)
		all.noInvariant = errors.Join(all.noInvariant, v.noInvariant)
	}
	res := all.holds(sys)
	if res.Invariant != nil {
		res.Invariant.Program = sys
	}
	res.Stats, res.Pictures = last.Stats, pictures
	return res, nil
}
