package cpa

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Engine is the configurable program analysis.
type Engine struct {
	cfg Config
	// watch, if not nil, gets the exploration when it has ended; see Graph.
	watch func(*run)
}

// New returns an engine. The error names a value of the Config that is not known, or a file that is not
// there.
func New(cfg Config) (*Engine, error) {
	if _, err := cfg.parts(); err != nil {
		return nil, err
	}
	if cfg.PrecisionIn != "" {
		if _, err := os.Stat(cfg.PrecisionIn); err != nil {
			return nil, fmt.Errorf("precision-in: %w", err)
		}
	}
	return &Engine{cfg: cfg}, nil
}

// Name is "cpa".
func (*Engine) Name() string { return "cpa" }

// Check explores and refines until a violation is found, nothing is left to explore, or the context or a
// limit ends it.
func (e *Engine) Check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	res, err = e.check(ctx, t)
	var full *term.Exhausted
	if errors.As(err, &full) {
		return engine.Unknown("%s: %v", engine.ErrMemory, full), nil
	}
	return res, err
}

func (e *Engine) check(ctx context.Context, t engine.Task) (res engine.Result, err error) {
	defer term.Recover(&err)
	if t.System != nil {
		return engine.NoSystems(e.Name()), nil
	}
	if !checks(t.Property) || t.Program.SeeksLost() {
		return engine.Unknown("the engine cpa does not check the property %s yet",
			t.Property).Because(engine.OtherTask), nil
	}
	r, res, err := e.takeTurns(ctx, t)
	var unfit *precisionError
	switch {
	case err != nil && ctx.Err() != nil:
		res, err = engine.Unknown("%s", engine.StopReason(ctx)), nil
	case errors.As(err, &unfit):
		return engine.Unknown("%v", unfit).Because(engine.OtherTask), nil
	}
	if err != nil {
		return engine.Result{}, fmt.Errorf("cpa: %w", err)
	}
	if r != nil {
		if res.Verdict.Kind == property.Unknown && len(res.Facts) == 0 {
			res.Facts = r.facts()
		}
		res.Stats = r.stats()
		if t.Explain {
			res.Evidence, res.Pictures = r.evidence(), r.album()
		}
		if e.watch != nil {
			e.watch(r)
		}
		if e.cfg.PrecisionOut != "" {
			if err := r.writePrecision(e.cfg.PrecisionOut); err != nil {
				return engine.Result{}, fmt.Errorf("cpa: writing the precision: %w", err)
			}
		}
		if res.Verdict.Kind == property.True {
			res.Candidates = r.candidates()
		}
		return r.certify(ctx, t, res)
	}
	return res, nil
}

// checks reports whether the engine decides a property: violations of all its parts are seen in one step.
func checks(p property.Property) bool {
	return !slices.ContainsFunc(p.Parts(), func(q property.Property) bool {
		return q != property.NoDataRace && !q.OfOperations()
	})
}

// run gives the verdict.
func (r *run) run() (engine.Result, error) {
	tr, err := r.cegar()
	switch {
	case err != nil:
		return engine.Result{}, err
	case tr != nil:
		res := engine.Violated(tr.Property, tr)
		res.Why = fmt.Sprintf("found after %s and %s", english.Count(r.graph.Made(), "state"),
			english.Count(r.refinements, "refinement"))
		return res, nil
	case r.ctx.Err() != nil:
		return engine.Result{}, r.ctx.Err()
	case r.paused, r.lost:
		return engine.Result{}, nil
	case r.full:
		return engine.Unknown("more than %d states", r.cfg.MaxStates), nil
	}
	assumed := r.assumed()
	if end := ends(r.met, multistate.Unsupported); end != nil {
		res := engine.Unsupported(end.Pos(), end.What)
		res.Assumed = assumed
		return res, nil
	}
	if end := ends(r.met, multistate.Contested); end != nil {
		res := engine.Unknown("%s", end.What).Because(engine.Inexact)
		res.Pos, res.Assumed = end.Pos(), assumed
		return res, nil
	}
	if end := ends(r.met, multistate.Invalid); end != nil {
		res := engine.UndefinedBehaviour(end.Pos(), end.What)
		res.Assumed = assumed
		return res, nil
	}
	if r.x.Blurred() {
		return engine.Unfollowed(source.Pos{}, "a pointer that may lead to several objects of the heap"), nil
	}
	if len(r.open) > 0 {
		end := r.open[0]
		res := engine.Unknown("a path to %s at %s exists in the abstraction and in no execution, and "+
			"nothing was found that tells the two apart", what(end),
			r.task.Program.Files.Format(end.Pos()))
		res.Pos = end.Pos()
		return res, nil
	}
	switch {
	case r.analysis.Bounded:
		return engine.Unknown("a thread may go round a loop more often than the bound (loop-bound)"), nil
	case r.refines.bmc:
		res := engine.Holds(engine.ByStates, "all %s were visited", english.Count(r.graph.Size(), "state"))
		res.Assumed = assumed
		return res, nil
	}
	res := engine.Holds(engine.ByInvariant, "an abstraction of %s, with %s and %s after %s",
		english.Count(r.graph.Size(), "state"), english.Count(r.predicates(), "predicate"),
		english.Count(r.values.Len(), "followed variable"), english.Count(r.refinements, "refinement"))
	res.Assumed = assumed
	return res, nil
}

