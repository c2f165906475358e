package pdr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// answer is a path to a goal, or an invariant that excludes the goals; or, if induced is set, neither, but
// induction over several steps excludes them.
type answer struct {
	path      *transition.Path
	invariant term.Term
	induced   bool
}

// prover decides whether goals of a system are reached.
type prover struct {
	cfg   Config
	sys   *transition.System
	count *counters
	emit  func(engine.Event)
	did   func(units int64)
	// evidence: an invariant is wanted even if there is a proof without.
	evidence bool
	// certify: a proof without an invariant is none.
	certify bool
	// patience is the number of questions after which the search gives up; 0: none.
	patience int64
	// inductive is set when the goals are known not to be reached, by induction over several steps.
	inductive bool
}

// solver makes a solver over the store of the system.
func (p *prover) solver() smt.Solver {
	var s smt.Solver
	if p.cfg.Solver != nil {
		s = p.cfg.Solver(p.sys.Terms)
	} else {
		s = native.New(p.sys.Terms, native.Config{})
	}
	if p.cfg.Wrap != nil {
		s = p.cfg.Wrap(p.sys.Terms, s)
	}
	return s
}

// decide decides whether one of the goals is reached; nil: any goal.
func (p *prover) decide(ctx context.Context, goals []int) (answer, error) {
	p.inductive = false
	a, err := p.prove(ctx, goals)
	var why *gaveUp
	if err != nil && p.inductive && !p.certify &&
		(ctx.Err() != nil || errors.As(err, &why) || errors.Is(err, errNoPredicates)) {
		return answer{induced: true}, nil
	}
	return a, err
}

// prove looks for a path or an invariant.
func (p *prover) prove(ctx context.Context, goals []int) (answer, error) {
	g, err := flow.New(ctx, p.sys, p.solver(), flow.Options{Goals: goals})
	if err != nil {
		return answer{}, err
	}
	p.count.locations, p.count.edges = len(g.Locs), len(g.Edges)
	if a, err := p.bounded(ctx, g); err != nil || a.path != nil || a.invariant != term.None {
		return a, err
	}
	if p.inductive && !p.evidence {
		return answer{induced: true}, nil
	}
	if p.cfg.Integers && !p.byBits(g) {
		if a, err := p.byIntegers(ctx, goals); err != nil || a.invariant != term.None {
			return a, err
		}
	}
	return p.search(ctx, g)
}

// search looks for a path or an invariant by frames.
func (p *prover) search(ctx context.Context, g *flow.Graph) (answer, error) {
	p.count.solver = p.solver()
	s, err := newSearch(ctx, g, p.count.solver, p.cfg, p.count)
	if err != nil {
		return answer{}, err
	}
	s.did, s.emit = p.did, p.emit
	if p.inductive && !p.certify {
		s.patience = inducedQuestions
	}
	if p.patience > 0 {
		s.patience = p.patience
	}
	cfg := p.cfg.Refine
	cfg.Solver = func(*term.Store) smt.Solver { return p.solver() }
	sources := refine.New(g, cfg)
	p.count.sources = sources
	if p.byBits(g) {
		s.bits()
	} else if err := s.take(sources.Initial()); err != nil {
		return answer{}, err
	}
	defer func() { p.count.asked += s.asked }()
	for {
		c, proven, err := s.run()
		if err != nil {
			return answer{}, err
		}
		p.count.predicates = s.size()
		if c == nil {
			return answer{invariant: s.invariant(proven)}, nil
		}
		path, err := s.unroll(c).path()
		if err != nil || path != nil {
			return answer{path: path}, err
		}
		p.count.refinements++
		p.emit(engine.Event{Stage: "refine", Bound: s.depth,
			Detail: fmt.Sprintf("a spurious path of %d steps, %d predicates", len(c.edges), s.size())})
		f, err := p.refine(ctx, sources, c)
		if err != nil {
			return answer{}, err
		}
		if f.Empty() {
			return answer{}, errNoPredicates
		}
		if err := s.take(f); err != nil {
			return answer{}, err
		}
	}
}

// refinementWork is about what a refinement costs, in the units of engine.Task.Did.
const refinementWork = 100_000_000

// refine asks the sources about a chain that has no concrete path.
func (p *prover) refine(ctx context.Context, sources *refine.Refiner, c *chain) (refine.Found, error) {
	start := time.Now()
	defer func() { p.count.refining += time.Since(start) }()
	if p.did != nil {
		p.did(refinementWork)
	}
	return sources.Refine(ctx, refine.Chain{Edges: c.edges})
}

// take makes what the sources found predicates and lemmas of the search.
func (s *search) take(f refine.Found) error {
	for _, q := range f.Predicates {
		s.places[q.Location].add(s.st, q.Term)
	}
	for _, l := range f.Lemmas {
		s.count.lemmas++
		if err := s.learn(l.Location, l.Term); err != nil {
			return err
		}
	}
	return nil
}

// inducedQuestions bounds the search for an invariant where there is a proof by induction already.
const inducedQuestions = 3000

// errNoPredicates ends a search in which no source has a predicate for a spurious path.
var errNoPredicates = errors.New("no predicates were found that exclude a spurious path")

// size is the number of predicates of all locations.
func (s *search) size() int {
	n := 0
	for _, p := range s.places {
		n += len(p.predicates)
	}
	return n
}

// invariant is the invariant of the system that the cubes blocked from a level on are, with the lemmas.
func (s *search) invariant(level int) term.Term {
	at := make([]term.Term, len(s.places))
	for loc, p := range s.places {
		conj := append([]term.Term(nil), p.lemmas...)
		for l := level; l < len(p.blocked); l++ {
			for _, c := range p.blocked[l] {
				conj = append(conj, c.clause(s.st))
			}
		}
		at[loc] = s.st.And(conj...)
	}
	return s.g.Invariant(at)
}
