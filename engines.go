package whittle

import (
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/dump"
	"whittle.dev/term"
)

// engines are the engines that look for an answer themselves, in the order in which "auto" prefers them.
var engines = []struct {
	name string
	make func(Options) (engine.Engine, error)
}{
	{"bmc", func(o Options) (engine.Engine, error) {
		cfg := bmc.Config{NoSpinReduction: o.NoSpinReduction, NoProjection: o.NoProjection, ExactProjection: o.ExactProjection, NoIntervals: o.NoIntervals, NoValues: o.NoValues, NoLoopBounds: o.NoLoopBounds}
		var wrong error
		if o.Audit {
			cfg.Wrap = func(st *term.Store, s bmc.Solver) bmc.Solver {
				a, _ := audit.NewOrderer(st, s, auditConfig(&wrong))
				return a
			}
		}
		if o.DumpSMT2 != "" {
			folder, err := dump.NewFolder(o.DumpSMT2)
			if err != nil {
				return nil, inputError("%v", err)
			}
			inner := cfg.Wrap
			cfg.Wrap = func(st *term.Store, s bmc.Solver) bmc.Solver {
				if inner != nil {
					s = inner(st, s)
				}
				d, _ := dump.NewOrderer(st, s, folder)
				return d
			}
		}
		var eng engine.Engine = bmc.New(cfg)
		if err := checkSteps(o); err != nil {
			return nil, err
		}
		switch {
		case o.Encoding == "steps":
			var err error
			if eng, err = bmc.NewSteps(bmc.StepsConfig{Depth: o.Depth, NoProjection: o.NoProjection, Without: o.Without, With: o.With, Wrap: cfg.Wrap}); err != nil {
				return nil, inputError("%v", err)
			}
		case o.Encoding != "" && o.Encoding != "events":
			return nil, inputError("unknown encoding %q (known: events, steps)", o.Encoding)
		}
		if o.Audit {
			return auditedEngine{eng, &wrong}, nil
		}
		return eng, nil
	}},
	{"ceds", newCeds},
}

// checkSteps refuses what the encoding that is asked for does not look at.
func checkSteps(o Options) error {
	steps := o.Encoding == "steps"
	switch {
	case o.Depth > 0 && !steps:
		return inputError("a depth is for the encoding steps (--encoding steps)")
	case len(o.With)+len(o.Without) > 0 && !steps:
		return inputError("improvements are switched on and off in the encoding steps (--encoding steps)")
	case o.MaxUnwind > 0 && steps:
		return inputError("the encoding steps has no bound on unwinding, but a depth (--depth)")
	}
	return nil
}

// newCeds makes the engine "ceds".
func newCeds(o Options) (engine.Engine, error) {
	cfg := ceds.Config{Store: o.Store, Match: o.StateMatch, Search: o.Search, NoCache: o.NoQueryCache, CacheDir: o.CacheDir, VerifyCache: o.Audit, NoModels: o.NoModelReuse, NoPartialOrder: o.NoPartialOrder, NoSections: o.NoSectionReduction, NoElements: o.NoElementReduction, NoWake: o.NoWakeReduction, NoJoins: o.NoJoinReduction, NoSymmetry: o.NoSymmetry, NoTau: o.NoTau, MaxStates: o.MaxStates, Workers: o.Workers}
	var wrong error
	if o.Audit {
		cfg.Workers = 1 // what is wrong is noted in one place
		cfg.Wrap = func(st *term.Store, s smt.Solver) smt.Solver { return audit.New(st, s, auditConfig(&wrong)) }
	}
	var err error
	if cfg.Certify, err = certification(o, &wrong); err != nil {
		return nil, err
	}
	eng, err := ceds.New(cfg)
	switch {
	case err != nil:
		return nil, inputError("%v", err)
	case o.Audit || cfg.Certify != nil:
		return auditedEngine{eng, &wrong}, nil
	}
	return eng, nil
}

// Engines returns the names of the engines, the default one first.
func Engines() []string {
	names := []string{auto}
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

func newEngine(o Options) (engine.Engine, error) {
	if o.with != nil {
		return o.with, nil
	}
	if err := checkCacheDir(o); err != nil {
		return nil, err
	}
	if o.Engine == "" || o.Engine == auto {
		return newAuto(o)
	}
	for _, e := range engines {
		if o.Engine == e.name {
			if err := checkCertify(o); err != nil {
				return nil, err
			}
			return e.make(o)
		}
	}
	return nil, inputError("unknown engine %q (known: %s)", o.Engine, strings.Join(Engines(), ", "))
}

// checkCacheDir makes the folder for answers.
func checkCacheDir(o Options) error {
	switch {
	case o.CacheDir == "":
		return nil
	case o.NoQueryCache:
		return inputError("a folder for answers (--cache-dir) is of no use without a cache of them (--no-query-cache)")
	}
	if err := ceds.CheckCacheDir(o.CacheDir); err != nil {
		return inputError("%v", err)
	}
	return nil
}

// StepImprovements returns the names of the improvements of the encoding "steps" that
// Options.Without switches off and Options.With on.
func StepImprovements() []string { return bmc.StepImprovements() }
