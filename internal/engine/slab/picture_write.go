package slab

import (
	"bufio"
	"fmt"
	"io"
	"slices"
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
		fmt.Fprintf(b, "  n%d -> n%d  %s\n", e.From, e.To, strings.Join(e.Steps, ", "))
	}
	if len(p.Nodes) == 0 {
		fmt.Fprintln(b, "  nothing is left")
	}
	return b.Flush()
}

// kind says of a node that it is initial or bad.
func (n PictureNode) kind() string {
	switch {
	case n.Initial && n.Bad:
		return " initial, bad"
	case n.Initial:
		return " initial"
	case n.Bad:
		return " bad"
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
	for _, n := range before.Nodes {
		if !slices.ContainsFunc(p.Nodes, func(m PictureNode) bool { return m.ID == n.ID }) {
			n.dot(b, ", style=\"rounded,dashed\"")
		}
	}
	for _, e := range p.Edges {
		e.dot(b, "")
	}
	for _, e := range before.Edges {
		if gone := e.without(p.Edges); len(gone.Steps) > 0 {
			gone.dot(b, ", style=dashed")
		}
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

func (n PictureNode) dot(w io.Writer, style string) {
	if n.Initial {
		style += ", penwidth=2"
	}
	if n.Bad {
		style += ", peripheries=2"
	}
	lines := append([]string{fmt.Sprintf("n%d", n.ID)}, n.Label...)
	fmt.Fprintf(w, "  n%d [label=%q%s];\n", n.ID, strings.Join(lines, "\n"), style)
}

func (e PictureEdge) dot(w io.Writer, style string) {
	fmt.Fprintf(w, "  n%d -> n%d [label=%q%s];\n", e.From, e.To, strings.Join(e.Steps, "\n"), style)
}

// without are the steps of an edge that it does not have in a list.
func (e PictureEdge) without(list []PictureEdge) PictureEdge {
	out := PictureEdge{From: e.From, To: e.To}
	i := slices.IndexFunc(list, func(o PictureEdge) bool { return o.From == e.From && o.To == e.To })
	for _, s := range e.Steps {
		if i < 0 || !slices.Contains(list[i].Steps, s) {
			out.Steps = append(out.Steps, s)
		}
	}
	return out
}
