package lib

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// claims reports whether t is asserted, so that it is true in each model.
func (in *Interpreter) claims(t term.Term) bool {
	found := false
	in.frames(func(f *frame) {
		found = found || slices.Contains(f.claimed, t)
		for _, a := range f.named {
			found = found || a.t == t
		}
	})
	return found
}

// getAssignment executes get-assignment: the values of the named Bool terms.
func (in *Interpreter) getAssignment() error {
	if in.options["produce-assignments"] != "true" {
		return fmt.Errorf("get-assignment needs (set-option :produce-assignments true)")
	}
	if err := in.after(smt.Sat, "get-assignment"); err != nil {
		return err
	}
	m, err := in.model()
	if err != nil {
		return err
	}
	var all []string
	in.frames(func(f *frame) {
		for _, a := range f.labels {
			if len(in.p.marks(a.t)) > 0 && !in.claims(a.t) {
				err = fmt.Errorf("%s has quantifiers, and its value is not known", term.Quote(a.name))
				return
			}
			if in.claims(a.t) { // what marks have for values is no matter
				all = append(all, fmt.Sprintf("(%s true)", term.Quote(a.name)))
				continue
			}
			v, e := m.eval.Eval(a.t)
			if e != nil && err == nil {
				err = e
			}
			all = append(all, fmt.Sprintf("(%s %v)", term.Quote(a.name), v))
		}
	})
	if err != nil {
		return err
	}
	in.reply("(" + strings.Join(all, " ") + ")")
	return nil
}
