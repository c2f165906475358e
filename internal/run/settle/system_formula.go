package settle

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// addFormula makes a formula that was given beside a system one of its properties, the only one.
func addFormula(sys *transition.System, f *ltl.Formula) error {
	p := transition.Temporal{Property: property.LTL, Name: f.String(), Formula: f, Fair: sys.Fair}
	for _, a := range f.Atoms() {
		t, err := proposition(sys, a)
		if err == nil && !sys.Terms.Sort(t).IsBool() {
			err = fmt.Errorf("%s has sort %s, not Bool", a, sys.Terms.SortString(sys.Terms.Sort(t)))
		}
		if err != nil {
			return Errorf("--ltl: column %d: %v", f.Column(a), err)
		}
		p.Atoms = append(p.Atoms, t)
	}
	sys.Temporals = []transition.Temporal{p}
	return nil
}

// proposition is what an atom of a formula means over a system: a name that the file gives to something, or a
// term of SMT-LIB over its variables, inputs and such names.
func proposition(sys *transition.System, a ltl.Atom) (term.Term, error) {
	switch a.Kind {
	case ltl.Name, ltl.Expression:
	default:
		return term.None, fmt.Errorf("%s is for programs: the propositions of a system are names of it, and "+
			"terms in AP(...)", a)
	}
	rd := lib.NewReader(strings.NewReader(a.Text))
	n, err := rd.Next()
	if errors.Is(err, io.EOF) {
		err = errors.New("there is no term")
	}
	if err != nil {
		return term.None, fmt.Errorf("%s: %w", a, err)
	}
	if _, err := rd.Next(); !errors.Is(err, io.EOF) {
		return term.None, fmt.Errorf("%s: more than one term", a)
	}
	t, err := lib.ParseTermOver(sys.Terms, sys.Names, n)
	var at *lib.Error
	switch {
	case errors.As(err, &at) && a.Kind == ltl.Name:
		err = errors.New(at.Msg)
	case errors.As(err, &at):
		err = fmt.Errorf("%s: character %d: %s", a, at.Pos.Col, at.Msg)
	}
	return t, err
}
