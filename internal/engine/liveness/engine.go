package liveness

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/internal/engine/liveness/recurring"
	"whittle.dev/internal/engine/setting"
	"whittle.dev/internal/english"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users of the engine can set. The zero Config is the default.
type Config struct {
	// Wrap puts something around each solver for formulas without quantifiers; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
	// renew is how many terms are made before old ones are given up; 0: maxTerms. Tests set it.
	renew int
	// noTau ends a step at each head of a loop. Tests set it.
	noTau bool
	// Store says how data is kept: "sliced" or empty, in parts that share no symbol; or "whole".
	Store string
	// NoCache and NoModels switch off that answers of the solver, and models, are remembered.
	NoCache, NoModels bool
	// NoIndependence interleaves an access with the steps of other threads although it commutes with all
	// that they can do.
	NoIndependence bool
	// NoStepCache switches off that the steps of threads are remembered by what they depend on.
	NoStepCache bool
	// Safety decides whether states of transition systems are reached, with an invariant if they are not;
	// nil: properties of systems are not decided.
	Safety engine.Engine
	// MaxStates ends the search when there are more states; 0: no bound.
	MaxStates int
}

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	flag := func(name string) func(*setting.Doc) { return func(d *setting.Doc) { d.Flag = name } }
	return setting.Table[Config]{
		setting.Choice("store", "how data is kept", func(c *Config) *string { return &c.Store },
			setting.Value{Name: "sliced", Summary: "parts that share no symbol"},
			setting.Value{Name: "whole", Summary: "one formula"}).With(flag("store")),
		setting.Switch("query-cache", "questions about states are remembered",
			func(c *Config) *bool { return &c.NoCache }).With(flag("no-query-cache")),
		setting.Switch("model-reuse", "a question about states may be answered by a model of an earlier one",
			func(c *Config) *bool { return &c.NoModels }).With(flag("no-model-reuse")),
		setting.Switch("independence", "an access that commutes with what other threads can do comes at once",
			func(c *Config) *bool { return &c.NoIndependence }),
		setting.Switch("step-cache", "steps of threads are remembered by what they depend on",
			func(c *Config) *bool { return &c.NoStepCache }),
		setting.Number("max-states", "give up when there are more states than this", "no bound",
			func(c *Config) *int { return &c.MaxStates }).With(flag("max-states")),
	}
}

const (
	maxTerms = 4_000_000
	// effort bounds the conflicts of one question about emptiness, of one part of a comparison, and the
	// proposals of a comparison.
	emptinessConflicts  = 200_000
	comparisonConflicts = 5_000
	comparisonRounds    = 60
)

// steps is how steps are made: none of another thread comes between two that are observed.
func (c Config) steps(t engine.Task, told func(*cfa.Edge) bool) multistate.Config {
	m := multistate.Config{Property: t.Property, Liveness: true, Conflicts: emptinessConflicts, Told: told,
		Wrap: c.Wrap, Whole: c.Store == "whole", NoCache: c.NoCache, NoModels: c.NoModels}.Unreduced()
	m.NoIndependence, m.NoElements, m.NoTau = c.NoIndependence, c.NoIndependence, c.noTau
	return m
}

// Engine decides formulas of temporal logic.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg} }

// Name is "liveness".
func (*Engine) Name() string { return "liveness" }

// Check decides whether all fair executions of a program satisfy a formula, or whether no thread waits for
// ever in them; or the property of the infinite runs of a system whose index is the goal of the task.
func (e *Engine) Check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	defer term.Recover(&err)
	switch {
	case t.System != nil && (e.cfg.Safety == nil || !t.Property.OfRuns()):
		return engine.NoSystems(e.Name()), nil
	case t.System != nil:
		return e.system(ctx, t)
	case t.Property != property.LTL && t.Property != property.NoStarvation:
		return engine.Unknown("the engine %s does not check the property %s", e.Name(),
			t.Property).Because(engine.OtherTask), nil
	case t.Property == property.NoStarvation && t.Program.Observer == nil:
		return engine.Unknown("%s is for C that whittle reads itself",
			t.Property).Because(engine.OtherTask), nil
	case t.Temporal == nil || t.Program.Observer == nil:
		return engine.Result{}, errors.New("liveness: there is no formula, or nothing observes the program")
	}
	res, err = e.check(ctx, t)
	return answered(ctx, res, err)
}

// system decides a property of the infinite runs of a system.
func (e *Engine) system(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, err := recurring.Decide(ctx, t, recurring.Config{Safety: e.cfg.Safety, Wrap: e.cfg.Wrap})
	return answered(ctx, res, err)
}

