package slab

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// prover decides the goals of a system, one disjunct after the other.
type prover struct {
	cfg     Config
	problem *problem
	targets []target
	voc     *vocabulary
	asker   *asker
	steps   *stepTable
	// symmetry has renamings that map the system to itself.
	symmetry []renaming
	// excluded are the disjuncts, with what symmetries make of them, that are excluded from labels.
	excluded [][]term.Term
	inter    *interpolate.Interpolator
	emit     func(engine.Event)
	show     func(picture.Picture)
	// album gets the pictures of the refinements that decide disjuncts; nil: they are not wanted.
	album *picture.Album
	count counters
	// strategies are tried by turns, the one that decided the last disjunct first.
	strategies []strategy
	// proved counts the disjuncts that are not reached; the next one is not within free steps.
	proved, free int
	// settled is what is known already, if the goals are only those that leave a verdict open.
	settled string
}

// verdict is what is known of some goals.
type verdict struct {
	// path leads to a goal; nil: none is reached, because of the invariant.
	path *transition.Path
	// invariants are the certificates of the disjuncts.
	invariants []term.Term
	// noInvariant is why a disjunct has no certificate; nil: all have one.
	noInvariant error
}

func newProver(sys *transition.System, goals []int, cfg Config, emit func(engine.Event)) *prover {
	p := &prover{cfg: cfg, problem: newProblem(sys, goals, cfg.NoClauses), emit: emit,
		strategies: cfg.strategies()}
	p.targets = p.problem.targets(goals, cfg.NoDisjuncts)
	p.exclude()
	p.voc = newVocabulary(p.problem, p.targets)
	p.asker = newAsker(p.voc, p.solver)
	p.asker.noFragment = cfg.NoFragment
	p.steps = newStepTable(p.voc)
	inter := interpolate.Config{Solver: p.solver}
	if slices.ContainsFunc(sys.Vars, func(v transition.Var) bool { return sys.Terms.Sort(v.Sym).IsArray() }) {
		inter.Limit = arrayQuestions
	}
	p.inter = interpolate.New(sys.Terms, inter)
	return p
}

// arrayQuestions bounds the questions for one interpolant of a system with arrays: such models generalise to
// few others, so that there are as many of them as numbers, and each question is harder than the one before.
const arrayQuestions = 100

// solver makes a general solver.
func (p *prover) solver(st *term.Store) smt.Solver {
	var s smt.Solver
	if p.cfg.Solver != nil {
		s = p.cfg.Solver(st)
	} else {
		s = native.New(st, native.Config{})
	}
	if p.cfg.Wrap != nil {
		s = p.cfg.Wrap(st, s)
	}
	return s
}

// prove decides whether a disjunct of the goals is reached.
func (p *prover) prove(ctx context.Context) (verdict, error) {
	var v verdict
	done := map[string]bool{}
	for i, t := range p.targets {
		if t.plain && done[key(t.cond)] {
			p.proved++
			p.count.symmetric++
			continue
		}
		t.name = p.problem.sys.Goals[t.goals[0]].Name
		p.emit(engine.Event{Stage: "refine", Bound: i + 1, Detail: t.name})
		if len(p.targets) > 1 {
			t.name += fmt.Sprintf(", disjunct %d of %d", i+1, len(p.targets))
		}
		x, out, err := p.decide(ctx, t)
		if x != nil && x.album != nil {
			p.album.Append(*x.album)
		}
		if err != nil {
			return v, err
		}
		if out == incorrect {
			v.path, err = x.concretize(ctx)
			return v, err
		}
		p.proved, p.free = p.proved+1, 0
		like := p.like(t)
		for _, d := range like {
			done[key(d.cond)] = true
		}
		inv, err := x.invariant(ctx)
		if errors.Is(err, errNoInvariant) && !p.cfg.NoBypass {
			inv, err = p.withoutBypass(ctx, t)
		}
		var all []term.Term
		if err == nil {
			all, err = p.certificates(like, inv)
		}
		switch {
		case err != nil && ctx.Err() != nil:
			return v, err
		case err != nil:
			v.noInvariant = err
		default:
			v.invariants = append(v.invariants, all...)
		}
	}
	return v, nil
}

// withoutBypass proves a disjunct again, in a way that always has a certificate.
func (p *prover) withoutBypass(ctx context.Context, t target) (term.Term, error) {
	q := *p
	q.cfg.NoBypass, q.album = true, nil
	x, out, err := q.decide(ctx, t)
	p.count = q.count
	switch {
	case err != nil:
		return term.None, err
	case out != correct:
		return term.None, errors.New("slab: bypassing nodes changes the verdict")
	}
	return x.invariant(ctx)
}

// firstTurn is how many questions a strategy may ask before the next one has its turn; it grows.
const firstTurn = 2_000

// firstShare is how many times as much as the others the first strategy may ask.
const firstShare = 3

// refinement begins the procedure on a disjunct.
func (p *prover) refinement(t target, s strategy) *refinement {
	x := &refinement{cfg: p.cfg, problem: p.problem, voc: p.voc, asker: p.asker, steps: p.steps,
		interpolator: p.inter, target: t, excluded: p.excluded, last: p.lastSteps(t), strategy: s,
		show: p.show, about: t.name, windows: map[string]bool{},
		shortest: func(edges int) { p.shortest(t, edges) }}
	if p.album != nil {
		x.album = &picture.Album{}
	}
	if !p.cfg.NoLasting {
		x.known = p.problem.lasting()
	}
	if !p.cfg.NoRelevance {
		x.relevance = p.problem.relevance(t)
	} else {
		x.relevance = p.problem.indifference()
	}
	return x
}

// decide runs the strategies on a disjunct, by turns: what one finds hard another one often does not. Each
// goes on where it stopped.
func (p *prover) decide(ctx context.Context, t target) (*refinement, outcome, error) {
	var runs []*refinement
	for _, s := range p.strategies {
		runs = append(runs, p.refinement(t, s))
	}
	var failed error
	for turn := int64(firstTurn); len(runs) > 0; turn *= 2 {
		for i := 0; i < len(runs); i++ {
			x := runs[i]
			before := x.count
			share := turn
			if i == 0 {
				share *= firstShare
			}
			out, err := x.run(ctx, share)
			p.count.add(x.count, before)
			var gaveUp *gaveUpError
			switch {
			case ctx.Err() == nil && (errors.As(err, &gaveUp) || errors.Is(err, errNoPredicate)):
				failed = err
				runs = append(runs[:i], runs[i+1:]...)
				i--
			case err != nil:
				return x, out, err
			case out != undecided:
				p.count.Predicates = max(p.count.Predicates, len(x.used))
				p.count.decisive += x.count.Iterations
				p.prefer(x.strategy)
				return x, out, nil
			}
		}
	}
	return nil, undecided, failed
}

// prefer puts a strategy in front.
func (p *prover) prefer(s strategy) {
	others := slices.DeleteFunc(slices.Clone(p.strategies), func(o strategy) bool { return o == s })
	p.strategies = append([]strategy{s}, others...)
}
