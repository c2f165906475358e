package bmc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/steps"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// StepsConfig is what users can set of the encoding "steps".
type StepsConfig struct {
	// Depth is the length of the longest paths; 0: 1, 2, 4, ... until an answer is found.
	Depth int
	// NoProjection searches all paths, not projections only.
	NoProjection bool
	// Without names the improvements that are switched off; see StepImprovements. "all" is all of them:
	// the encoding as published.
	Without []string
	// Wrap puts something around each solver, see Config.
	Wrap func(st *term.Store, s Solver) Solver
}

// stepSwitches are the options of the encoding and of the translation before it.
type stepSwitches struct {
	steps.Options
	Ranges bool
}

// improvement is a switch with its name.
type improvement struct {
	name string
	of   func(*stepSwitches) *bool
}

// improvements are the switches of the encoding.
var improvements = []improvement{
	{"ranges", func(o *stepSwitches) *bool { return &o.Ranges }},
	{"narrow", func(o *stepSwitches) *bool { return &o.Narrow }},
	{"grouped", func(o *stepSwitches) *bool { return &o.Grouped }},
	{"shared-deps", func(o *stepSwitches) *bool { return &o.SharedDeps }},
	{"sequential", func(o *stepSwitches) *bool { return &o.Sequential }},
	{"elements", func(o *stepSwitches) *bool { return &o.Elements }},
	{"mpor", func(o *stepSwitches) *bool { return &o.MPOR }},
	{"per-goal", func(o *stepSwitches) *bool { return &o.PerGoal }},
}

// StepImprovements returns the names of the improvements of the encoding "steps".
func StepImprovements() []string {
	var names []string
	for _, x := range improvements {
		names = append(names, x.name)
	}
	return names
}

// Steps is the bounded model checker with the encoding "steps" (package steps): paths of a
// transition system, step by step.
type Steps struct {
	cfg StepsConfig
	opt stepSwitches
}

// NewSteps returns an engine. The error names an improvement that does not exist.
func NewSteps(cfg StepsConfig) (*Steps, error) {
	s := &Steps{cfg: cfg, opt: stepSwitches{steps.Improved(0, !cfg.NoProjection), true}}
	for _, name := range cfg.Without {
		if name == "all" {
			s.opt = stepSwitches{Options: steps.Options{Projection: s.opt.Projection}}
			continue
		}
		i := slices.IndexFunc(improvements, func(x improvement) bool { return x.name == name })
		if i < 0 {
			return nil, fmt.Errorf("the encoding steps has no improvement %q (all, %s)", name, strings.Join(StepImprovements(), ", "))
		}
		*improvements[i].of(&s.opt) = false
	}
	return s, nil
}

// Name is "bmc".
func (*Steps) Name() string { return "bmc" }

// stepCounters are the statistics of a run; sizes are those of the last depth.
type stepCounters struct {
	sys                      *ts.System
	depth, terms             int
	translate, encode, solve time.Duration
	solver                   smt.Solver
}

func (c *stepCounters) list() []engine.Stat {
	out := []engine.Stat{engine.Count("depth", c.depth)}
	if c.sys != nil {
		out = append(out, engine.Count("processes", len(c.sys.Processes)), engine.Count("instructions", len(c.sys.Instructions)),
			engine.Count("variables", len(c.sys.Vars)))
	}
	out = append(out, engine.Count("terms", c.terms), engine.Seconds("translate time", c.translate),
		engine.Seconds("encode time", c.encode), engine.Seconds("solve time", c.solve))
	if st, ok := c.solver.(smt.Statser); ok {
		for _, s := range st.Stats() {
			out = append(out, engine.Count(s.Name, s.Value))
		}
	}
	return out
}

// Check decides whether a path of at most Depth steps violates the property. Without a
// violation the verdict is true only if no path is longer.
func (s *Steps) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Property != property.UnreachCall && t.Property != property.NoOverflow {
		return engine.Unknown("the encoding steps does not check the property %s", t.Property), nil
	}
	var c stepCounters
	res, err := s.check(ctx, t, &c)
	if err != nil && ctx.Err() != nil {
		facts := res.Facts
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
		res.Facts = facts
	}
	res.Stats = c.list()
	return res, err
}

func (s *Steps) check(ctx context.Context, t engine.Task, c *stepCounters) (engine.Result, error) {
	start := time.Now()
	t.Emit(engine.Event{Stage: "translate"})
	wide := 0
	if !s.opt.Narrow {
		wide = 32
	}
	sys, err := ts.Translate(ctx, t.Program, ts.Options{WidePC: wide, KeepWidths: !s.opt.Ranges})
	c.translate = time.Since(start)
	var no *ts.UnsupportedError
	switch {
	case errors.As(err, &no):
		res := engine.Unknown("%v", no)
		res.Pos = no.Pos
		return res, nil
	case err != nil:
		return engine.Result{}, err
	}
	c.sys = sys
	if len(sys.Goals) == 0 {
		res := engine.Holds("no violation can be reached, by the ranges of values")
		for _, a := range sys.Assumed {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
		}
		return res, nil
	}
	longest := sys.Longest()
	var facts []string
	for depth := max(s.cfg.Depth, 1); ; depth *= 2 {
		if s.cfg.Depth == 0 && longest >= 0 && depth > longest {
			depth = longest
		}
		res, done, err := s.round(ctx, t, c, depth, longest)
		if res.Facts == nil {
			res.Facts = facts
		}
		if err != nil || done {
			return res, err
		}
		facts = []string{fmt.Sprintf("no violation up to depth %d", depth)}
		t.Emit(engine.Event{Stage: "deepen", Bound: depth, Fact: facts[0]})
		if s.cfg.Depth > 0 {
			res := engine.Unknown("the depth %d was reached", depth)
			res.Facts = facts
			return res, nil
		}
	}
}

