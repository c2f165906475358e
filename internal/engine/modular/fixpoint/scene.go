package fixpoint

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Scene is a counterexample to induction: what the lemmas say of some threads holds, and after a step of one
// of them an error is the next step of another one, or of the same.
type Scene struct {
	Threads []Standing
	// Mover is the index of the thread that makes the step Edge, Victim that of the one that comes to the
	// error; it is -1 for a thread that the step creates.
	Mover, Victim int
	Edge          *model.Edge
	// Shared are the shared cells before the step, After after it.
	Shared, After []Binding
}

// Standing is a thread before the step.
type Standing struct {
	Template, Loc int
	Locals        []Binding
}

// Binding is the value of a variable.
type Binding struct {
	Name  string
	Value term.Value
}

// scene is how an obligation leads to a state in which a guard of its target holds; nil if it does not, or if
// that is not found out.
func (f *fixpoint) scene(o *obligation, error table.Move) (*Scene, error) {
	if o == nil || len(o.target.seats) > 1 {
		return nil, nil
	}
	after := f.after(o, o.members)
	sat, err := f.check(append(f.before(o).terms, after.Apply(error.Guard))...)
	if err != nil || !sat {
		return nil, err
	}
	eval := term.NewEvaluator(f.st, total{smt.Model{Solver: f.Solver}, f.st})
	out := &Scene{Mover: o.mover, Victim: o.members[0], Edge: o.move.Edge}
	for i, s := range o.seats {
		seat := f.t.Seats[s]
		tmpl := &f.t.Sys.Templates[seat.Template]
		here := Standing{Template: seat.Template, Loc: seat.Loc}
		for _, v := range tmpl.Locals {
			if !slices.Contains(tmpl.Locs[seat.Loc].Live, v.Sym) {
				continue
			}
			at := f.copies.Of(f.t.At(o.store, s).Apply(v.Sym), seat.Template, i)
			if here.Locals, err = bind(eval, here.Locals, v.Name, at); err != nil {
				return nil, err
			}
		}
		out.Threads = append(out.Threads, here)
	}
	for _, v := range f.t.Sys.Globals {
		before := f.t.At(o.store, o.seats[0]).Apply(v.Sym)
		if out.Shared, err = bind(eval, out.Shared, v.Name, before); err != nil {
			return nil, err
		}
		if out.After, err = bind(eval, out.After, v.Name, after.Apply(v.Sym)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// bind adds the value of a term under a name.
func bind(eval *term.Evaluator, list []Binding, name string, t term.Term) ([]Binding, error) {
	v, err := eval.Eval(t)
	return append(list, Binding{name, v}), err
}
