package panel

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/cpa"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/engine/graphs"
	"whittle.dev/internal/engine/liveness"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/engine/pbmc"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/engine/ranking"
	"whittle.dev/internal/engine/setting"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/solve"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/dump"
	"whittle.dev/term"
)

// engineEntry is an engine that looks for an answer itself.
type engineEntry struct {
	name, summary string
	// settings is a function, since most commands ask for none.
	settings func() []setting.Doc
	// unwinds: it has bounds on unwinding, and writes the questions to its solver.
	unwinds, dumps bool
	make           func(Options, map[string]string) (engine.Engine, error)
}

func bmcSettings() []setting.Doc  { return bmc.Settings().Docs() }
func cedsSettings() []setting.Doc { return ceds.Settings().Docs() }
func cpaSettings() []setting.Doc  { return cpa.Settings().Docs() }
func dprSettings() []setting.Doc  { return dpr.Settings().Docs() }
func livenessSettings() []setting.Doc {
	return liveness.Settings().Docs()
}
func modularSettings() []setting.Doc { return modular.Settings().Docs() }
func pbmcSettings() []setting.Doc    { return pbmc.Settings().Docs() }
func pdrSettings() []setting.Doc     { return pdr.Settings().Docs() }
func slabSettings() []setting.Doc    { return slab.Settings().Docs() }
func noSettings() []setting.Doc      { return nil }

// engines are the engines, in the order in which "auto" prefers them.
var engines = []engineEntry{
	{"bmc", "executions up to growing bounds, as event graphs", bmcSettings, true,
		true, newBMC},
	{"ceds", "states: control explicit, data symbolic", cedsSettings, false, false, newCeds},
	{"cpa", "abstractions of threads and data, refined where a path shows that it matters", cpaSettings,
		false, false, newCPA},
	{"dpr", "executions, each of which rules out others by a reason", dprSettings,
		false, true, newDPR},
	{"graphs", "all execution graphs of small programs, in each memory model", noSettings,
		false, false, newGraphs},
	{"liveness", "formulas of temporal logic: states, and what recurs in them", livenessSettings,
		false, false, newLiveness},
	{"modular", "any number of threads: what holds in views of one thread or two", modularSettings,
		false, true, newModular},
	{"pbmc", "paths of a transition system, step by step, with projections", pbmcSettings,
		false, true, newPBMC},
	{"pdr", "loops and transition systems by inductive invariants, clause by clause", pdrSettings,
		false, true, newPDR},
	{"ranking", "termination: measures of loops, and states from which an execution need not end", noSettings,
		false, true, newRanking},
	{"slab", "abstractions of a transition system, refined and sliced until nothing is left", slabSettings,
		false, true, newSlab},
}

// newBMC makes the engine "bmc".
func newBMC(o Options, set map[string]string) (engine.Engine, error) {
	cfg := bmc.Config{Helpers: o.Helpers, Lead: o.Lead}
	if err := bmc.Settings().Apply(&cfg, set); err != nil {
		return nil, settle.Errorf("bmc.%v", err)
	}
	var wrong error
	var err error
	cfg.Wrap, err = wrap(o, func(st *term.Store, s bmc.Solver) bmc.Solver {
		s, _ = audit.NewOrderer(st, s, solve.Audited(&wrong))
		return s
	}, func(st *term.Store, s bmc.Solver, folder *dump.Folder) bmc.Solver {
		s, _ = dump.NewOrderer(st, s, folder)
		return s
	})
	if err != nil {
		return nil, err
	}
	return audited(o, bmc.New(cfg), &wrong), nil
}