// round decides one depth. done is false when longer paths may tell more.
func (s *Steps) round(ctx context.Context, t engine.Task, c *stepCounters, depth, longest int) (res engine.Result, done bool, err error) {
	sys := c.sys
	opt := s.opt.Options
	opt.Depth = depth
	e, err := s.encode(ctx, t, c, opt)
	if err != nil {
		return res, false, err
	}
	r, err := s.ask(ctx, t, c, e, ts.Violation, depth)
	if err != nil || r.Status == smt.Unknown {
		return gaveUp(r), true, err
	}
	if r.Status == smt.Sat {
		path, err := e.Path()
		if err != nil {
			return res, false, err
		}
		tr, err := sys.Trace(path, string(t.Property))
		if err != nil {
			return res, false, err
		}
		res = engine.Violated(t.Property, tr)
		res.Why = fmt.Sprintf("found with %d steps of at most %d", len(path.Steps), depth)
		return res, true, nil
	}
	if r, err = s.ask(ctx, t, c, e, ts.Unsupported, depth); err != nil || r.Status == smt.Unknown {
		return gaveUp(r), true, err
	}
	if r.Status == smt.Sat {
		return reached(e, "not supported: %s")
	}
	complete := longest >= 0 && longest <= depth
	if !complete && s.cfg.Depth == 0 {
		exact := s.opt.Options
		exact.Depth, exact.Exact, exact.Projection = depth+1, true, false
		d, err := s.encode(ctx, t, c, exact)
		if err != nil {
			return res, false, err
		}
		start := time.Now()
		r := d.Deeper(ctx)
		c.solve += time.Since(start)
		if r.Status == smt.Unknown {
			return gaveUp(r), true, ctx.Err()
		}
		complete = r.Status == smt.Unsat
	}
	if !complete {
		return res, false, nil
	}
	if r, err = s.ask(ctx, t, c, e, ts.Invalid, depth); err != nil || r.Status == smt.Unknown {
		return gaveUp(r), true, err
	}
	if r.Status == smt.Sat {
		return reached(e, "undefined behaviour can occur: %s")
	}
	res = engine.Holds("no path has more than %d steps", depth)
	for _, a := range sys.Assumed {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
	}
	return res, true, nil
}

func (s *Steps) encode(ctx context.Context, t engine.Task, c *stepCounters, opt steps.Options) (*steps.Encoder, error) {
	start := time.Now()
	t.Emit(engine.Event{Stage: "encode", Bound: opt.Depth})
	before := c.sys.Terms.NumTerms()
	var solver Solver = native.New(c.sys.Terms, native.Config{})
	if s.cfg.Wrap != nil {
		solver = s.cfg.Wrap(c.sys.Terms, solver)
	}
	e, err := steps.New(ctx, c.sys, solver, opt)
	c.encode += time.Since(start)
	c.depth, c.terms, c.solver = opt.Depth, c.sys.Terms.NumTerms()-before, solver
	return e, err
}

func (s *Steps) ask(ctx context.Context, t engine.Task, c *stepCounters, e *steps.Encoder, kind ts.GoalKind, depth int) (smt.Result, error) {
	if n, ok := c.solver.(interface{ Note(string) }); ok {
		n.Note(fmt.Sprintf("%s, depth %d", kind, depth))
	}
	start := time.Now()
	before := c.sys.Terms.NumTerms()
	e.Prepare(kind)
	c.terms += c.sys.Terms.NumTerms() - before
	c.encode += time.Since(start)
	t.Emit(engine.Event{Stage: "solve", Bound: depth, Detail: kind.String()})
	start = time.Now()
	r := e.Ask(ctx, kind)
	c.solve += time.Since(start)
	if r.Status == smt.Unknown && ctx.Err() != nil {
		return r, ctx.Err()
	}
	return r, nil
}

func gaveUp(r smt.Result) engine.Result { return engine.Unknown("the solver gave up: %s", r.Reason) }

func reached(e *steps.Encoder, format string) (engine.Result, bool, error) {
	path, err := e.Path()
	if err != nil {
		return engine.Result{}, false, err
	}
	res := engine.Unknown(format, path.Goal.What)
	res.Pos = path.Goal.Pos
	return res, true, nil
}
