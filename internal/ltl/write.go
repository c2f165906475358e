package ltl

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteText writes the automaton state by state: each edge with its label, its target and its marks.
func (a *Automaton) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	width := 0
	for _, list := range a.Edges {
		for _, e := range list {
			width = max(width, len([]rune(e.Label.Format(a.Atoms))))
		}
	}
	for v, list := range a.Edges {
		fmt.Fprintf(b, "state %d", v)
		if slices.Contains(a.Initial, v) {
			b.WriteString(", initial")
		}
		b.WriteByte('\n')
		for _, e := range list {
			fmt.Fprintf(b, "  %-*s  -> %d%s\n", width, e.Label.Format(a.Atoms), e.To, marks(e.Marks, "  "))
		}
	}
	return b.Flush()
}

// marks are the numbers of marks in braces, after a separator; empty if there are none.
func marks(set uint64, separator string) string {
	var list []string
	for i := range maxMarks {
		if set>>i&1 != 0 {
			list = append(list, fmt.Sprint(i))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return separator + "{" + strings.Join(list, ", ") + "}"
}

// WriteDOT writes the automaton as a graph in the language of Graphviz.
func (a *Automaton) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph automaton {\n\trankdir=LR;\n\tnode [shape=circle, fontsize=10];\n" +
		"\tedge [fontsize=9, fontname=monospace];\n")
	for _, v := range a.Initial {
		fmt.Fprintf(b, "\tbegin%d [shape=point, style=invis];\n\tbegin%d -> %d;\n", v, v, v)
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for v, list := range a.Edges {
		fmt.Fprintf(b, "\t%d;\n", v)
		for _, e := range list {
			style := ""
			if e.Marks != 0 {
				style = ", color=blue"
			}
			label := escape.Replace(e.Label.Format(a.Atoms)) + marks(e.Marks, `\n`)
			fmt.Fprintf(b, "\t%d -> %d [label=\"%s\"%s];\n", v, e.To, label, style)
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}
