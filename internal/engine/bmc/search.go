package bmc

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc/encoding"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/english"
)

// search is one run of the engine: rounds with growing bounds.
type search struct {
	cfg    Config
	task   engine.Task
	plan   *events.Plan
	bounds *bounds
	stats  *counters
	// guesses lets addresses be guessed to be aligned, until a guess is found to be wrong.
	guesses bool
	// arbitraryReads lets invalid reads give any value, see proveWithArbitraryReads.
	arbitraryReads bool
	// summarised are the loops that were tried with summaries.
	summarised map[events.BoundID]bool
	// undecided says that the solver gave up on them.
	undecided bool
	// valuesSufficed is set if the values alone decided all violations of the last round, see unrollFully.
	valuesSufficed bool

	covered  int               // the bound up to which it was shown that there is no violation
	shown    []string          // says so; of the last round, empty before
	evidence []engine.Evidence // the bounds that the last round reached
}

// answer is what a round has found out.
type answer struct {
	engine.Result
	final bool // otherwise only bounds are reached
}

func newSearch(ctx context.Context, cfg Config, t engine.Task) (*search, error) {
	plan, err := events.NewPlan(ctx, t.Program)
	if err != nil {
		return nil, err
	}
	return &search{cfg: cfg, task: t, plan: plan, bounds: newBounds(t.MaxUnwind, cfg.NoLoopBounds),
		stats: &counters{}, guesses: !cfg.NoSoftAddresses}, nil
}

// decide is one round. Where it shows that a guess was wrong, it is made again without guesses, and so are
// all that follow.
func (s *search) decide(ctx context.Context) (answer, error) {
	a, err := s.round(ctx)
	if errors.Is(err, errWrongGuess) {
		s.guesses = false
		a, err = s.round(ctx)
	}
	var beyond *encoding.Beyond
	if errors.As(err, &beyond) {
		a, err = answer{engine.Unsupported(beyond.Pos, beyond.Error()), true}, nil
	}
	bound := s.bounds.greatest()
	a.Stats = s.stats.list(bound)
	switch {
	case err != nil && ctx.Err() != nil:
		return s.unfinished(a, engine.Unknown("%s", engine.StopReason(ctx))), nil
	case errors.Is(err, events.ErrTooLarge):
		return s.unfinished(a, engine.Unknown("the program unrolled to bound %d is too large", bound)), nil
	case err != nil:
		return answer{}, fmt.Errorf("bmc at bound %d: %w", bound, err)
	case a.final && a.Reason == engine.Undefined:
		return s.proveWithArbitraryReads(ctx, a), nil
	case !a.final:
		s.deepens()
		return s.summarise(ctx, a), nil
	}
	return a, nil
}

// unfinished is the answer of a search that ends without one.
func (s *search) unfinished(a answer, res engine.Result) answer {
	res.Stats, res.Evidence = a.Stats, s.evidence
	return answer{res, true}
}

// deepens notes and says what a round has shown that only reached bounds.
func (s *search) deepens() {
	if n := s.bounds.covered(); n >= s.covered {
		s.covered = n
		s.shown = []string{fmt.Sprintf("no violation up to loop bound %d with %s", n,
			english.Count(s.stats.threads, "thread"))}
	}
	s.task.Emit(engine.Event{Stage: "deepen", Bound: s.bounds.greatest(), Fact: s.shown[0]})
	s.evidence = s.bounds.evidence(s.task)
}

// result is that of the search, when a is the last answer.
func (s *search) result(ctx context.Context, a answer, err error) (engine.Result, error) {
	if err != nil {
		return engine.Result{}, err
	}
	if !a.final {
		a = s.unfinished(a, s.bounds.exhausted())
	}
	if a.Facts == nil {
		a.Facts = s.shown
	}
	return s.task.WithFixedIDs(ctx, a.Result)
}
