package inductive

import (
	"fmt"
	"io"
	"strings"

	"whittle.dev/smt/lib"
)

// Write prints the claim as an SMT-LIB 2 script: the invariant as a definition, and a question for each
// condition. The claim holds if a solver answers unsat to all of them. title is a line for people.
func (c *Claim) Write(w io.Writer, title string) error {
	list, err := c.conditions()
	if err != nil {
		return err
	}
	out := lib.NewWriter(c.System.Terms, false)
	out.Raw("; " + strings.ReplaceAll(title, "\n", " ") + "\n")
	out.Raw("; The invariant holds initially, is kept by every transition and excludes the goals, if the " +
		"answer\n; to each of the questions below is unsat.\n(set-logic ALL)\n")
	for _, v := range c.System.Vars {
		out.Ref(v.Sym)
	}
	out.Raw("(define-fun |the invariant| () Bool " + out.Ref(c.Invariant) + ")\n")
	for _, cond := range list {
		out.Raw("; " + strings.ReplaceAll(cond.name, "\n", " ") + "\n")
		out.Push()
		for _, t := range cond.terms {
			if t == c.Invariant {
				out.Raw("(assert |the invariant|)\n")
			} else {
				out.Assert(t)
			}
		}
		out.Raw("(check-sat)\n")
		out.Pop()
	}
	if _, err := io.WriteString(w, out.Take()); err != nil {
		return fmt.Errorf("inductive: %w", err)
	}
	return nil
}