// configure reads settings into the configuration of an engine, and puts what the options want around its
// solvers, and around its interpolator if it has one. What is found to be wrong is noted in the error
// returned first.
func configure[C any](o Options, name string, table setting.Table[C], set map[string]string, cfg *C,
	solver *func(*term.Store, smt.Solver) smt.Solver,
	interpolator *func(*term.Store, smt.Interpolator) smt.Interpolator) (wrong *error, err error) {
	if err := table.Apply(cfg, set); err != nil {
		return nil, settle.Errorf("%s.%v", name, err)
	}
	wrong = new(error)
	if *solver, err = wrapSolver(o, wrong); err != nil {
		return nil, err
	}
	if o.Audit && interpolator != nil {
		*interpolator = func(st *term.Store, p smt.Interpolator) smt.Interpolator {
			return audit.NewInterpolator(st, p, solve.Audited(wrong))
		}
	}
	return wrong, nil
}

// newDPR makes the engine "dpr".
func newDPR(o Options, set map[string]string) (engine.Engine, error) {
	cfg := dpr.Config{}
	if o.Engine == "dpr" { // else others are asked beside it, and helpers are for them
		cfg.Helpers, cfg.Lead = o.Helpers, o.Lead
	}
	wrong, err := configure(o, "dpr", dpr.Settings(), set, &cfg, &cfg.Wrap, nil)
	if err != nil {
		return nil, err
	}
	if cfg.CertifyBy != "" || cfg.Certificate != "" {
		by, err := certification(o, cfg.CertifyBy, cfg.Certificate, wrong)
		if err != nil {
			return nil, err
		}
		cfg.Certifier, o.Audit = by.Solver, true
	}
	return audited(o, dpr.New(cfg), wrong), nil
}

// newGraphs makes the engine "graphs".
func newGraphs(Options, map[string]string) (engine.Engine, error) {
	return graphs.New(graphs.Config{}), nil
}

// newLiveness makes the engine "liveness".
func newLiveness(o Options, set map[string]string) (engine.Engine, error) {
	var cfg liveness.Config
	wrong, err := configure(o, "liveness", liveness.Settings(), set, &cfg, &cfg.Wrap, nil)
	if err != nil {
		return nil, err
	}
	if cfg.Safety, err = newPDR(o, nil); err != nil {
		return nil, err
	}
	return audited(o, liveness.New(cfg), wrong), nil
}

// newModular makes the engine "modular".
func newModular(o Options, set map[string]string) (engine.Engine, error) {
	var cfg modular.Config
	wrong, err := configure(o, "modular", modular.Settings(), set, &cfg, &cfg.Wrap, nil)
	if err != nil {
		return nil, err
	}
	return audited(o, modular.New(cfg), wrong), nil
}

// newPBMC makes the engine "pbmc".
func newPBMC(o Options, set map[string]string) (engine.Engine, error) {
	cfg := pbmc.Default()
	wrong, err := configure(o, "pbmc", pbmc.Settings(), set, &cfg, &cfg.Wrap, nil)
	if err != nil {
		return nil, err
	}
	return audited(o, pbmc.New(cfg), wrong), nil
}

// newCPA makes the engine "cpa".
func newCPA(o Options, set map[string]string) (engine.Engine, error) {
	var cfg cpa.Config
	wrong, err := configure(o, "cpa", cpa.Settings(), set, &cfg, &cfg.Wrap, &cfg.Refine.Wrap)
	if err != nil {
		return nil, err
	}
	if cfg.CertifyBy != "" || cfg.Certificate != "" {
		if cfg.Certify, err = certification(o, cfg.CertifyBy, cfg.Certificate, wrong); err != nil {
			return nil, err
		}
	}
	eng, err := cpa.New(cfg)
	if err != nil {
		return nil, settle.Errorf("%v", err)
	}
	o.Audit = o.Audit || cfg.Certify != nil
	return audited(o, eng, wrong), nil
}

// newPDR makes the engine "pdr".
func newPDR(o Options, set map[string]string) (engine.Engine, error) {
	var cfg pdr.Config
	wrong, err := configure(o, "pdr", pdr.Settings(), set, &cfg, &cfg.Wrap, &cfg.Refine.Wrap)
	if err != nil {
		return nil, err
	}
	return audited(o, pdr.New(cfg), wrong), nil
}

