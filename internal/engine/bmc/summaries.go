package bmc

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/encoding"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

const (
	// maxSummarised bounds how often further loops are summarised in one round.
	maxSummarised = 6
	// aheadConflicts bounds the search for a proof with summaries before the first round, and
	// summaryConflicts that after one.
	aheadConflicts   = 4_000
	summaryConflicts = 50_000
)

// summarise goes on when a round of a program without threads has reached the bounds of loops: it tries
// whether no goal can be reached if these have summaries, see events.Options.Summarise. A graph with
// summaries has more executions than the program, so what is reached in it says nothing, and the answer stays
// as it was.
func (s *search) summarise(ctx context.Context, a answer) answer {
	if !s.mayHaveSummaries() {
		return a
	}
	if s.undecided {
		s.summarised = nil
	}
	p := s.withMore(ctx, s.bounds.reached, summaryConflicts)
	if p.proved {
		return p.answer
	}
	return a
}

// ahead is summarise before the first round, for all loops that have a bound in it. done says that it has an
// answer.
func (s *search) ahead(ctx context.Context) (a answer, done bool) {
	if !s.mayHaveSummaries() {
		return a, false
	}
	r := &round{search: s, ctx: ctx, work: meter{s.task, newHistory(s.task)}, bound: s.bounds.greatest()}
	g, err := events.Unroll(ctx, s.plan, r.options())
	if err != nil {
		return a, false
	}
	var loops []events.BoundID
	for _, goal := range g.Goals {
		loops = append(loops, goal.Bounds...)
	}
	p := s.withMore(ctx, loops, aheadConflicts)
	return p.answer, p.proved
}

// mayHaveSummaries reports whether summaries are for the task.
func (s *search) mayHaveSummaries() bool {
	return !s.cfg.NoSummaries && !s.cfg.NoLoopBounds && s.task.Property != property.NoDataRace &&
		!hasThreads(s.task.Program)
}

// withMore asks with summaries of further loops, and of those that are found to be needed then.
func (s *search) withMore(ctx context.Context, more []events.BoundID, conflicts int64) (p summaries) {
	if s.summarised == nil {
		s.summarised = map[events.BoundID]bool{}
	}
	guesses := s.guesses
	for range maxSummarised {
		known := len(s.summarised)
		for _, id := range more {
			switch id.Kind {
			case events.LoopBound:
				s.summarised[id] = true
			case events.FixedBound:
			default:
				return p
			}
		}
		if len(s.summarised) == known && !p.guessed {
			return p
		}
		var err error
		if p, err = s.withSummaries(ctx, guesses, conflicts); err != nil || p.proved {
			p.Stats = s.stats.list(s.bounds.greatest())
			return p
		}
		s.undecided = p.gaveUp
		guesses = guesses && !p.guessed
		if more = p.reached; len(more) == 0 && !p.guessed {
			return p
		}
	}
	return p
}

// hasThreads reports whether a program may create a thread.
func hasThreads(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				return true
			}
		}
	}
	return false
}

// summaries is what a graph with summaries has shown.
type summaries struct {
	answer
	proved  bool
	gaveUp  bool             // the solver did
	guessed bool             // it rests on guesses about addresses that were wrong
	reached []events.BoundID // these bounds are reached still
}

// withSummaries asks whether a goal can be reached if loops have summaries.
func (s *search) withSummaries(ctx context.Context, guesses bool, conflicts int64) (summaries, error) {
	r := &round{search: s, ctx: ctx, work: meter{s.task, newHistory(s.task)}, bound: s.bounds.greatest()}
	s.task.Emit(engine.Event{Stage: "summaries", Bound: r.bound,
		Detail: english.Count(len(s.summarised), "loop")})
	opts := r.options()
	opts.Summarise, opts.Spin = s.summarised, false
	known, err := eventfacts.Unroll(ctx, s.plan, opts, eventfacts.Claims{Distinct: !s.cfg.NoDistinctStores},
		guesses)
	if err != nil || !known.Graph.Summarised || len(known.Graph.Threads) > 1 {
		return summaries{}, err
	}
	r.known = known
	var cases []events.Case
	p, err := r.askSummaries(&cases, conflicts)
	for i := 0; err == nil && i < len(cases) && (i == 0 || p.proved); i++ {
		if r.known, err = known.InCase(ctx, s.plan, cases[i], guesses); err != nil || r.known == nil {
			return summaries{}, err
		}
		p, err = r.askSummaries(nil, conflicts)
	}
	if err != nil || !p.proved {
		return p, err
	}
	p.answer = r.holds(known.Graph, "every execution ends within loop bound %d, but for loops that have a "+
		"summary of all their iterations", r.bound)
	p.Reason = engine.BySummaries
	return p, nil
}

// fewValues is how many values an input may have that are looked at one by one.
const fewValues = 4

// askSummaries asks whether a goal of a graph with summaries can be reached. If an input has few values, it
// leaves the question to the cases that these are, where cases is not nil: a product with a factor that is
// known is easier by far.
func (r *round) askSummaries(cases *[]events.Case, conflicts int64) (summaries, error) {
	cfg := r.work.solver()
	cfg.Conflicts = conflicts
	r.ours = native.New(r.known.Graph.Terms, cfg)
	r.solver = r.wrap(r.ours)
	r.known.Prepare(eventfacts.NewMeter(r.ctx, r.work.steps), false, false)
	r.e = encoding.New(r.ctx, r.known, r.solver, r.cfg.MaxPairs, r.work.terms)
	defer r.count()
	if err := r.e.AssumePremise(); err != nil {
		return summaries{}, err
	}
	if cases != nil {
		if *cases = r.cases(); *cases != nil {
			return summaries{}, nil
		}
	}
	kinds := r.known.Alive()
	for _, kind := range []events.GoalKind{events.BoundGoal, events.InvalidGoal, events.ViolationGoal,
		events.UnsupportedGoal} {
		if kinds[kind] == 0 {
			continue
		}
		describe(r.solver, "%s, with summaries, loop bound %d", kind, r.bound)
		reply, err := r.e.Ask(kind)
		if err != nil {
			return summaries{}, err
		}
		switch {
		case reply.Status == smt.Unsat:
			continue
		case reply.Status == smt.Sat && kind == events.BoundGoal:
			return summaries{reached: r.reachedBounds()}, nil
		}
		return summaries{guessed: reply.Status == smt.Sat && r.known.Cells.Guessed,
			gaveUp: reply.Status == smt.Unknown}, nil
	}
	return summaries{proved: true}, nil
}

// cases are those of an input with few values, or nil.
func (r *round) cases() []events.Case {
	for _, few := range r.e.Few(fewValues) {
		at, ok := r.known.Graph.Sites[few.Symbol]
		if !ok {
			continue
		}
		var out []events.Case
		for v := range few.Most + 1 {
			out = append(out, events.Case{Site: at, Value: v})
		}
		return append(out, events.Case{Site: at, Value: few.Most, Above: true})
	}
	return nil
}

// reachedBounds lists the bounds that a model reaches.
func (r *round) reachedBounds() []events.BoundID {
	var out []events.BoundID
	for i, goal := range r.known.Graph.Goals {
		if goal.Kind == events.BoundGoal && r.e.Reaches(i) {
			out = append(out, goal.Bounds...)
		}
	}
	return out
}
