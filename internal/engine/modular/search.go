package modular

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/atoms"
	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/samples"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// defaultQuestions bounds the questions of a search, questionWork is what one costs in the units of
// engine.Task.Did.
const (
	defaultQuestions = 20_000
	questionWork     = 200_000
	conflicts        = 20_000 // of one question
	conflictsOfSums  = 2_000  // where there are sums with counters, which are asked for one by one then
	maxCounted       = 3_000  // control pairs with which counting goes on when few candidates do not suffice
)

// errQuestions ends a search that asks too much.
var errQuestions = errors.New("the number of questions was limited")

// search looks for a proof.
type search struct {
	cfg  Config
	ctx  context.Context
	task engine.Task

	sys     *model.System
	as      reading      // how sys was made
	samples *samples.Set // of sys, or nil
	table   *table.Table
	copies  *fixpoint.Copies // of sys
	views   *samples.Views   // of the samples in the table, or nil
	found   *fixpoint.Result

	questions, alarms, rounds int
	open                      *open
	failed                    *model.Edge // the last error that stays open; nil: a race
	followed                  bool        // an element of each array, or an object of the heap
	tried                     []attempt
	proof                     *modularProof // the last one
}

// attempt is a vocabulary, and how the program was read.
type attempt struct {
	as   reading
	with vocabulary
}

// remember keeps what stays open: not what does only where threads are counted, or no element is followed,
// which tells less.
func (s *search) remember(o *open) {
	if s.open == nil || !s.as.count && (s.as.element || !s.followed) {
		s.open = o
	}
}

// open is an error that may be reached as far as the last proof tells.
type open struct {
	what string
	pos  source.Pos
	how  string // with which views
	note engine.Note
}

// still is an error that is open.
func still(e *model.Edge, how string) *open {
	return &open{what: fmt.Sprintf("%s was not excluded by what is known of %s: %s", e.Kind, "%s", e.What),
		pos: e.Pos, how: how}
}

// racing is a race that is open.
func (s *search) racing(r *fixpoint.Race, how string) *open {
	what := "a race was not excluded by what is known of %s, with an access at " +
		s.sys.Files.Format(r.Second.Pos)
	return &open{what: what, pos: r.First.Pos, how: how}
}

// answer is the result of a search.
func (s *search) answer(proved bool, err error) (engine.Result, error) {
	switch {
	case errors.Is(err, table.ErrTooLarge):
		return engine.Unknown("%v", err), nil
	case err != nil:
		return engine.Result{}, err
	case proved:
		return s.holds(*s.proof)
	}
	return s.unknown(), nil
}

// prove looks for a proof of the program read in some way.
func (s *search) prove(as reading, with []vocabulary) (proved bool, err error) {
	if proved, err := s.read(as); proved || err != nil {
		return proved, err
	}
	return s.refine(with)
}

// excluded reports whether the table alone excludes all errors.
func (s *search) excluded() bool {
	for g := range s.table.Stores {
		for _, seat := range s.table.Ones(g) {
			for _, m := range s.table.Moves(g, seat) {
				if m.Edge.Kind != model.Step {
					s.remember(still(m.Edge, "pairs of places"))
					return false
				}
			}
		}
	}
	if races := fixpoint.Races(s.table); len(races) > 0 {
		s.remember(s.racing(&races[0], "pairs of places"))
		return false
	}
	return true
}

// refine looks for lemmas, with more and more atoms.
func (s *search) refine(with []vocabulary) (proved bool, err error) {
	for _, v := range with {
		now := attempt{s.as, v}
		if v.k > 1 && s.cfg.NoPairs || s.excessive(v) || slices.Contains(s.tried, now) {
			continue
		}
		s.tried = append(s.tried, now)
		s.rounds++
		proved, err := s.find(v)
		if errors.Is(err, errQuestions) || errors.Is(err, fixpoint.ErrUndecided) ||
			errors.Is(err, fixpoint.ErrTooMany) {
			s.open.how = "the effort that was allowed"
			continue
		}
		if proved || err != nil {
			return proved, err
		}
	}
	return false, nil
}

// excessive reports whether a vocabulary costs too much where threads are counted at many places.
func (s *search) excessive(v vocabulary) bool {
	return s.as.count && (v.k > 1 || v.when || s.as.alone) && s.table.Pairs() > maxCounted
}