func what(s *multistate.Stop) string {
	if s.Kind == multistate.Violated {
		return "the violation"
	}
	return s.What
}

// assumed lists the undefined behaviour that was met, in the order of the source.
func (r *run) assumed() []engine.Assumption {
	var out []engine.Assumption
	for _, end := range r.met {
		if end.Kind == multistate.Undefined {
			out = append(out, engine.Assumption{Pos: end.Pos(), What: end.What})
		}
	}
	return engine.Assumptions(out)
}

// facts says how far an analysis came that did not end.
func (r *run) facts() []string {
	return []string{fmt.Sprintf("no violation in %s, after %s",
		english.Count(r.graph.Size(), "abstract state"), english.Count(r.refinements, "refinement"))}
}

// sampleEvery is the time between two samples for the history.
const sampleEvery = 10 * time.Millisecond

// tell emits an event now and then.
func (r *run) tell() {
	if now := time.Now(); r.task.Explain && now.Sub(r.sampled) >= sampleEvery {
		r.sampled = now
		r.task.Emit(engine.Event{Samples: []engine.Stat{engine.Count("states", r.graph.Size()),
			engine.Count("states to explore", r.wait.Len()), engine.Count("refinements", r.refinements),
			engine.Count("predicates", r.predicates()), engine.Count("covered states", r.graph.Covered())}})
	}
	if r.graph.Made()&0xff == 0 {
		r.task.Emit(engine.Event{Stage: "explore", Detail: fmt.Sprintf("%d states, %d to go, %d refinements",
			r.graph.Size(), r.wait.Len(), r.refinements),
			Stats: []engine.Stat{engine.Count("states", r.graph.Size())}})
	}
}

// stats are the statistics.
func (r *run) stats() []engine.Stat {
	places, most := r.located()
	out := []engine.Stat{
		engine.Count("states", r.graph.Size()), engine.Count("states made", r.graph.Made()),
		engine.Count("covered states", r.graph.Covered()),
		engine.Count("transitions", r.analysis.Transitions), engine.Count("threads", r.analysis.Threads),
		engine.Count("merged states", r.analysis.Merged),
		engine.Count("simplified disjunctions", r.x.Factored()),
		engine.Count("refinements", r.refinements), engine.Count("abstractions", r.analysis.Abstractions),
		engine.Count("followed variables", r.values.Len()), engine.Count("predicates", r.predicates()),
		engine.Count("locations with predicates", places), engine.Count("predicates at one location", most),
		engine.Seconds("step time", r.exploring-r.analysis.Abstracting),
		engine.Seconds("abstraction time", r.analysis.Abstracting),
		engine.Seconds("refinement time", r.refining),
	}
	if r.analysis.Bounded {
		out = append(out, engine.Count("loop bound", r.turns))
	}
	if r.predicate != nil {
		out = append(out, engine.Count("questions of the abstraction", r.predicate.Questions))
	}
	return out
}

// located is at how many control locations predicates are known, and of how many at most at one of them.
func (r *run) located() (places, most int) {
	at := map[string]map[term.Term]bool{}
	for n := range r.graph.All() {
		if !n.State.Abstract() || n.State.MS == nil || r.predicate == nil {
			continue
		}
		facts := r.analysis.Facts(n.State)
		if len(facts) == 0 {
			continue
		}
		here := fmt.Sprint(n.State.MS.Points())
		for _, f := range facts {
			for _, a := range atoms(r.x.Terms(), f) {
				if at[here] == nil {
					at[here] = map[term.Term]bool{}
				}
				at[here][a] = true
			}
		}
		most = max(most, len(at[here]))
	}
	return len(at), most
}
