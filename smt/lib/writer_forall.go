package lib

import (
	"fmt"
	"strings"

	"whittle.dev/term"
)

// AssertForAll asserts that body, of sort Bool, holds for all values of the symbols
// vars. What is shared in body is written as let.
func (w *Writer) AssertForAll(vars []term.Term, body term.Term) {
	if len(vars) == 0 {
		w.Assert(body)
		return
	}
	w.Raw("(assert " + w.forAll(vars, body) + ")\n")
}

func (w *Writer) forAll(vars []term.Term, body term.Term) string {
	st := w.st
	bound := map[term.Term]bool{}
	var list []string
	for _, x := range vars {
		bound[x] = true
	}
	// What has no bound symbols is declared and defined before; bound symbols have
	// no name until then, so that it is not they that are declared.
	inside := map[term.Term]bool{}
	count := map[term.Term]int{}
	order := w.walk(body, count)
	for _, x := range order {
		inside[x] = bound[x]
		for _, a := range st.Args(x) {
			inside[x] = inside[x] || inside[a]
		}
	}
	text := map[term.Term]string{}
	for _, x := range order {
		if inside[x] {
			for _, a := range st.Args(x) {
				if !inside[a] {
					text[a] = w.Ref(a)
				}
			}
		}
	}
	for _, x := range vars {
		name := w.fresh("q!")
		text[x] = name
		list = append(list, "("+name+" "+st.SortString(st.Sort(x))+")")
	}
	if !inside[body] {
		text[body] = w.Ref(body)
	}
	depth := map[term.Term]int{}
	var lets strings.Builder
	n := 0
	for _, x := range order {
		if !inside[x] || bound[x] {
			continue
		}
		d := 0
		args := st.Args(x)
		refs := make([]string, len(args))
		for i, a := range args {
			d = max(d, depth[a])
			refs[i] = text[a]
		}
		text[x] = w.application(x, refs)
		if depth[x] = d + 1; x != body && (count[x] > 1 || d >= maxNest) {
			name := fmt.Sprintf("?l%d", n)
			n++
			lets.WriteString("(let ((" + name + " " + text[x] + ")) ")
			text[x] = name
			depth[x] = 0
		}
	}
	return "(forall (" + strings.Join(list, " ") + ") " + lets.String() + text[body] +
		strings.Repeat(")", n+1)
}
