package recurrence

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/english"
)

// Write implements proof.Proof.
func (p *Proof) Write(w io.Writer, title string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s; each line is a state, the numbers of the propositions that hold there, and\n"+
		"the states that it leads to, each with the thread that steps (-: the execution stays).\n"+
		"State 0 is before the beginning.\n", title, english.Count(len(p.Nodes), "state"))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		var holds []string
		for k := range p.Automaton.Atoms {
			if n.Letter>>k&1 != 0 {
				holds = append(holds, fmt.Sprint(k))
			}
		}
		fmt.Fprintf(out, "%d {%s}", i, strings.Join(holds, " "))
		for _, e := range n.Edges {
			if e.Thread == Nobody {
				fmt.Fprintf(out, " %d:-", e.To)
			} else {
				fmt.Fprintf(out, " %d:%d", e.To, e.Thread)
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
