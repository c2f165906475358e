package pdr

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/samples"
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
	// sampled counts how often lemmas were looked for.
	sampled int
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
	words := newVocabulary(s.asker)
	words.seed()
	p.sampled = 0
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
		path, core, err := s.unroll(c).path()
		if err != nil || path != nil {
			return answer{path: path}, err
		}
		p.count.refinements++
		p.emit(engine.Event{Stage: "refine", Bound: s.depth,
			Detail: fmt.Sprintf("a spurious path of %d steps, %d predicates", len(c.edges), s.size())})
		if again, err := p.sample(ctx, s, c); err != nil {
			return answer{}, err
		} else if again {
			continue
		}
		if !words.refine(c, core) {
			return answer{}, errNoPredicates
		}
	}
}

// sampleAfter are the numbers of refinements after which lemmas are looked for, the second time among more
// candidates. The first time is sooner if a path comes to a location twice: what loops keep invariant is then
// worth more than the predicates of one path.
var sampleAfter = [...]int{3, 12}

// sampleConflicts bounds the effort for one question about candidates.
const sampleConflicts = 1000

// repeats reports whether a chain comes to a location a second time.
func repeats(c *chain) bool {
	seen := map[int]bool{}
	for _, loc := range c.locs {
		if seen[loc] {
			return true
		}
		seen[loc] = true
	}
	return false
}

// sample makes lemmas of what random executions have in common, if it is time for that after a chain that has
// no concrete path. It reports whether there are any.
func (p *prover) sample(ctx context.Context, s *search, c *chain) (bool, error) {
	if p.cfg.NoSamples || p.sampled == len(sampleAfter) ||
		p.count.refinements < sampleAfter[p.sampled] && (p.sampled > 0 || !repeats(c)) {
		return false, nil
	}
	start := time.Now()
	defer func() { p.count.sampling += time.Since(start) }()
	p.emit(engine.Event{Stage: "sample"})
	solver := p.solver()
	limit(solver, sampleConflicts)
	lemmas, err := samples.Lemmas(ctx, s.g, solver, samples.Options{Forms: p.sampled > 0})
	p.sampled++
	if err != nil {
		return false, err
	}
	found := false
	for loc, ts := range lemmas {
		for _, t := range ts {
			if slices.Contains(s.places[loc].lemmas, t) {
				continue
			}
			found = true
			p.count.lemmas++
			if err := s.learn(loc, t); err != nil {
				return false, err
			}
		}
	}
	return found, nil
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
