package measures

import (
	"context"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/proof/scribe"
	"whittle.dev/smt"
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
	var s *scribe.Solver
	_, err := p.checkWith(context.Background(), func(st *term.Store) (smt.Solver, error) {
		if s == nil {
			s = scribe.New(st)
		}
		return s, nil
	}, func(what string) { s.About = what })
	if err != nil {
		return err
	}
	b.WriteString(s.Text())
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("measures: %w", err)
	}
	return nil
}
