package pbmc

import (
	"context"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/steps"
	"whittle.dev/internal/engine/translated"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// search asks the questions of one run.
type search struct {
	cfg     Config
	t       engine.Task
	tr      *fromcfa.Translation
	sys     *ts.System
	c       *counters
	longest int // steps of the longest path, -1: not known
	// e is the formula, with its solver; nil: the next question makes one.
	e       *steps.Encoder
	limited *native.Solver
	// refuted is a depth up to which no goal but those of invalid accesses is reached.
	refuted int
	// projected is set when the search of all paths has been given up.
	projected bool
	// has says which kinds of goals there are.
	has map[ts.GoalKind]bool
}

// deepen decides the depths 1, 2, 4, ... or the one that is asked for.
func (e *Engine) deepen(ctx context.Context, t engine.Task, c *counters,
	tr *fromcfa.Translation) (engine.Result, error) {
	x := &search{cfg: e.cfg, t: t, tr: tr, c: c, sys: tr.System, longest: tr.System.Longest(),
		projected: !e.cfg.Adaptive, has: map[ts.GoalKind]bool{}}
	for _, g := range x.sys.Goals {
		x.has[g.Kind] = true
	}
	var facts []string
	for depth := max(e.cfg.Depth, 1); ; depth *= 2 {
		if e.cfg.Depth == 0 && x.longest >= 0 && depth > x.longest {
			depth = x.longest
		}
		res, done, err := x.round(ctx, depth)
		if res.Facts == nil {
			res.Facts = facts
		}
		if err != nil || done {
			return res, err
		}
		x.refuted = depth
		facts = []string{fmt.Sprintf("no violation up to depth %d", depth)}
		t.Emit(engine.Event{Stage: "deepen", Bound: depth, Fact: facts[0]})
		if e.cfg.Depth > 0 {
			res := engine.Unknown("the depth %d was reached", depth)
			res.Facts = facts
			return res, nil
		}
	}
}

// round decides one depth. done is false when longer paths may tell more.
func (x *search) round(ctx context.Context, depth int) (res engine.Result, done bool, err error) {
	if x.has[ts.Violation] || x.has[ts.Unsupported] {
		if err := x.encode(ctx, depth); err != nil {
			return res, false, err
		}
	}
	r, err := x.ask(ctx, ts.Violation, x.refuted)
	if err != nil || r.Status == smt.Unknown {
		return gaveUp(r), true, err
	}
	if r.Status == smt.Sat {
		res, err := x.reached()
		res.Why += fmt.Sprintf(" of at most %d", depth)
		return res, true, err
	}
	if r, err = x.ask(ctx, ts.Unsupported, x.refuted); err != nil || r.Status == smt.Unknown {
		return gaveUp(r), true, err
	}
	if r.Status == smt.Sat {
		res, err := x.reached()
		return res, true, err
	}
	complete := x.longest >= 0 && x.longest <= depth
	if !complete && x.cfg.Depth == 0 {
		// There may be no longer path all the same.
		if err := x.encode(ctx, depth+1); err != nil {
			return res, false, err
		}
		start := time.Now()
		r := x.e.Deeper(ctx)
		x.c.solve += time.Since(start)
		if r.Status == smt.Unknown {
			return gaveUp(r), true, ctx.Err()
		}
		complete = r.Status == smt.Unsat
	}
	if !complete {
		return res, false, nil
	}
	if x.e == nil || x.e.Depth() < depth {
		if err := x.encode(ctx, depth); err != nil {
			return res, false, err
		}
	}
	if r, err = x.ask(ctx, ts.Invalid, 0); err != nil || r.Status == smt.Unknown {
		return gaveUp(r), true, err
	}
	if r.Status == smt.Sat {
		res, err := x.reached()
		return res, true, err
	}
	return engine.Holds(engine.ByBounds, "no path has more than %d steps", depth), true, nil
}

// encode makes the formula of a depth: with the switch Incremental of the one that there is.
func (x *search) encode(ctx context.Context, depth int) error {
	c := x.c
	start := time.Now()
	x.t.Emit(engine.Event{Stage: "encode", Bound: depth})
	before := x.sys.Terms.NumTerms()
	if x.e == nil || !x.cfg.Incremental {
		x.limited = native.New(x.sys.Terms, native.Config{})
		var solver smt.Solver = x.limited
		if x.cfg.Wrap != nil {
			solver = x.cfg.Wrap(x.sys.Terms, solver)
		}
		x.e = steps.New(x.sys, solver, x.cfg.Options)
		c.solver, c.terms = solver, 0
	}
	err := x.e.Deepen(ctx, depth)
	c.encode += time.Since(start)
	c.depth, c.terms = depth, c.terms+x.sys.Terms.NumTerms()-before
	return err
}

// adaptiveConflicts is how long all paths are searched before only projections are.
const adaptiveConflicts = 10_000

// ask asks for a goal of a kind. With the switch Adaptive all paths are searched first. What is learnt on the
// way, and the formula, serves the search of projections, which is what the second question adds.
func (x *search) ask(ctx context.Context, kind ts.GoalKind, above int) (smt.Result, error) {
	if !x.has[kind] {
		return smt.Result{Status: smt.Unsat}, nil
	}
	q := steps.Question{Kind: kind, Projection: x.cfg.Projection && x.projected}
	if x.cfg.Incremental {
		q.Above = above
	}
	if !x.cfg.Projection || x.projected {
		return x.put(ctx, q)
	}
	x.limited.LimitConflicts(adaptiveConflicts)
	r, err := x.put(ctx, q)
	x.limited.LimitConflicts(0)
	if err != nil || r.Status != smt.Unknown || r.Reason != smt.ReasonTimeout {
		return r, err
	}
	x.projected, q.Projection = true, true
	return x.put(ctx, q)
}

func (x *search) put(ctx context.Context, q steps.Question) (smt.Result, error) {
	c, depth := x.c, x.e.Depth()
	if n, ok := c.solver.(interface{ Note(string) }); ok {
		n.Note(fmt.Sprintf("%s, depth %d", q.Kind, depth))
	}
	start := time.Now()
	before := x.sys.Terms.NumTerms()
	x.e.Prepare(q)
	c.terms += x.sys.Terms.NumTerms() - before
	c.encode += time.Since(start)
	x.t.Emit(engine.Event{Stage: "solve", Bound: depth, Detail: q.Kind.String()})
	start = time.Now()
	r := x.e.Ask(ctx, q)
	c.solve += time.Since(start)
	if r.Status == smt.Unknown && ctx.Err() != nil {
		return r, ctx.Err()
	}
	return r, nil
}

func gaveUp(r smt.Result) engine.Result { return engine.Unknown("the solver gave up: %s", r.Reason) }

// reached is the result of the path that the solver found.
func (x *search) reached() (engine.Result, error) {
	path, err := x.e.Path()
	if err != nil {
		return engine.Result{}, err
	}
	return translated.Reached(x.t, x.tr, path)
}
