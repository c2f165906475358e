package cfa

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxDotLabel bounds the length of an edge's label in a drawing.
const maxDotLabel = 120

// WriteDOT writes p as a graph in the language of graphviz, one cluster for
// each procedure that keep accepts (all when keep is nil).
func WriteDOT(w io.Writer, p *Program, keep func(*Proc) bool) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph program {\n\tnode [shape=circle, fontsize=9, width=0.3, " +
		"fixedsize=true];\n\tedge [fontsize=9, fontname=monospace];\n")
	for i, proc := range p.Procs {
		if keep != nil && !keep(proc) {
			continue
		}
		fmt.Fprintf(b, "\tsubgraph cluster_%d {\n\t\tlabel=\"%s\";\n", i, dotEscape(proc.Name))
		for l, loc := range proc.Locs {
			if len(loc.Out)+len(loc.In) == 0 {
				continue
			}
			style := ""
			switch {
			case LocID(l) == proc.Entry:
				style = ", style=filled, fillcolor=lightblue"
			case len(loc.Out) == 0:
				style = ", shape=point"
			}
			fmt.Fprintf(b, "\t\tp%dl%d [label=\"%d\"%s];\n", i, l, l, style)
		}
		for _, e := range proc.Edges {
			label := p.OpString(e.Op)
			if len(label) > maxDotLabel {
				label = label[:maxDotLabel] + "..."
			}
			fmt.Fprintf(b, "\t\tp%dl%d -> p%dl%d [label=\"%s\"%s];\n", i, e.From, i, e.To, dotEscape(label),
				dotStyle(e.Op))
		}
		b.WriteString("\t}\n")
	}
	b.WriteString("}\n")
	return b.Flush()
}

// dotStyle colours what matters most in a drawing: shared accesses, atomic sections and violations.
func dotStyle(op Op) string {
	switch op.(type) {
	case Load:
		return ", color=darkgreen, fontcolor=darkgreen"
	case Store:
		return ", color=blue, fontcolor=blue"
	case AtomicBegin, AtomicEnd, Await:
		return ", color=purple, fontcolor=purple"
	case Violation, Unsupported, UB:
		return ", color=red, fontcolor=red"
	}
	return ""
}

func dotEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}
