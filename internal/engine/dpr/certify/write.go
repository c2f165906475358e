package certify

import (
	"bufio"
	"fmt"
	"io"

	"whittle.dev/internal/outfile"
	"whittle.dev/sat"
)

// Write writes the reasons as clauses to a file, in the format DIMACS, with a comment that says where each
// choice is made, and the proof to another one, of the same name with ".drat" after it.
func (c *Certificate) Write(file string, where func(sat.Lit) string) error {
	if err := c.writer.Flush(); err != nil {
		return err
	}
	err := outfile.Write(file, func(w io.Writer) error { return c.dimacs(w, where) })
	if err != nil {
		return err
	}
	return outfile.Write(file+".drat", func(w io.Writer) error {
		_, err := w.Write(c.proof.Bytes())
		return err
	})
}

func (c *Certificate) dimacs(out io.Writer, where func(sat.Lit) string) error {
	w := bufio.NewWriter(out)
	seen := map[sat.Var]bool{}
	most := sat.Var(0)
	for _, r := range c.Reasons {
		for _, l := range r.Choices {
			if v := l.Var(); !seen[v] {
				seen[v] = true
				most = max(most, v)
				fmt.Fprintf(w, "c %d: %s\n", v, where(l))
			}
		}
	}
	fmt.Fprintf(w, "p cnf %d %d\n", most, len(c.Reasons))
	for _, r := range c.Reasons {
		for _, l := range clause(r.Choices) {
			fmt.Fprintf(w, "%d ", l.Dimacs())
		}
		fmt.Fprintln(w, 0)
	}
	return w.Flush()
}
