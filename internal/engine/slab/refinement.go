package slab

import (
	"context"
	"errors"

	"whittle.dev/internal/picture"
	"whittle.dev/smt/interpolate"
	"whittle.dev/term"
)

// refinement is the procedure on one disjunct of the error condition with one strategy.
type refinement struct {
	cfg       Config
	problem   *problem
	voc       *vocabulary
	asker     *asker
	steps     *stepTable
	target    target
	relevance relevance
	// excluded are the disjuncts that no state before the last one is in.
	excluded [][]term.Term
	// known holds in every state that is reached.
	known []term.Term
	// last, if not nil, has what last steps are left out.
	last     *lastSteps
	strategy strategy
	a        *abstraction
	// interpolator, if not nil, is asked for predicates that are no bounds or equations.
	interpolator *interpolate.Interpolator
	// windows has whether sub-paths are concretizable, by their edges.
	windows map[string]bool
	// used are the predicates that nodes were split by, and uses how often each, descending.
	used  []formula
	uses  []int
	count counts
	// path is an error path that is concretizable, or nil.
	path    []*edge
	started bool
	// shortest is told of the length of each error path, in edges.
	shortest func(edges int)
	// show, if not nil, gets the abstraction after each step, and so does the album; about is what the
	// pictures say of the disjunct.
	show  func(picture.Picture)
	album *picture.Album
	about string
	parts []part // scratch
}

// outcome is what a refinement has come to.
type outcome uint8

const (
	undecided outcome = iota
	correct           // the slice is empty
	incorrect         // there is a concretizable error path
)

// errNoPredicate: two halves contradict each other, and no predicate was found that says why.
var errNoPredicate = errors.New("no predicate was found for a spurious path")

// run is the procedure of the paper: slice, take an error path, and split a node by what makes the path
// spurious, until there is no error path or one that is concretizable. It stops undecided after a number of
// questions, and goes on there when it is called again.
func (x *refinement) run(ctx context.Context, questions int64) (outcome, error) {
	if !x.started {
		x.started = true
		x.a = initialAbstraction(x.steps, x.target, x.excluded, x.known, !x.cfg.NoLabels)
		x.picture("initial abstraction")
		if err := x.firstSlice(ctx); err != nil {
			return undecided, err
		}
		x.oneOfEach()
		if x.cfg.Counters == "explicit" {
			if err := x.explicit(ctx); err != nil {
				return undecided, err
			}
		}
		x.picture("first slice")
	}
	limit := x.asker.questions + questions
	for x.asker.questions < limit {
		if err := x.slice(ctx); err != nil {
			return undecided, err
		}
		path, lone, ok := x.a.errorPath()
		if !ok {
			return correct, nil
		}
		if lone != nil {
			if done, err := x.loneNode(ctx, lone); done || err != nil {
				return incorrect, err
			}
			continue
		}
		x.shortest(len(path))
		w, err := x.minimal(ctx, path)
		if err != nil {
			return undecided, err
		}
		if w == nil {
			x.path = path
			return incorrect, nil
		}
		if err := x.refine(ctx, w); err != nil {
			return undecided, err
		}
	}
	return undecided, ctx.Err()
}

// refine makes a minimal spurious sub-path impossible, or a shorter one spurious. One of a single edge is an
// inconsistent transition that was not looked for.
func (x *refinement) refine(ctx context.Context, w window) error {
	if len(w) == 1 {
		x.cut(w)
		return nil
	}
	q, err := x.predicate(ctx, w)
	if err != nil {
		return err
	}
	x.count.Iterations++
	x.use(q)
	n := w[len(w)-1].from
	err = x.split(ctx, n, q)
	x.pictureOf(n.id, "n%d is split by %s", n.id, x.formulaText(q))
	return err
}

// loneNode decides an error path of one node, which is initial and bad; done: it is concretizable.
func (x *refinement) loneNode(ctx context.Context, n *node) (done bool, err error) {
	ans, err := x.ask(ctx, labelParts(nil, n, 0), 0)
	if err == nil && !ans.sat {
		x.dropInconsistent(n)
	}
	return err == nil && ans.sat, err
}

// slice does what looks at the whole graph, if enough has changed.
func (x *refinement) slice(ctx context.Context) error {
	x.count.Nodes, x.count.Edges = max(x.count.Nodes, len(x.a.nodes)), max(x.count.Edges, x.a.edges)
	if x.a.shrunk == 0 || x.a.shrunk < x.a.edges/4 {
		return ctx.Err()
	}
	x.simplify()
	x.count.Simplified++
	if !x.cfg.NoBypass {
		if err := x.bypass(ctx); err != nil {
			return err
		}
	}
	x.a.shrunk = 0
	return ctx.Err()
}

func (x *refinement) ask(ctx context.Context, parts []part, last int) (answer, error) {
	return x.asker.ask(ctx, parts, last)
}
