package randprog

import (
	"fmt"
	"math/rand"
	"strings"
)

// writer writes the text of a program, with choices of a seed.
type writer struct {
	*rand.Rand
	b      strings.Builder
	indent int
	next   int // number of the next name
}

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("  ", w.indent))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

// block writes a header, a body in braces, and a trailer after the brace.
func (w *writer) block(header string, body func(), trailer string) {
	w.line("%s {", header)
	w.indent++
	body()
	w.indent--
	w.line("}%s", trailer)
}

// name returns a name that is new, unless something else is called like the prefix with a number.
func (w *writer) name(prefix string) string {
	w.next++
	return fmt.Sprint(prefix, w.next)
}

// one returns any of some texts.
func (w *writer) one(xs ...string) string { return xs[w.Intn(len(xs))] }