// newRanking makes the engine "ranking", which asks "pdr" whether states are reached.
func newRanking(o Options, set map[string]string) (engine.Engine, error) {
	safety, err := newPDR(o, nil)
	if err != nil {
		return nil, err
	}
	wrong := new(error)
	var paths pdr.Config
	paths.Depth = 64
	if paths.Wrap, err = wrapSolver(o, wrong); err != nil {
		return nil, err
	}
	cfg := ranking.Config{Safety: safety, Paths: pdr.New(paths), Wrap: paths.Wrap}
	return audited(o, ranking.New(cfg), wrong), nil
}

// newSlab makes the engine "slab". If answers are checked, all questions are for the general solver.
func newSlab(o Options, set map[string]string) (engine.Engine, error) {
	cfg := slab.Config{NoFragment: o.Audit}
	wrong, err := configure(o, "slab", slab.Settings(), set, &cfg, &cfg.Wrap, nil)
	if err != nil {
		return nil, err
	}
	return audited(o, slab.New(cfg), wrong), nil
}

// newCeds makes the engine "ceds".
func newCeds(o Options, set map[string]string) (engine.Engine, error) {
	cfg := ceds.Config{VerifyCache: o.Audit, Others: o.Answers, OthersKey: o.AnswersKey}
	if err := ceds.Settings().Apply(&cfg, set); err != nil {
		return nil, settle.Errorf("ceds.%v", err)
	}
	if cfg.CacheDir != "" && !cfg.NoCache {
		if err := ceds.CheckCacheDir(cfg.CacheDir); err != nil {
			return nil, settle.Errorf("%v", err)
		}
	}
	var wrong error
	if o.Audit {
		cfg.Workers = 1 // what is wrong is noted in one place
		cfg.Wrap = func(st *term.Store, s smt.Solver) smt.Solver {
			return audit.New(st, s,
				solve.Audited(&wrong))
		}
	}
	if cfg.CertifyBy != "" || cfg.Certificate != "" {
		var err error
		if cfg.Certify, err = certification(o, cfg.CertifyBy, cfg.Certificate, &wrong); err != nil {
			return nil, err
		}
	}
	eng, err := ceds.New(cfg)
	if err != nil {
		return nil, settle.Errorf("%v", err)
	}
	o.Audit = o.Audit || cfg.Certify != nil
	return audited(o, eng, &wrong), nil
}

// wrap returns what the options put around each solver: checks of its answers, and around these the dumping
// of its questions. It is nil if neither is asked for.
func wrap[S any](o Options, check func(*term.Store, S) S, dump func(*term.Store, S, *dump.Folder) S) (
	func(*term.Store, S) S, error) {
	folder, err := dumpFolder(o)
	if err != nil || !o.Audit && folder == nil {
		return nil, err
	}
	return func(st *term.Store, s S) S {
		if o.Audit {
			s = check(st, s)
		}
		if folder != nil {
			s = dump(st, s, folder)
		}
		return s
	}, nil
}

// wrapSolver is wrap for engines that ask for no more than a solver.
func wrapSolver(o Options, wrong *error) (func(*term.Store, smt.Solver) smt.Solver, error) {
	return wrap(o, func(st *term.Store, s smt.Solver) smt.Solver {
		return audit.New(st, s, solve.Audited(wrong))
	}, func(st *term.Store, s smt.Solver, folder *dump.Folder) smt.Solver { return dump.New(st, s, folder) })
}

// dumpFolder makes the folder for questions to solvers; nil: none is asked for.
func dumpFolder(o Options) (*dump.Folder, error) {
	if o.DumpSMT2 == "" {
		return nil, nil
	}
	folder, err := dump.NewFolder(o.DumpSMT2)
	if err != nil {
		return nil, settle.Errorf("%v", err)
	}
	return folder, nil
}

// audited makes a wrong answer of the solver an error, if answers are checked.
func audited(o Options, e engine.Engine, wrong *error) engine.Engine {
	if o.Audit {
		return AuditedEngine{e, wrong}
	}
	return e
}

// Engines returns the names of the engines, the default one first.
func Engines() []string {
	names := []string{Auto}
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}
