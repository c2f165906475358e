package picture

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Text prints the abstraction for people: nodes with their labels, edges with their transitions.
func (p Picture) Text(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, p.Title)
	for _, n := range p.Nodes {
		line := fmt.Sprintf("  n%d%s  %s", n.ID, n.kind(), strings.Join(n.Label, ", "))
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	for _, e := range p.Edges {
		fmt.Fprintf(b, "  %s\n", e)
	}
	if len(p.Nodes) == 0 {
		fmt.Fprintln(b, "  nothing is left")
	}
	return b.Flush()
}

// kind says of a node that it is initial or bad.
func (n Node) kind() string {
	switch {
	case n.Initial && n.Bad:
		return " initial, bad"
	case n.Initial:
		return " initial"
	case n.Bad:
		return " bad"
	case n.Marked:
		return " *"
	}
	return ""
}

// Dot prints the abstraction as a graph for Graphviz. What was there before, and is not any more, is dashed,
// as in the figures of the paper.
func (p Picture) Dot(w io.Writer, before Picture) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph abstraction {\n  label=%q; rankdir=LR; node [shape=box, style=rounded];\n",
		p.Title)
	for _, n := range p.Nodes {
		n.dot(b, "")
	}
	nodes, edges := p.Gone(before)
	for _, n := range nodes {
		n.dot(b, ", style=\"rounded,dashed\"")
	}
	for _, e := range p.Edges {
		e.dot(b, "")
	}
	for _, e := range edges {
		e.dot(b, ", style=dashed")
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

func (n Node) dot(w io.Writer, style string) {
	if n.Initial {
		style += ", penwidth=2"
	}
	if n.Bad {
		style += ", peripheries=2"
	}
	if n.Marked {
		style += ", style=\"rounded,filled\", fillcolor=lightgrey"
	}
	lines := append([]string{n.Name()}, n.Label...)
	fmt.Fprintf(w, "  n%d [label=%q%s];\n", n.ID, strings.Join(lines, "\n"), style)
}

func (e Edge) dot(w io.Writer, style string) {
	if e.Covered {
		style += ", style=dashed"
	}
	fmt.Fprintf(w, "  n%d -> n%d [label=%q%s];\n", e.From, e.To, strings.Join(e.Steps, "\n"), style)
}
