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

// answer is a path to a goal, or an invariant that excludes the goals.
type answer struct {
	path      *transition.Path
	invariant term.Term
}

// prover decides whether goals of a system are reached.
type prover struct {
	cfg   Config
	sys   *transition.System
	count *counters
	emit  func(engine.Event)
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

// prove decides whether one of the goals is reached; nil: any goal.
func (p *prover) prove(ctx context.Context, goals []int) (answer, error) {
	g, err := flow.New(ctx, p.sys, p.solver(), flow.Options{Goals: goals})
	if err != nil {
		return answer{}, err
	}
	p.count.locations, p.count.edges = len(g.Locs), len(g.Edges)
	p.count.solver = p.solver()
	s, err := newSearch(ctx, g, p.count.solver, p.cfg, p.count)
	if err != nil {
		return answer{}, err
	}
	cfg := p.cfg.Refine
	cfg.Solver = func(*term.Store) smt.Solver { return p.solver() }
	sources := refine.New(g, cfg)
	p.count.sources = sources
	if err := s.take(sources.Initial()); err != nil {
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
			inv := s.invariant(proven)
			return answer{invariant: inv}, p.check(ctx, inv, goals)
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

// refine asks the sources about a chain that has no concrete path.
func (p *prover) refine(ctx context.Context, sources *refine.Refiner, c *chain) (refine.Found, error) {
	start := time.Now()
	defer func() { p.count.refining += time.Since(start) }()
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
