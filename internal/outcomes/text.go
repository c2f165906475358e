package outcomes

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
)

// WriteText prints the table for people: the outcomes, the answer, and an execution that shows it.
func (t *Table) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s\n\n", t.Test.Name, t.Model, t.Test.Condition.Text)
	var widths []int
	for _, o := range t.Test.Condition.Observed {
		widths = append(widths, max(len(o.String()), 4))
		fmt.Fprintf(&b, "  %*s", widths[len(widths)-1], o)
	}
	b.WriteString("  executions\n")
	for _, r := range t.Rows {
		for i, v := range r.Values {
			fmt.Fprintf(&b, "  %*d", widths[i], v)
		}
		mark := ""
		if r.Shows {
			mark = "  *"
		}
		fmt.Fprintf(&b, "  %10d%s\n", r.Executions, mark)
	}
	if t.Witness != nil {
		b.WriteString("\nan execution of *:\n")
		t.execution(&b)
	}
	fmt.Fprintf(&b, "\n%d executions, %d execution graphs\n%s\n", t.Executions, t.Graphs, t.Answer())
	_, err := io.WriteString(w, b.String())
	return err
}

// Decided reports whether Holds is an answer.
func (t *Table) Decided() bool { return t.Complete || t.Witness != nil }

// Answer is the answer in a line.
func (t *Table) Answer() string {
	switch {
	case !t.Decided():
		return "unknown: " + t.Why
	case t.Holds:
		return "true"
	}
	return "false"
}

// execution prints the events of the witness, thread by thread.
func (t *Table) execution(b *strings.Builder) {
	g := &t.Witness.Graph
	for thread := 1; thread <= len(t.Test.Threads); thread++ {
		for i := range g.Events {
			e := &g.Events[i]
			if e.Thread != thread {
				continue
			}
			if text := t.event(i); text != "" {
				fmt.Fprintf(b, "  P%d  %s\n", thread-1, text)
			}
		}
	}
}

// event is an event in words; empty: it is not of the test, but of the program that was made of it.
func (t *Table) event(i int) string {
	x := t.Witness
	e, what := &x.Graph.Events[i], &x.Events[i]
	if what.Edge == nil || e.Kind == axioms.Sync {
		return ""
	}
	line := fmt.Sprintf("line %d: ", what.Edge.Pos.Line)
	if e.Kind == axioms.Fence {
		return line + "fence"
	}
	name := t.placeName(x.Places[e.Place].Addr)
	if name == "" {
		return ""
	}
	value := strconv.FormatInt(int64(int32(what.Lo)), 10)
	if e.Kind == axioms.Write {
		return line + "writes " + value + " to " + name
	}
	text := line + "reads " + value + " of " + name
	from := &x.Graph.Events[e.From]
	ws := x.Graph.Writes[e.Place]
	switch {
	case from.Thread == axioms.Initial:
		text += ", its first value"
	case from.Thread != e.Thread:
		text += fmt.Sprintf(" from P%d's line %d", from.Thread-1, x.Events[e.From].Edge.Pos.Line)
	}
	if last := ws[len(ws)-1]; last != e.From {
		for _, w := range ws {
			if y := &x.Graph.Events[w]; w != e.From && y.Thread > 0 && y.Thread != e.Thread {
				return text + fmt.Sprintf("; it does not see P%d's line %d", y.Thread-1,
					x.Events[w].Edge.Pos.Line)
			}
		}
	}
	return text
}

// placeName is the name of a place of the test; empty: it is none.
func (t *Table) placeName(addr uint64) string {
	for _, o := range t.prog.Objects {
		if o.Kind == cfa.Func || addr < o.Addr || addr >= o.Addr+o.Size {
			continue
		}
		for _, p := range t.Test.Places {
			if p.Name == o.Name {
				if p.Array != "" {
					return fmt.Sprintf("%s[%d]", p.Name, (addr-o.Addr)/4)
				}
				return p.Name
			}
		}
	}
	return ""
}
