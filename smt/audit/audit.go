package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config tells what to check. The zero value evaluates models only.
type Config struct {
	// Second makes a fresh solver of the same store, for cores and
	// unsatisfiable answers; nil for none. A solver with a
	// method Close() error is closed after use.
	Second func() smt.Solver

	// Timeout bounds one run of the second solver, and 0 means one second. A run
	// that does not end counts as skipped.
	Timeout time.Duration

	// MaxTerms bounds the number of assertions and assumptions that are
	// decided again; 0 means 1000.
	MaxTerms int

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

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("audit: %s (answer %v)\n%s", e.What, e.Answer, e.Script)
}

// Counts are numbers of checks.
type Counts struct {
	Models, Cores, Unsats int64 // re-checked and found right
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
	ordered  bool // the ordering capability was used
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
		cfg.MaxTerms = 1000
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
		smt.Stat{Name: "audits skipped", Value: s.counts.Skipped},
		smt.Stat{Name: "wrong answers", Value: s.counts.Wrong})
}

// Phase implements smt.Hinter: the hint is passed on if the inner solver takes hints.
func (s *Solver) Phase(t term.Term, v bool) {
	if h, ok := s.inner.(smt.Hinter); ok {
		h.Phase(t, v)
	}
}

// Priority implements smt.Hinter.
func (s *Solver) Priority(t term.Term, p int) {
	if h, ok := s.inner.(smt.Hinter); ok {
		h.Priority(t, p)
	}
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
		Script: script(s.st, append(slices.Clone(s.asserted), assumptions...)),
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
	if s.ordered || s.cfg.Second == nil || len(s.asserted)+len(core) > s.cfg.MaxTerms {
		s.counts.Skipped++
		return ""
	}
	switch s.second(ctx, core) {
	case smt.Sat:
		if len(core) < len(assumptions) && s.second(ctx, assumptions) == smt.Unsat {
			return "the core is satisfiable"
		}
		return "the second solver has a model"
	case smt.Unknown:
		s.counts.Skipped++
		return ""
	}
	if len(assumptions) > 0 {
		s.counts.Cores++
	}
	s.counts.Unsats++
	return ""
}

// second decides the assertions and ts by the second solver. A Sat answer is only
// believed if its model evaluates.
func (s *Solver) second(ctx context.Context, ts []term.Term) smt.Status {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	two := s.cfg.Second()
	if c, ok := two.(interface{ Close() error }); ok {
		defer c.Close()
	}
	all := append(slices.Clone(s.asserted), ts...)
	for _, t := range all {
		if two.Assert(t) != nil {
			return smt.Unknown
		}
	}
	r := two.Check(ctx)
	if r.Status == smt.Sat {
		ev := term.NewEvaluator(s.st, smt.Model{Solver: two})
		for _, t := range all {
			if v, err := ev.Eval(t); err != nil || !v.Bool() {
				return smt.Unknown
			}
		}
	}
	return r.Status
}

// clip shortens a term for a message.
func clip(s string) string {
	const most = 200
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// script writes a conjunction as SMT-LIB commands.
func script(st *term.Store, ts []term.Term) string {
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
