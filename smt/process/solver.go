package process

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Config says which solver is asked and how.
type Config struct {
	// Command is the name of a solver (z3, cvc5, bitwuzla, yices-smt2, mathsat, opensmt), or a
	// command line, split at spaces, of a program that reads SMT-LIB 2 from
	// standard input. A known solver without arguments gets those it needs.
	Command string

	// Logic is given to set-logic; empty: the widest that the solver takes.
	Logic string

	// PerQuery starts a new process for each check.
	PerQuery bool

	// ModelTimeout bounds the reading of a model; 0 means ten seconds.
	ModelTimeout time.Duration

	// Env is the environment of the process; nil: that of this one.
	Env []string
}

// Solver asks a process. It belongs to the goroutine that owns the store. Create one with New, and Close it.
type Solver struct {
	st      *term.Store
	cfg     Config
	path    string
	args    []string
	dialect dialect

	asserted []assertion
	levels   []int // lengths of asserted

	child   *child // nil: none is running
	w       *lib.Writer
	sent    int  // assertions that the writer has
	open    int  // levels that the writer has opened
	scratch bool // the writer has one more level, with the assumptions of the last check

	model  *model
	failed []term.Term
	stats  struct{ checks, starts, lost int64 }
}

// assertion holds for all values of vars.
type assertion struct {
	vars []term.Term
	body term.Term
}

var (
	_ smt.Solver   = (*Solver)(nil)
	_ smt.ForAller = (*Solver)(nil)
	_ smt.Statser  = (*Solver)(nil)

	_ smt.Restricted = (*Solver)(nil)
)

// New returns a solver for terms of st with nothing asserted. The error says that
// there is no such program; it is started by the first check.
func New(st *term.Store, cfg Config) (*Solver, error) {
	s := &Solver{st: st, cfg: cfg}
	if s.cfg.ModelTimeout == 0 {
		s.cfg.ModelTimeout = 10 * time.Second
	}
	var err error
	if s.path, s.args, s.dialect, err = commandLine(cfg.Command); err != nil {
		return nil, err
	}
	if s.cfg.Logic == "" {
		s.cfg.Logic = s.dialect.logic
	}
	return s, nil
}

// Restrict implements smt.Restricted: z3 has procedures of its own for some logics, in place of one for all.
func (s *Solver) Restrict(logic string) {
	s.kill()
	s.cfg.Logic = logic
}

// Close ends the process. The solver may be used again.
func (s *Solver) Close() error {
	s.model = nil
	s.kill()
	return nil
}

// kill ends the process and returns how it ended.
func (s *Solver) kill() string {
	if s.child == nil {
		return ""
	}
	how := s.child.stop()
	s.child, s.w = nil, nil
	return how
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t term.Term) error { return s.AssertForAll(nil, t) }

// AssertForAll implements smt.ForAller. Whether the process can answer depends on the solver.
func (s *Solver) AssertForAll(vars []term.Term, body term.Term) error {
	if !s.st.Sort(body).IsBool() {
		return fmt.Errorf("process: assertion of sort %s", s.st.SortString(s.st.Sort(body)))
	}
	s.asserted = append(s.asserted, assertion{vars, body})
	return nil
}

// Push implements smt.Solver.
func (s *Solver) Push() { s.levels = append(s.levels, len(s.asserted)) }

// Pop implements smt.Solver. The model of the last Check stays readable.
func (s *Solver) Pop() {
	if len(s.levels) == 0 {
		panic("process: Pop without Push")
	}
	depth := len(s.levels) - 1
	s.asserted = s.asserted[:s.levels[depth]]
	s.levels = s.levels[:depth]
	if s.w == nil {
		return
	}
	s.dropScratch()
	if s.open > depth {
		s.w.Pop()
		s.open = depth
		s.sent = min(s.sent, len(s.asserted))
	}
}

func (s *Solver) dropScratch() {
	if s.scratch {
		s.w.Pop()
		s.scratch = false
	}
}

