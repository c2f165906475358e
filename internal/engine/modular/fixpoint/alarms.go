package fixpoint

import (
	"errors"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
)

// alarms looks for alarms in a view.
func (f *fixpoint) alarms(n *node) error {
	if len(n.seats) > 1 || !n.reached || f.res.Alarm != nil {
		return nil
	}
	for _, m := range f.t.Moves(n.store, n.seats[0]) {
		if m.Edge.Kind == model.Step {
			continue
		}
		known := f.failing(n, m)
		if _, ok := known.absurd(); ok {
			continue
		}
		sat, err := f.check(known.terms...)
		if errors.Is(err, ErrUndecided) {
			sat, err = f.possible(known, f.st.True())
		}
		if err != nil {
			return err
		}
		if sat {
			scene, err := f.scene(n.why, m)
			f.res.Alarm = &Alarm{n.store, n.seats[0], m.Edge, scene}
			return err
		}
	}
	return nil
}

// failing is what holds when the thread of a view makes a move.
func (f *fixpoint) failing(n *node, m table.Move) *facts {
	k := f.always(n.store, n.seats...)
	for _, a := range n.atoms {
		k.put(a, source{n, a})
	}
	k.put(m.Guard, source{})
	return k
}
