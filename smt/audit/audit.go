package audit

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config says what to check. The zero value evaluates models only.
type Config struct {
	// Second makes a fresh solver of a store that the audit keeps for it, for cores and
	// unsatisfiable answers; nil for none. If it writes a proof to the second argument,
	// that is checked as well. A solver with a method Close() error is closed after use.
	Second func(*term.Store, sat.Proof) smt.Solver

	// Timeout bounds one run of the second solver, and 0 means one second. A run
	// that does not end counts as skipped.
	Timeout time.Duration

	// MaxTerms bounds the number of distinct terms in what is decided again; 0 means 200,000.
	MaxTerms int

	// MaxProof bounds the proofs that are checked, in literals of clauses and bytes of
	// text; 0 means 8 million.
	MaxProof int

	// Report is called with every discrepancy; nil for none.
	Report func(error)
}

// Error is a discrepancy between an answer and its check.
type Error struct {
	What        string // what is wrong
	Answer      smt.Result
	Assertions  []term.Term
	Assumptions []term.Term
	Script      string // the question as SMT-LIB commands
}

// Error implements error, in one line; the question is in Script.
func (e *Error) Error() string {
	return fmt.Sprintf("audit: the answer %v to a question of %d terms is wrong: %s", e.Answer,
		len(e.Assertions)+len(e.Assumptions), e.What)
}

// Counts are numbers of checks.
type Counts struct {
	Models, Cores, Unsats int64 // re-checked and found right
	Proofs                int64 // of unsatisfiable answers of the second solver, checked
	Skipped               int64 // unsatisfiable answers not re-checked
	Wrong                 int64
}

// Solver is an smt.Solver that asks another one and re-checks its answers.
type Solver struct {
	st       *term.Store
	inner    smt.Solver
	cfg      Config
	asserted []term.Term
	levels   []int
	order    *recordedOrder // nil without the ordering capability
	copy     copied
	model    bool // the last answer is Sat
	err      error
	counts   Counts
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver that asks inner, which is bound to st and has nothing asserted.
// If inner has the ordering capability use [NewOrderer], so that it is visible.
func New(st *term.Store, inner smt.Solver, cfg Config) *Solver {
	if cfg.Timeout == 0 {
		cfg.Timeout = time.Second
	}
	if cfg.MaxTerms == 0 {
		cfg.MaxTerms = 200_000
	}
	if cfg.MaxProof == 0 {
		cfg.MaxProof = 8_000_000
	}
	return &Solver{st: st, inner: inner, cfg: cfg}
}

// Err returns the first discrepancy, nil if there was none.
func (s *Solver) Err() error { return s.err }

// Counts returns how many answers were checked.
func (s *Solver) Counts() Counts { return s.counts }

// Assert implements smt.Solver.
func (s *Solver) Assert(t term.Term) error {
	s.asserted = append(s.asserted, t)
	return s.inner.Assert(t)
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.levels = append(s.levels, len(s.asserted))
	s.inner.Push()
}

// Pop implements smt.Solver.
func (s *Solver) Pop() {
	s.inner.Pop()
	top := len(s.levels) - 1
	s.asserted = s.asserted[:s.levels[top]]
	s.levels = s.levels[:top]
}

// Value implements smt.Solver.
func (s *Solver) Value(t term.Term) (term.Value, bool) {
	if !s.model {
		return term.Value{}, false
	}
	return s.inner.Value(t)
}

// Failed implements smt.Solver.
func (s *Solver) Failed() []term.Term { return s.inner.Failed() }

// Stats returns the counters of the inner solver, if it has any, and those of the audit.
func (s *Solver) Stats() []smt.Stat {
	var out []smt.Stat
	if in, ok := s.inner.(smt.Statser); ok {
		out = in.Stats()
	}
	return append(out,
		smt.Stat{Name: "audited models", Value: s.counts.Models},
		smt.Stat{Name: "audited cores", Value: s.counts.Cores},
		smt.Stat{Name: "audited unsat answers", Value: s.counts.Unsats},
		smt.Stat{Name: "audited proofs", Value: s.counts.Proofs},
		smt.Stat{Name: "audits skipped", Value: s.counts.Skipped},
		smt.Stat{Name: "wrong answers", Value: s.counts.Wrong})
}

// Close closes the inner solver, if it can be closed.
func (s *Solver) Close() error {
	if c, ok := s.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Check implements smt.Solver. A wrong answer becomes Unknown.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	r := s.inner.Check(ctx, assumptions...)
	s.model = r.Status == smt.Sat
	var what string
	switch r.Status {
	case smt.Sat:
		what = s.checkModel(assumptions)
	case smt.Unsat:
		what = s.checkUnsat(ctx, assumptions)
	}
	if what == "" {
		return r
	}
	s.model = false
	s.counts.Wrong++
	e := &Error{
		What: what, Answer: r, Assertions: slices.Clone(s.asserted), Assumptions: slices.Clone(assumptions),
		Script: s.script(assumptions),
	}
	if s.err == nil {
		s.err = e
	}
	if s.cfg.Report != nil {
		s.cfg.Report(e)
	}
	return smt.Result{Reason: "audit: " + what}
}

// checkModel evaluates all assertions and assumptions by the values of symbols alone.
func (s *Solver) checkModel(assumptions []term.Term) string {
	ev := term.NewEvaluator(s.st, smt.Model{Solver: s.inner})
	for _, ts := range [...][]term.Term{s.asserted, assumptions} {
		for _, t := range ts {
			v, err := ev.Eval(t)
			switch {
			case err != nil:
				return "the model has no value for an assertion: " + err.Error()
			case !v.Bool():
				return "the model does not satisfy " + clip(s.st.String(t))
			}
		}
	}
	if s.order != nil {
		if what := s.order.check(ev); what != "" {
			return what
		}
	}
	s.counts.Models++
	return ""
}

// checkUnsat decides the assertions with the core, or all of the assumptions, again.
func (s *Solver) checkUnsat(ctx context.Context, assumptions []term.Term) string {
	core := s.inner.Failed()
	for _, t := range core {
		if !slices.Contains(assumptions, t) {
			return "the core has " + clip(s.st.String(t)) + ", which was not assumed"
		}
	}
	if s.cfg.Second == nil {
		s.counts.Skipped++
		return ""
	}
	status, proved, err := s.second(ctx, core)
	switch {
	case err != nil:
		return err.Error()
	case status == smt.Sat:
		if len(core) < len(assumptions) {
			if status, _, _ := s.second(ctx, assumptions); status == smt.Unsat {
				return "the core is satisfiable"
			}
		}
		return "the second solver has a model"
	case status == smt.Unknown:
		s.counts.Skipped++
		return ""
	}
	if proved {
		s.counts.Proofs++
	}
	if len(assumptions) > 0 {
		s.counts.Cores++
	}
	s.counts.Unsats++
	return ""
}

// clip shortens a term for a message.
func clip(s string) string {
	const most = 200
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// script writes the question as SMT-LIB commands, orders as constraints over clocks.
func (s *Solver) script(assumptions []term.Term) string {
	ts := s.question(assumptions)
	st := s.copy.st
	var b strings.Builder
	b.WriteString("(set-logic ALL)\n")
	for _, x := range st.Symbols(ts...) {
		fmt.Fprintf(&b, "(declare-const %s %s)\n", st.String(x), st.SortString(st.Sort(x)))
	}
	for _, t := range ts {
		b.WriteString("(assert ")
		st.Write(&b, t)
		b.WriteString(")\n")
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}