// begin starts a process, with nothing sent.
func (s *Solver) begin() error {
	c, err := start(s.path, s.args, s.cfg.Env)
	if err != nil {
		return err
	}
	s.child = c
	s.w = lib.NewWriter(s.st, true)
	s.sent, s.open, s.scratch = 0, 0, false
	s.stats.starts++
	s.w.Raw("(set-option :print-success false)\n(set-option :produce-models true)\n")
	if s.dialect.tellsCore {
		s.w.Raw("(set-option :produce-unsat-assumptions true)\n")
	}
	s.w.Raw("(set-logic " + s.cfg.Logic + ")\n")
	return nil
}

// update writes the assertions and levels that the process does not have.
func (s *Solver) update() {
	s.dropScratch()
	for s.sent < len(s.asserted) || s.open < len(s.levels) {
		if s.open < len(s.levels) && s.levels[s.open] == s.sent {
			s.w.Push()
			s.open++
			continue
		}
		s.w.AssertForAll(s.asserted[s.sent].vars, s.asserted[s.sent].body)
		s.sent++
	}
}

// Check implements smt.Solver. What goes wrong with the process is the reason of an Unknown.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	s.model, s.failed = nil, nil
	s.stats.checks++
	if err := ctx.Err(); err != nil {
		return unknown(err)
	}
	if s.cfg.PerQuery {
		s.kill()
	}
	if s.child == nil {
		if err := s.begin(); err != nil {
			return smt.Result{Reason: "process: " + err.Error()}
		}
	}
	s.update()
	var names []string
	if len(assumptions) > 0 {
		s.w.Push()
		s.scratch = true
		for _, a := range assumptions {
			if s.dialect.assumes {
				names = append(names, s.w.Literal(a))
			} else {
				s.w.Assert(a)
			}
		}
	}
	if len(names) > 0 {
		s.w.Raw("(check-sat-assuming (" + strings.Join(names, " ") + "))\n")
	} else {
		s.w.Raw("(check-sat)\n")
	}
	replies, err := s.child.exchange(ctx, s.w.Take(), 1)
	if err != nil {
		return s.lose(err)
	}
	switch replies[0].String() {
	case "sat":
		s.model = s.newModel(assumptions)
		return smt.Result{Status: smt.Sat}
	case "unsat":
		s.findFailed(ctx, assumptions, names)
		if s.cfg.PerQuery {
			s.kill()
		}
		return smt.Result{Status: smt.Unsat}
	case "unknown", "timeout":
		if s.cfg.PerQuery {
			s.kill()
		}
		return smt.Result{Reason: "incomplete"}
	}
	return s.lose(fmt.Errorf("garbage from the solver: %s", brief(replies[0].String())))
}

// lose gives the process up after an error.
func (s *Solver) lose(err error) smt.Result {
	s.stats.lost++
	if how := s.kill(); errors.Is(err, errDied) {
		err = fmt.Errorf("%w: %s", err, how)
	}
	return unknown(err)
}

func unknown(err error) smt.Result {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return smt.Result{Reason: smt.ReasonTimeout}
	case errors.Is(err, context.Canceled):
		return smt.Result{Reason: smt.ReasonCanceled}
	}
	return smt.Result{Reason: "process: " + err.Error()}
}

// findFailed asks which assumptions failed. Without an answer it is all of them.
func (s *Solver) findFailed(ctx context.Context, assumptions []term.Term, names []string) {
	failed := map[string]bool{}
	all := true
	if len(names) > 0 && s.dialect.tellsCore {
		replies, err := s.child.exchange(ctx, "(get-unsat-assumptions)\n", 1)
		if err != nil {
			s.lose(err)
		} else if replies[0].Kind == lib.List {
			all = false
			known := map[string]bool{}
			for _, n := range names {
				known[n] = true
			}
			for i := range replies[0].List {
				name := replies[0].List[i].String()
				failed[name] = true
				all = all || !known[name]
			}
		}
	}
	seen := map[term.Term]bool{}
	for i, a := range assumptions {
		if (all || failed[names[i]]) && !seen[a] {
			seen[a] = true
			s.failed = append(s.failed, a)
		}
	}
}

// Failed implements smt.Solver.
func (s *Solver) Failed() []term.Term { return s.failed }

// Stats counts checks, processes started and processes given up.
func (s *Solver) Stats() []smt.Stat {
	return []smt.Stat{
		{Name: "checks", Value: s.stats.checks},
		{Name: "processes", Value: s.stats.starts},
		{Name: "processes given up", Value: s.stats.lost},
	}
}
