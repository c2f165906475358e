package panel

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
	"whittle.dev/smt/audit"
)

// Auto is the name of the engine that runs others side by side, the default one.
const Auto = "auto"

// Formulas is the engine that decides formulas of temporal logic.
const Formulas = "liveness"

const (
	// autoLatest is the time after which all run, whatever the first has told of its work.
	autoLatest = 2 * time.Second
	// autoHeld is how long an answer is held back at most. It is far from what a head start takes on a busy
	// machine.
	autoHeld = 10 * time.Second
	// autoPatience is how long engines that were stopped are waited for. It is less than the patience of
	// Check.
	autoPatience = limits.Patience * 2 / 3
)

// GivesProofs reports whether the run checks the proofs of an engine itself.
func GivesProofs(name string) bool {
	switch name {
	case "pdr", "slab", "modular", "ranking", Formulas:
		return true
	}
	return false
}

// AutoRuns are the names of the engines that "auto" runs side by side on programs, those that it adds if a
// program has one thread and a loop, or several and a loop, and those on transition systems, unless the
// options ask for what one engine alone does.
func AutoRuns() (programs, loops, threads, systems []string) {
	for _, e := range plan.Candidates() {
		switch e.Runs {
		case plan.Always:
			programs = append(programs, e.Name)
		case plan.OnLoops:
			loops = append(loops, e.Name)
		case plan.OnThreads:
			threads = append(threads, e.Name)
		}
		if e.Systems {
			systems = append(systems, e.Name)
		}
	}
	return programs, loops, threads, systems
}

// Panel is who can be asked.
type Panel struct {
	// One is the engine that is meant; nil: the chooser says who answers.
	One engine.Engine
	// Runs decides properties of the infinite runs of systems; nil: the task is about a program.
	Runs    engine.Engine
	Chooser plan.Chooser
	Team    team
}

// team has the engines that run side by side, by name.
type team map[string]engine.Engine

// New makes the engines that the options leave.
func New(o Options) (p Panel, err error) {
	if o.With != nil {
		return Panel{One: o.With, Runs: o.With}, nil
	}
	if o.System {
		runs := o
		runs.Engine, runs.Set = Formulas, nil
		if p.Runs, err = newLiveness(runs, nil); err != nil {
			return p, err
		}
	}
	set, err := ReadSettings(o)
	if err != nil {
		return p, err
	}
	if o.Engine != "" && o.Engine != Auto {
		i := slices.IndexFunc(engines, func(e engineEntry) bool { return e.name == o.Engine })
		if i < 0 {
			return p, settle.Errorf("unknown engine %q (known: %s)", o.Engine, strings.Join(Engines(), ", "))
		}
		if err := checkSole(o, engines[i], set); err != nil {
			return p, err
		}
		p.One, err = withOthers(o, engines[i], set[o.Engine])
		return p, err
	}
	p.Chooser.System = o.System
	if p.Chooser.Only, err = SoleEngine(o, set); err != nil {
		return p, err
	}
	p.Team = team{}
	for i, c := range plan.Candidates() {
		if p.Chooser.MayAsk(c) {
			if p.Team[c.Name], err = engines[i].make(o, set[c.Name]); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// SideBySide is the engine that asks those of a roster.
func (t team) SideBySide(r plan.Roster) engine.Engine {
	cfg := portfolio.Config{Start: int64(r.Start), Latest: autoLatest, HeadStart: int64(r.HeadStart),
		Held: autoHeld, Grace: int64(r.Grace), Patience: autoPatience}
	cfg.Fatal = func(err error) bool {
		var wrong *audit.Error
		var foreign *ceds.WrongAnswer
		return errors.As(err, &wrong) || errors.As(err, &foreign)
	}
	var list []engine.Engine
	for _, m := range r.Members {
		e := t[m.Engine]
		switch m.Way {
		case plan.Executions:
			e = executions{e, dpr.Hunt}
		case plan.ThreadExecutions:
			e = executions{e, dpr.HuntThreads}
		}
		list = append(list, portfolio.Member{Engine: e, Eager: int64(m.Eager), Share: int64(m.Share),
			Reasons: m.Reasons})
	}
	return portfolio.New(cfg, list...)
}

// executions is an engine that makes executions at random.
type executions struct {
	engine.Engine
	check func(context.Context, engine.Task) (engine.Result, error)
}

// Check implements engine.Engine.
func (e executions) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	return e.check(ctx, t)
}

// Name is that of the engine that is asked.
func (p Panel) Name() string {
	if p.One != nil {
		return p.One.Name()
	}
	return Auto
}
