package measures

import (
	"context"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Write prints the measures, and after them what Check asks as an SMT-LIB 2 script: the measures are right
// if a solver answers unsat to every question.
func (p *Proof) Write(w io.Writer, title string) error {
	var b strings.Builder
	line := func(text string) { b.WriteString("; " + english.OneLine(text) + "\n") }
	line(title)
	line(english.Count(len(p.Measures), "measure") + ":")
	for _, text := range p.Texts {
		line("  " + text)
	}
	b.WriteString("; No step between the heads of loops increases its measure, each loop has a step that " +
		"decreases\n; one, and the conditions under which that is so hold, if the answer to each of the " +
		"questions\n; below is unsat.\n(set-logic ALL)\n")
	var s *scribe
	_, err := p.checkWith(context.Background(), func(st *term.Store) (smt.Solver, error) {
		if s == nil {
			s = &scribe{out: lib.NewWriter(st, false)}
		}
		return s, nil
	}, func(what string) { s.about = what })
	if err != nil {
		return err
	}
	b.WriteString(s.out.Take())
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("measures: %w", err)
	}
	return nil
}

// scribe is a solver that writes what it is asked, and says unsat.
type scribe struct {
	out   *lib.Writer
	about string // what the next question is about
}

func (s *scribe) Assert(t term.Term) error {
	s.out.Assert(t)
	return nil
}

func (s *scribe) Push() { s.out.Push() }

func (s *scribe) Pop() { s.out.Pop() }

func (s *scribe) Check(_ context.Context, assumptions ...term.Term) smt.Result {
	if s.about != "" {
		s.out.Raw("; " + s.about + "\n")
	}
	s.out.Push()
	for _, t := range assumptions {
		s.out.Assert(t)
	}
	s.out.Raw("(check-sat)\n")
	s.out.Pop()
	return smt.Result{Status: smt.Unsat}
}

func (*scribe) Value(term.Term) (term.Value, bool) { return term.Value{}, false }

func (*scribe) Failed() []term.Term { return nil }