// answered is what a search that ended with an error answers.
func answered(ctx context.Context, res engine.Result, err error) (engine.Result, error) {
	var full *term.Exhausted
	switch {
	case errors.As(err, &full):
		return engine.Unknown("%s: %v", engine.ErrMemory, full), nil
	case errors.Is(err, ltl.ErrTooLarge):
		return engine.Unknown("the automaton of the formula is too large"), nil
	case err != nil && ctx.Err() != nil:
		return res.Unfinished(engine.StopReason(ctx)), nil
	case err != nil:
		return res, fmt.Errorf("liveness: %w", err)
	}
	return res, nil
}

func (e *Engine) check(ctx context.Context, t engine.Task) (engine.Result, error) {
	automaton, why, err := automatonOf(ctx, t.Temporal.Formula)
	if err != nil || why != "" {
		return engine.Unknown("%s", why).Because(engine.OtherTask), err
	}
	s, err := e.newSearch(ctx, t, automaton)
	if err != nil {
		return engine.Result{}, err
	}
	return s.run()
}

// newSearch is a search for executions that an automaton accepts.
func (e *Engine) newSearch(ctx context.Context, t engine.Task, automaton *ltl.Automaton) (*search, error) {
	x := &explorer{ctx: ctx, task: t, cfg: e.cfg, names: map[stateset.Name]int32{}, ends: map[endKey]bool{}}
	var err error
	if t.Property == property.NoStarvation {
		if x.told, err = told(ctx, t.Program); err != nil {
			return nil, err
		}
	}
	if x.steps, err = multistate.NewStepper(ctx, t.Program, e.cfg.steps(t, x.told)); err != nil {
		return nil, err
	}
	x.store = stateset.New(stateset.Config{Match: stateset.Equal, Conflicts: comparisonConflicts,
		Rounds: comparisonRounds, Wrap: e.cfg.Wrap, Whole: e.cfg.Store == "whole",
		NoCache: e.cfg.NoCache, NoModels: e.cfg.NoModels})
	if !e.cfg.NoStepCache {
		x.pieces = newPieces()
	}
	x.known, x.base = x.store.View(ctx, x.steps.Terms()), x.steps.Terms().NumTerms()
	for i, a := range automaton.Atoms {
		if a.Kind == ltl.End {
			x.end |= 1 << i
		}
	}
	return &search{explorer: x, automaton: automaton}, nil
}

// automatonOf translates the negation of a formula; nil stands for one that accepts everything. why says
// what makes the formula one that is not decided.
func automatonOf(ctx context.Context, f *ltl.Formula) (a *ltl.Automaton, why string, err error) {
	if f == nil {
		yes, err := ltl.Parse("true")
		if err != nil {
			return nil, "", err
		}
		a, err = ltl.Translate(ctx, yes)
		return a, "", err
	}
	if a, err = ltl.Translate(ctx, ltl.Negation(f)); err != nil || f.NextFree() {
		return a, "", err
	}
	positive, err := ltl.Translate(ctx, f)
	if err != nil {
		return nil, "", err
	}
	if free, err := ltl.StutterInvariant(ctx, f, positive, a); err != nil || !free {
		return nil, "the formula can tell whether a state is repeated (X), and what one step of a program " +
			"is, is not defined", err
	}
	return a, "", nil
}

// search is the search for an execution that violates the formula.
type search struct {
	*explorer
	automaton *ltl.Automaton
	count     int // components of the product
	// open says why some component that may have a violation was not decided; empty: there is none.
	open string
}

// firstLook is how many nodes there are when a violation is looked for the first time; then that is done
// whenever their number has doubled.
const firstLook = 64

func (s *search) run() (engine.Result, error) {
	if err := s.start(); err != nil {
		return engine.Result{}, err
	}
	renew := s.cfg.renew
	if renew == 0 {
		renew = maxTerms
	}
	look := firstLook
	for at := 0; at < len(s.explorer.open); at++ {
		if err := s.ctx.Err(); err != nil {
			res := engine.Unknown("%s", engine.StopReason(s.ctx))
			res.Facts = []string{fmt.Sprintf("no violation in %s", english.Count(len(s.nodes)-1, "state"))}
			res.Stats = s.stats()
			return res, nil
		}
		if err := s.expand(s.explorer.open[at]); err != nil {
			return engine.Result{}, err
		}
		if most := s.cfg.MaxStates; most > 0 && len(s.nodes)-1 > most {
			res := engine.Unknown("more than %s", english.Count(most, "state"))
			res.Stats = s.stats()
			return res.Because(engine.Limit), nil
		}
		if s.steps.Terms().NumTerms()-s.base > renew {
			s.renew()
		}
		if len(s.nodes) >= look {
			look = 2 * len(s.nodes)
			s.task.Emit(engine.Event{Stage: "explore", Detail: english.Count(len(s.nodes)-1, "state"),
				Stats: []engine.Stat{engine.Count("states", len(s.nodes)-1)}})
			if res, ok, err := s.look(); ok || err != nil {
				return res, err
			}
		}
	}
	res, ok, err := s.look()
	if err != nil || ok {
		return res, err
	}
	res = s.complete()
	res.Stats = s.stats()
	return res, nil
}

