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
	// With names improvements that are switched on although they seldom pay: StepImprovements
	// that are off by default, which is "mpor".
	With []string
	// Wrap puts something around each solver, see Config.
	Wrap func(st *term.Store, s Solver) Solver
}

// stepSwitches are the options of the encoding, of the translation before it and of the
// search.
type stepSwitches struct {
	steps.Options
	Ranges, Unfold, MergeGoals, MergeWaits, Slice, Incremental, Adaptive bool
}

// improvement is a switch with its name.
type improvement struct {
	name string
	of   func(*stepSwitches) *bool
}

// improvements are the switches of the encoding.
var improvements = []improvement{
	{"ranges", func(o *stepSwitches) *bool { return &o.Ranges }},
	{"unfold", func(o *stepSwitches) *bool { return &o.Unfold }},
	{"merge-goals", func(o *stepSwitches) *bool { return &o.MergeGoals }},
	{"merge-waits", func(o *stepSwitches) *bool { return &o.MergeWaits }},
	{"slice", func(o *stepSwitches) *bool { return &o.Slice }},
	{"narrow", func(o *stepSwitches) *bool { return &o.Narrow }},
	{"grouped", func(o *stepSwitches) *bool { return &o.Grouped }},
	{"shared-deps", func(o *stepSwitches) *bool { return &o.SharedDeps }},
	{"sequential", func(o *stepSwitches) *bool { return &o.Sequential }},
	{"elements", func(o *stepSwitches) *bool { return &o.Elements }},
	{"mpor", func(o *stepSwitches) *bool { return &o.MPOR }},
	{"per-goal", func(o *stepSwitches) *bool { return &o.PerGoal }},
	{"symmetry", func(o *stepSwitches) *bool { return &o.Symmetry }},
	{"incremental", func(o *stepSwitches) *bool { return &o.Incremental }},
	{"adaptive", func(o *stepSwitches) *bool { return &o.Adaptive }},
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
	s := &Steps{cfg: cfg, opt: stepSwitches{Options: steps.Improved(), Ranges: true, Unfold: true, MergeGoals: true, MergeWaits: true, Slice: true, Incremental: true, Adaptive: true}}
	for _, name := range cfg.Without {
		if name == "all" {
			s.opt = stepSwitches{}
			continue
		}
		if err := s.opt.set(name, false); err != nil {
			return nil, err
		}
	}
	for _, name := range cfg.With {
		if err := s.opt.set(name, true); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (o *stepSwitches) set(name string, on bool) error {
	i := slices.IndexFunc(improvements, func(x improvement) bool { return x.name == name })
	if i < 0 {
		return fmt.Errorf("the encoding steps has no improvement %q (all, %s)", name, strings.Join(StepImprovements(), ", "))
	}
	*improvements[i].of(o) = on
	return nil
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
		return engine.Unknown("the encoding steps does not check the property %s", t.Property).Because(engine.CauseTask), nil
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
	sys, err := ts.Translate(ctx, t.Program, ts.Options{WidePC: wide, KeepWidths: !s.opt.Ranges, KeepLocations: !s.opt.Unfold,
		KeepGoals: !s.opt.MergeGoals, KeepWaits: !s.opt.MergeWaits, KeepInstructions: !s.opt.Slice})
	c.translate = time.Since(start)
	var no *ts.UnsupportedError
	switch {
	case errors.As(err, &no):
		res := engine.Unknown("%v", no).Because(engine.CauseProgram)
		res.Pos = no.Pos
		return res, nil
	case err != nil:
		return engine.Result{}, err
	}
	c.sys = sys
	res := engine.Holds("no violation can be reached, by the ranges of values")
	if len(sys.Goals) > 0 {
		res, err = s.deepen(ctx, t, c)
	}
	if err == nil && res.Verdict == property.Holds() {
		for _, a := range sys.Assumed {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
		}
	}
	return res, err
}
