package lib

import (
	"fmt"
	"strings"

	"whittle.dev/term"
)

// Expression returns t as one expression, in which name gives the text of symbols and what is shared is
// written as let.
func Expression(st *term.Store, t term.Term, name func(sym term.Term) string) string {
	return NewWriter(st, false).expression(t, name)
}

// Inline returns t as one expression over symbols that are declared already. It adds no commands, so it may
// be asked for where a solver has answered.
func (w *Writer) Inline(t term.Term) string {
	return w.expression(t, func(sym term.Term) string { return w.defs[sym] })
}

func (w *Writer) expression(t term.Term, name func(sym term.Term) string) string {
	all := &Writer{st: w.st, sorts: w.sorts} // in which nothing else has a name
	count := map[term.Term]int{}
	text := map[term.Term]string{}
	depth := map[term.Term]int{}
	var lets strings.Builder
	n := 0
	for _, x := range all.walk(t, count) {
		if w.st.Op(x) == term.OpSymbol {
			text[x] = name(x)
			continue
		}
		args := w.st.Args(x)
		d := 0
		refs := make([]string, len(args))
		for i, a := range args {
			d = max(d, depth[a])
			refs[i] = text[a]
		}
		text[x] = w.application(x, refs)
		if len(args) == 0 {
			continue
		}
		if depth[x] = d + 1; x != t && (count[x] > 1 || d >= maxNest) {
			name := fmt.Sprintf("?l%d", n)
			n++
			lets.WriteString("(let ((" + name + " " + text[x] + ")) ")
			text[x] = name
			depth[x] = 0
		}
	}
	return lets.String() + text[t] + strings.Repeat(")", n)
}

// Taken reports whether a name means something in the language, so that a variable should have another one.
func Taken(name string) bool {
	_, operator := operators[name]
	return operator || isCore(name) || isReserved(name) || strings.HasPrefix(name, "bv")
}
