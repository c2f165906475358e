package certify

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/proof"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// write writes the invariant to a file, which gets its name when it is complete.
func (c *Certificate) write(ctx context.Context, t engine.Task, cert *proof.Certificate) (err error) {
	defer term.Recover(&err)
	return outfile.Write(c.cfg.File, func(w io.Writer) error {
		x, err := multistate.NewStepper(ctx, t.Program, multistate.Config{}.Unreduced())
		if err != nil {
			return err
		}
		return c.script(ctx, w, x, t, cert)
	})
}

// location is what is written of the states at one control location that have values at the same places.
type location struct {
	name   string
	where  []string
	places []string
	sorts  []string
	states []string
	seen   map[[sha256.Size]byte]bool
}

// script writes the invariant as SMT-LIB definitions, one for each location.
func (c *Certificate) script(ctx context.Context, w io.Writer, x *multistate.Stepper, t engine.Task,
	cert *proof.Certificate) error {
	var list []*location
	index := map[string]*location{}
	controls := map[string]int{} // how many lists of places there are at one
	numbers := map[string]int{}
	for i, b := range c.states {
		if _, ok := c.covered[int32(i)]; ok {
			continue // what is written of another state includes it
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		st, err := x.Decode(b)
		if err != nil {
			return err
		}
		v := st.View()
		l := index[v.Shape]
		if l == nil {
			l = &location{where: st.Where(), places: st.PlaceNames(), seen: map[[sha256.Size]byte]bool{}}
			for i, p := range l.places {
				if lib.Taken(p) {
					p = "variable " + p
				}
				l.places[i] = term.Quote(p)
				l.sorts = append(l.sorts, x.Terms().SortString(x.Terms().Sort(v.Values[i])))
			}
			if controls[v.Control]++; controls[v.Control] == 1 {
				numbers[v.Control] = len(numbers) + 1
			}
			l.name = fmt.Sprintf("location %d", numbers[v.Control])
			if n := controls[v.Control]; n > 1 {
				l.name += fmt.Sprintf(".%d", n)
			}
			index[v.Shape] = l
			list = append(list, l)
		}
		text := l.formula(x.Terms(), &v)
		if key := sha256.Sum256([]byte(text)); !l.seen[key] {
			l.seen[key] = true
			l.states = append(l.states, text)
		}
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "; An invariant that shows %s: the values of all variables at each control location "+
		"that is reached.\n", t.Property)
	fmt.Fprintf(out, "; %s\n", cert)
	fmt.Fprint(out, "; Variables that are not mentioned may have any value, bytes of objects that are not "+
		"mentioned are zero or as initialised.\n(set-logic BV)\n")
	for _, l := range list {
		fmt.Fprintf(out, "\n; %s of %d\n", l.name, len(controls))
		for _, line := range l.where {
			fmt.Fprintf(out, ";   %s\n", strings.Map(oneLine, line))
		}
		fmt.Fprintf(out, "(define-fun |%s| (", l.name)
		for i, p := range l.places {
			if i > 0 {
				out.WriteByte(' ')
			}
			fmt.Fprintf(out, "(%s %s)", p, l.sorts[i])
		}
		out.WriteString(") Bool\n  ")
		if len(l.states) > 1 {
			out.WriteString("(or\n    " + strings.Join(l.states, "\n    ") + ")")
		} else {
			out.WriteString(l.states[0])
		}
		out.WriteString(")\n")
	}
	return out.Flush()
}

// oneLine keeps a comment on its line.
func oneLine(r rune) rune {
	if r == '\n' || r == '\r' {
		return ' '
	}
	return r
}

// formula is a state as a formula over the places.
func (l *location) formula(st *term.Store, v *multistate.View) string {
	// A symbol that is the value of a place is named after it; others are bound.
	names := map[term.Term]string{}
	var conj, vars []string
	for i, t := range v.Values {
		if st.Op(t) == term.OpSymbol && names[t] == "" {
			names[t] = l.places[i]
		}
	}
	for n, sym := range st.Symbols(append(append([]term.Term(nil), v.Values...), v.Conjuncts...)...) {
		if names[sym] == "" {
			names[sym] = fmt.Sprintf("?in%d", n)
			vars = append(vars, fmt.Sprintf("(%s %s)", names[sym], st.SortString(st.Sort(sym))))
		}
	}
	name := func(sym term.Term) string { return names[sym] }
	for i, t := range v.Values {
		if text := lib.Expression(st, t, name); text != l.places[i] {
			conj = append(conj, "(= "+l.places[i]+" "+text+")")
		}
	}
	for _, t := range v.Conjuncts {
		conj = append(conj, lib.Expression(st, t, name))
	}
	text := "true"
	switch len(conj) {
	case 0:
	case 1:
		text = conj[0]
	default:
		text = "(and " + strings.Join(conj, " ") + ")"
	}
	if len(vars) > 0 {
		text = "(exists (" + strings.Join(vars, " ") + ") " + text + ")"
	}
	return text
}
