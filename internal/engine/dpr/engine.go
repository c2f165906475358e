package dpr

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/sat"
	"whittle.dev/term"
)

// Engine explores programs by dynamic path reduction.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg} }

// Name is "dpr".
func (*Engine) Name() string { return "dpr" }

// Check executes the program until a violation is found, all paths are explained, or the context ends it.
func (e *Engine) Check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	defer term.Recover(&err)
	if t.System != nil {
		return engine.NoSystems(e.Name()), nil
	}
	if t.Property.Covers(property.NoDeadlock) {
		return deadlocks(ctx, t)
	}
	if t.Property == property.NoDataRace {
		return races(ctx, t)
	}
	if !t.Property.OfSteps() {
		return engine.Unknown("the engine dpr does not check the property %s",
			t.Property).Because(engine.OtherTask), nil
	}
	if threads(t.Program) {
		res, err := e.schedules(ctx, t)
		if e.cfg.certifies() && res.Verdict.Kind == property.True {
			res.Certificate = &proof.Certificate{Reason: "a proof about schedules has no certificate"}
		}
		return res, err
	}
	s, err := e.search(ctx, t)
	var no *scope.UnsupportedError
	switch {
	case errors.As(err, &no):
		return engine.Unsupported(no.Pos, no.What), nil
	case err != nil && ctx.Err() != nil:
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	case err != nil:
		return engine.Result{}, fmt.Errorf("dpr: %w", err)
	}
	switch {
	case !e.cfg.shares():
		res, err = s.run()
	case e.cfg.Lead != nil:
		res, err = e.assist(ctx, t)
	default:
		res, err = e.together(ctx, t, s)
	}
	if err != nil {
		return engine.Result{}, err
	}
	if res.Verdict.Kind == property.Unknown && len(res.Facts) == 0 && s.paths > 0 {
		res.Facts = s.facts()
	}
	res.Stats = s.stats()
	return s.certified(res)
}

// search prepares the exploration of a program.
func (e *Engine) search(ctx context.Context, t engine.Task) (*search, error) {
	prog, err := prepare(ctx, t.Program)
	if err != nil {
		return nil, err
	}
	s := &search{ctx: ctx, task: t, cfg: e.cfg, tree: oracle.NewTree(), sets: newSets(),
		terms: prog.Terms.Fork(), inputs: map[oracle.Name][2]uint64{},
		symbols: map[oracle.Name]term.Term{}, owners: map[term.Term]oracle.Name{},
		split: map[oracle.Name][]uint64{}, covered: make([]bool, prog.NumEdges)}
	if s.info, err = scope.Analyse(ctx, prog); err != nil {
		return nil, err
	}
	if s.code, err = interp.NewCode(prog); err != nil {
		return nil, err
	}
	s.choices, s.between = s.info.Choices(), make([]*[2]uint64, prog.NumEdges)
	for e, values := range s.choices {
		s.between[e.ID] = &values
	}
	s.makesObjects = makesObjects(prog)
	s.shape = dsa.NewShape(s.info)
	s.ask = newQuestions(s.terms, e.cfg)
	s.order = map[string]oracle.Order{Guided: oracle.Guided, Random: oracle.Random}[e.cfg.Order]
	var proof sat.Proof
	if e.cfg.certifies() {
		s.cert, s.formulas = certify.New(), true
		proof = s.cert.Proof()
	}
	s.space = oracle.NewSpace(s.order, uint64(e.cfg.Seed), proof, nil)
	switch e.cfg.Learning {
	case None:
		s.learn = everything{}
	case Provenance:
		s.learn = provenance{}
	case Paper:
		s.learn, s.formulas = newPublished(s), true
	case Solver:
		s.learn, s.formulas = newExact(s), true
	default:
		d := &deletion{runner: s.runner(), pause: skipped, fixed: map[oracle.Name]bool{}}
		s.learn, s.cases = d, &cases{deletion: d}
	}
	return s, nil
}

// makesObjects reports whether a program has allocations.
func makesObjects(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Alloc); ok {
				return true
			}
		}
	}
	return false
}

// prepare makes the program that is executed: calls are copied into their callers, so that a choice is in
// the scope of branches of one procedure. Accesses stay, since an invalid one has to be found.
func prepare(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true}, "resolve", "inline", "const", "unreachable",
		"merge", "dead")
}
