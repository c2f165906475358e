package fixpoint

import (
	"errors"
	"slices"

	"whittle.dev/term"
)

// oneByOne is weaken where the solver gave up on all atoms together: those for which it does so again are
// dropped.
func (f *fixpoint) oneByOne(n *node, why *obligation, known *facts, after []*term.Substituter,
	changed bool) error {
	if !n.reached {
		possible, err := f.possible(known, f.st.True())
		if err != nil || !possible {
			return err
		}
		f.reach(n)
		changed = true
	}
	open := f.open(n, known, after)
	var failed error
	n.atoms = slices.DeleteFunc(n.atoms, func(a term.Term) bool {
		for _, t := range open[a] {
			broken, err := f.possible(known, f.st.Not(t))
			if err != nil {
				failed = err
			} else if broken {
				changed = true
				return true
			}
		}
		return false
	})
	if failed != nil || !changed {
		return failed
	}
	n.why = why
	return f.weakened(n)
}

// possible reports whether something may be beside what is known, as far as the solver can tell.
func (f *fixpoint) possible(known *facts, t term.Term) (bool, error) {
	sat, err := f.check(known.rewritten(t)...)
	if sat || errors.Is(err, ErrUndecided) { // what was put in the place of variables no longer binds them
		sat, err = f.check(append(slices.Clip(known.terms), t)...)
	}
	if errors.Is(err, ErrUndecided) {
		return true, nil
	}
	return sat, err
}
