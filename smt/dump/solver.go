package dump

import (
	"context"
	"io"
	"slices"
	"strings"

	"whittle.dev/smt"
	"whittle.dev/smt/clock"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Solver passes everything on to the solver inside, and writes a script for each check.
type Solver struct {
	st       *term.Store
	inner    smt.Solver
	folder   *Folder
	asserted []assertion
	levels   []int // lengths of asserted
	order    *clock.Encoding
	note     string // comment for the next script
}

// assertion holds for all values of vars.
type assertion struct {
	vars []term.Term
	body term.Term
}

var (
	_ smt.Solver  = (*Solver)(nil)
	_ smt.Statser = (*Solver)(nil)
)

// New returns a decorator of inner, which must be a solver of st.
func New(st *term.Store, inner smt.Solver, folder *Folder) *Solver {
	return &Solver{st: st, inner: inner, folder: folder, order: clock.NewEncoding(st)}
}

// Note begins the next script with a comment of one line, which says what is asked for example.
func (s *Solver) Note(text string) { s.note = "; " + strings.Join(strings.Fields(text), " ") + "\n" }

// Assert implements smt.Solver.
func (s *Solver) Assert(t term.Term) error {
	s.asserted = append(s.asserted, assertion{body: t})
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
	n := len(s.levels) - 1
	s.asserted, s.levels = s.asserted[:s.levels[n]], s.levels[:n]
}

// Check implements smt.Solver. The script is written before the question is
// asked, so that it is there even if no answer ever comes.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	name := s.folder.name()
	head, body := s.script(assumptions)
	if err := write(name, head, body); err != nil {
		return smt.Result{Reason: err.Error()}
	}
	r := s.inner.Check(ctx, assumptions...)
	if r.Status != smt.Unknown {
		if err := write(name, head, "(set-info :status "+r.Status.String()+")\n", body); err != nil {
			return smt.Result{Reason: err.Error()}
		}
	}
	return r
}

// script returns the text before and after the place for the status.
func (s *Solver) script(assumptions []term.Term) (head, body string) {
	all := slices.Clone(s.asserted)
	for i := range s.order.Len() {
		all = append(all, assertion{body: s.order.Constraint(i)})
	}
	for _, t := range assumptions {
		all = append(all, assertion{body: t})
	}
	w := lib.NewWriter(s.st, false)
	for _, a := range all {
		if !s.st.IsTrue(a.body) {
			w.AssertForAll(a.vars, a.body)
		}
	}
	w.Raw("(check-sat)\n(exit)\n")
	note := s.note
	s.note = ""
	return note + "(set-logic " + logic(s.st, all) + ")\n", w.Take()
}

// logic returns the name of the smallest logic that has everything in the assertions.
func logic(st *term.Store, all []assertion) string {
	arrays, numbers, quantified := false, false, false
	var terms []term.Term
	for _, a := range all {
		terms = append(terms, a.body)
		quantified = quantified || len(a.vars) > 0
	}
	for _, sym := range st.Symbols(terms...) {
		sort := st.Sort(sym)
		arrays = arrays || sort.IsArray()
		numbers = numbers || sort.IsInt() || sort.IsReal() || sort.IsFunc() || sort.IsUninterpreted()
	}
	switch {
	case numbers, quantified && arrays:
		return "ALL"
	case quantified:
		return "BV"
	case arrays:
		return "QF_ABV"
	}
	return "QF_BV"
}

// Value implements smt.Solver.
func (s *Solver) Value(t term.Term) (term.Value, bool) { return s.inner.Value(t) }

// Failed implements smt.Solver.
func (s *Solver) Failed() []term.Term { return s.inner.Failed() }

// Stats implements smt.Statser: the counters of the solver inside, if it has some.
func (s *Solver) Stats() []smt.Stat {
	if st, ok := s.inner.(smt.Statser); ok {
		return st.Stats()
	}
	return nil
}

// Close closes the solver inside, if that can be closed.
func (s *Solver) Close() error {
	if c, ok := s.inner.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