// find looks for lemmas with a vocabulary.
func (s *search) find(v vocabulary) (proved bool, err error) {
	pool := atoms.New(s.sys, atoms.Options{Compare: v.compare, Imply: v.imply, Drift: v.drift,
		Rounds: v.rounds})
	copies, views := s.copies, s.views
	left := s.cfg.Questions
	if left == 0 {
		left = defaultQuestions
	}
	cfg := fixpoint.Config{K: v.k, Copies: copies, Solver: s.solver(s.sys.Terms)}
	cfg.Asked = func() error {
		s.questions++
		s.task.Did(questionWork)
		if left--; left < 0 {
			return errQuestions
		}
		return nil
	}
	failing := s.failing()
	ones := map[[2]int][]term.Term{} // by store and seat
	cfg.Atoms = func(g, a, b int) []term.Term {
		if v.failing && !failing[s.table.Seats[a].Template] {
			return nil
		}
		one := func(a int) []term.Term {
			list, again := ones[[2]int{g, a}]
			if again {
				return list
			}
			list = pool.Of(s.table, g, a)
			if views != nil {
				candidates := slices.Concat(list, views.Learnt(g, a))
				if v.when {
					candidates = append(candidates, views.When(g, a, list)...)
				}
				list = views.Holding(g, a, candidates)
			}
			ones[[2]int{g, a}] = list
			return list
		}
		list := slices.Clone(one(a)) // the fixpoint changes it
		if b >= 0 {
			list = pool.Pair(s.table, copies, g, a, b, list)
			if views != nil {
				for _, t := range one(b) {
					list = append(list, copies.Of(t, s.table.Seats[b].Template, 1))
				}
				list = views.HoldingPair(g, a, b, list)
			}
		}
		return list
	}
	s.found, err = fixpoint.Find(s.ctx, s.table, cfg)
	if err != nil {
		return false, err
	}
	s.failed = nil
	if a := s.found.Alarm; a != nil {
		s.alarms++
		s.failed = a.Edge
		o := still(a.Edge, english.Count(v.k, "thread")+" at a time")
		o.note = s.picture(a)
		s.remember(o)
		return false, nil
	}
	if r := s.found.Race; r != nil {
		s.remember(s.racing(r, english.Count(v.k, "thread")+" at a time"))
		return false, nil
	}
	p := certify(s.table, v.k, s.found, copies)
	s.proof = &p
	return true, nil
}

// failing are the templates whose threads may come to an error as the table tells.
func (s *search) failing() map[int]bool {
	out := map[int]bool{}
	for g := range s.table.Stores {
		for _, seat := range s.table.Ones(g) {
			for _, m := range s.table.Moves(g, seat) {
				if m.Edge.Kind != model.Step {
					out[s.table.Seats[seat].Template] = true
				}
			}
		}
	}
	return out
}

func (s *search) solver(st *term.Store) smt.Solver {
	most := int64(conflicts)
	if s.as.count {
		most = conflictsOfSums
	}
	var solver smt.Solver = native.New(st, native.Config{Conflicts: most})
	if s.cfg.Wrap != nil {
		solver = s.cfg.Wrap(st, solver)
	}
	return solver
}

// holds is the result of a proof.
func (s *search) holds(p modularProof) (engine.Result, error) {
	res := engine.Holds(engine.ByInvariant, "an invariant of any number of threads, with %s",
		english.Count(s.table.Pairs(), "control pair"))
	res.Proof = p
	if s.task.Explain {
		res.Evidence = p.evidence()
	}
	for _, a := range s.sys.Assumed {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
	}
	if len(s.sys.Counters) > 0 {
		res.Assumed = append(res.Assumed, engine.Assumption{What: s.sys.Bound()})
	}
	res.Assumed = engine.Assumptions(res.Assumed)
	return res, nil
}

// unknown says what stays open.
func (s *search) unknown() engine.Result {
	res := engine.Unknown("%s", strings.Replace(s.open.what, "%s", s.open.how, 1))
	res.Pos = s.open.pos
	if s.open.note != nil {
		res.Notes = append(res.Notes, s.open.note)
	}
	return res
}

// stats are the statistics.
func (s *search) stats() []engine.Stat {
	out := []engine.Stat{engine.Count("questions", s.questions), engine.Count("alarms", s.alarms)}
	if s.table != nil {
		out = append(out, engine.Count("templates", len(s.table.Sys.Templates)),
			engine.Count("stores", len(s.table.Stores)), engine.Count("seats", len(s.table.Seats)),
			engine.Count("pairs", s.table.Pairs()), engine.Count("table rounds", s.table.Rounds))
	}
	if s.proof != nil {
		out = append(out, engine.Count("threads in a view", s.proof.cert.K),
			engine.Count("atoms", s.proof.atoms()))
	}
	if s.found != nil {
		out = append(out, engine.Count("views", len(s.found.Views)),
			engine.Count("obligations", s.found.Obligations),
			engine.Count("counterexamples", s.found.Dropped))
	}
	return out
}
