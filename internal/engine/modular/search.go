package modular

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/atoms"
	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
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
)

// tableLimits bound the table of pairs, first with the values of few variables.
var tableLimits = table.Limits{Values: 6, Stores: 96, Seats: 400, Pairs: 40_000}

// errQuestions ends a search that asks too much.
var errQuestions = errors.New("the number of questions was limited")

// search looks for a proof.
type search struct {
	cfg  Config
	ctx  context.Context
	task engine.Task

	sys   *model.System
	table *table.Table
	found *fixpoint.Result

	questions, alarms, rounds int
	open                      *open
	proof                     *proof // the last one
}

// open is an error that may be reached as far as the last proof tells.
type open struct {
	what string
	pos  source.Pos
	how  string // with which views
}

// still is an error that is open.
func still(e *model.Edge, how string) *open {
	return &open{fmt.Sprintf("%s stays possible with %s: %s", e.Kind, "%s", e.What), e.Pos, how}
}

// maxShown is how many values of shared cells are told.
const maxShown = 4

// state says in which control state an error stays possible: ", while lock = 0, state = 1".
func (s *search) state(a *fixpoint.Alarm) string {
	var words []string
	for _, v := range s.sys.Globals {
		value, known := s.table.Stores[a.Store][v.Sym]
		if n, ok := s.sys.Terms.ConstUint64(value); known && ok && len(words) < maxShown {
			words = append(words, fmt.Sprintf("%s = %d", v.Name, n))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ", while " + strings.Join(words, ", ")
}

// racing is a race that is open.
func (s *search) racing(r *fixpoint.Race, how string) *open {
	what := "a race stays possible with %s, with an access at " + s.sys.Files.Format(r.Second.Pos)
	return &open{what, r.First.Pos, how}
}

// options say how the program is read.
func (s *search) options(element bool) model.Options {
	return model.Options{OneElement: element, Races: s.task.Property == property.NoDataRace}
}

// vocabulary is a set of candidates, and the number of threads in a view.
type vocabulary struct {
	k, rounds int
	compare   bool
}

// vocabularies are tried one after the other.
var vocabularies = []vocabulary{{1, 1, false}, {1, 1, true}, {1, 2, true}, {2, 1, true}}

// run is the algorithm: the table of pairs; then formulas in views of one thread, and of two, with more and
// more atoms while there is an alarm; and all of it with one element of each array.
func (s *search) run() (engine.Result, error) {
	for _, element := range []bool{false, true} {
		if element && s.cfg.NoElement {
			break
		}
		var err error
		if s.sys, err = model.Extract(s.ctx, s.task.Program, s.options(element)); err != nil {
			return engine.Result{}, err
		}
		if element && len(s.sys.Rigid) == 0 {
			break
		}
		if s.table, err = table.New(s.ctx, s.sys, tableLimits); errors.Is(err, table.ErrTooLarge) {
			return engine.Unknown("%v", err), nil
		} else if err != nil {
			return engine.Result{}, err
		}
		if s.excluded() {
			return s.holds(certify(s.table, 1, nil, fixpoint.NewCopies(s.sys)))
		}
		proved, err := s.refine()
		if err != nil {
			return engine.Result{}, err
		}
		if proved {
			return s.holds(*s.proof)
		}
	}
	return s.unknown(), nil
}

// excluded reports whether the table alone excludes all errors.
func (s *search) excluded() bool {
	for g := range s.table.Stores {
		for _, seat := range s.table.Ones(g) {
			for _, m := range s.table.Moves(g, seat) {
				if m.Edge.Kind != model.Step {
					s.open = still(m.Edge, "the pairs of locations")
					return false
				}
			}
		}
	}
	if races := fixpoint.Races(s.table); len(races) > 0 {
		s.open = s.racing(&races[0], "the pairs of locations")
		return false
	}
	return true
}

// refine looks for lemmas, with more and more atoms.
func (s *search) refine() (proved bool, err error) {
	for _, v := range vocabularies {
		if v.k > 1 && s.cfg.NoPairs {
			continue
		}
		s.rounds++
		proved, err := s.find(v)
		if errors.Is(err, errQuestions) || errors.Is(err, fixpoint.ErrUndecided) {
			s.open.how = "the effort that was allowed"
			continue
		}
		if proved || err != nil {
			return proved, err
		}
	}
	return false, nil
}

// find looks for lemmas with a vocabulary.
func (s *search) find(v vocabulary) (proved bool, err error) {
	pool := atoms.New(s.sys, v.compare, v.rounds)
	copies := fixpoint.NewCopies(s.sys)
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
	cfg.Atoms = func(g, a, b int) []term.Term {
		list := pool.Of(s.table, g, a)
		if b >= 0 {
			list = pool.Pair(s.table, copies, g, a, b, list)
		}
		return list
	}
	s.found, err = fixpoint.Find(s.ctx, s.table, cfg)
	if err != nil {
		return false, err
	}
	if a := s.found.Alarm; a != nil {
		s.alarms++
		s.open = still(a.Edge, "views of "+english.Count(v.k, "thread"))
		s.open.what += s.state(a)
		return false, nil
	}
	if r := s.found.Race; r != nil {
		s.open = s.racing(r, "views of "+english.Count(v.k, "thread"))
		return false, nil
	}
	p := certify(s.table, v.k, s.found, copies)
	s.proof = &p
	return true, nil
}

func (s *search) solver(st *term.Store) smt.Solver {
	var solver smt.Solver = native.New(st, native.Config{Conflicts: conflicts})
	if s.cfg.Wrap != nil {
		solver = s.cfg.Wrap(st, solver)
	}
	return solver
}

// holds is the result of a proof.
func (s *search) holds(p proof) (engine.Result, error) {
	res := engine.Holds(engine.ByInvariant, "an invariant of any number of threads, with %s",
		english.Count(s.table.Pairs(), "control pair"))
	res.Proof = p
	for _, a := range s.sys.Assumed {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: a.Pos, What: a.What})
	}
	res.Assumed = engine.Assumptions(res.Assumed)
	return res, nil
}

// unknown says what stays open.
func (s *search) unknown() engine.Result {
	res := engine.Unknown("%s", strings.Replace(s.open.what, "%s", s.open.how, 1))
	res.Pos = s.open.pos
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
	if s.found != nil {
		out = append(out, engine.Count("views", len(s.found.Views)),
			engine.Count("obligations", s.found.Obligations),
			engine.Count("counterexamples", s.found.Dropped))
	}
	return out
}