// look looks for a violation in the graph.
func (s *search) look() (res engine.Result, found bool, err error) {
	fairness := s.task.Temporal.Fairness
	s.open = ""
	if s.threads > maxFair && fairness != property.Unfair {
		s.open = fmt.Sprintf("more than %d threads with fairness", maxFair)
		return res, false, nil
	}
	p, err := newProduct(s.ctx, &s.graph, s.automaton)
	if err != nil {
		return res, false, err
	}
	s.count = 0
	for _, p.waiting = range s.questions() {
		list, count, section := p.recurring(fairness)
		if s.count = max(s.count, count); section {
			s.open = "an atomic section need not come to its end"
		}
		for _, c := range list {
			if res, found, err = s.violates(p, c); found || err != nil {
				return res, found, err
			}
		}
	}
	return res, false, nil
}

// violates looks for an execution that stays in a component. If it finds none, s.open says why.
func (s *search) violates(p *product, c *component) (res engine.Result, found bool, err error) {
	fairness := s.task.Temporal.Fairness
	stem, loop := p.lasso(c, fairness)
	tr, err := s.execution(s.ctx, p, stem, loop)
	if err == nil && tr != nil {
		if err = confirm(s.ctx, s.task, tr); err == nil {
			res = engine.Violated(s.task.Property, tr)
			res.Why = fmt.Sprintf("found after %s, %s", english.Count(len(s.nodes)-1, "state"),
				fairnessWords(fairness))
			res.Stats = s.stats()
			return res, true, nil
		}
	}
	emptiness, _ := s.counts()
	sure := !s.unsure && emptiness.Unknown == 0
	switch {
	case s.ctx.Err() != nil:
		return res, false, s.ctx.Err()
	case err != nil && sure:
		return res, false, err
	case !sure:
		s.open = "whether a thread waits depends on an input"
	default:
		s.open = "states come back as a set, but no execution was found whose values do within 8 turns"
	}
	return res, false, nil
}

// complete is the result when every state was explored and no violation was found.
func (s *search) complete() engine.Result {
	if s.open != "" {
		return engine.Unknown("%s", s.open)
	}
	for _, kind := range []multistate.StopKind{multistate.Violated, multistate.Unsupported,
		multistate.Contested, multistate.Invalid} {
		for _, end := range s.stops {
			if end.Kind != kind {
				continue
			}
			if kind == multistate.Invalid {
				return engine.UndefinedBehaviour(end.Pos(), end.What)
			}
			return engine.Unsupported(end.Pos(), end.What)
		}
	}
	what := "no violation recurs"
	if s.task.Property == property.NoStarvation {
		what = "no thread waits for ever"
	}
	res := engine.Holds(engine.ByStates, "all %s and %s were explored, %s %s",
		english.Count(len(s.nodes)-1, "state"), english.Count(s.count, "component"), what,
		fairnessWords(s.task.Temporal.Fairness))
	res.Proof = &graphProof{s.proof(), s.task.Program}
	for _, end := range s.stops {
		if end.Kind == multistate.Undefined {
			res.Assumed = append(res.Assumed, engine.Assumption{Pos: end.Pos(), What: end.What})
		}
	}
	res.Assumed = engine.Assumptions(res.Assumed)
	return res
}

// fairnessWords say which executions count.
func fairnessWords(f property.Fairness) string {
	if f == property.Unfair {
		return "without fairness"
	}
	return fmt.Sprintf("under %s fairness", f)
}

func (s *search) stats() []engine.Stat {
	edges := 0
	for i := range s.nodes {
		edges += len(s.nodes[i].edges)
	}
	out := []engine.Stat{engine.Count("states", len(s.nodes)-1), engine.Count("steps", edges),
		engine.Count("components", s.count), engine.Count("automaton states", len(s.automaton.Edges))}
	emptiness, compared := s.counts()
	count := func(name string, n int64) { out = append(out, engine.Count(name, n)) }
	emptiness.Each(count)
	compared.Each(count)
	return out
}
