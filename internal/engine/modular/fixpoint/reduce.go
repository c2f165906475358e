package fixpoint

import (
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// reducer finds the atoms that a proof needs: those that exclude the errors and the views that are not
// reached, those that a step needs to keep these, and so on. The solver says of each answer which atoms it
// rests on.
type reducer struct {
	*fixpoint
	needed map[source]bool
	into   map[*node][]*obligation // steps that may be made
	queue  []*obligation
	spare  int // questions that may be asked to need fewer atoms
}

// maxSpare bounds the questions by which answers are made to rest on fewer atoms.
const maxSpare = 2_000

// errLost says that a proof is none, which is a defect.
var errLost = errors.New("what was proved does not hold when it is asked again")

// reduce leaves the atoms in the lemmas that the proof needs. If that takes more effort than is allowed, all
// are left.
func (f *fixpoint) reduce() error {
	r := &reducer{fixpoint: f, needed: map[source]bool{}, into: map[*node][]*obligation{},
		spare: maxSpare}
	for _, o := range f.obligations {
		o.queued = false
		if !slices.ContainsFunc(o.body, func(n *node) bool { return !n.reached }) {
			r.into[o.target] = append(r.into[o.target], o)
		}
	}
	if err := r.all(); err != nil {
		if errors.Is(err, errLost) || f.ctx.Err() != nil {
			return err
		}
		return nil
	}
	for _, n := range f.order {
		n.atoms = slices.DeleteFunc(n.atoms, func(a term.Term) bool { return !r.needed[source{n, a}] })
	}
	return nil
}

// all finds what is needed.
func (r *reducer) all() error {
	for _, n := range r.order {
		if !n.reached || len(n.seats) > 1 {
			continue
		}
		for _, m := range r.t.Moves(n.store, n.seats[0]) {
			if m.Edge.Kind == model.Step {
				continue
			}
			if err := r.refute(r.failing(n, m)); err != nil {
				return err
			}
		}
	}
	for _, race := range Races(r.t) {
		if known := r.racing(&race); known != nil {
			if err := r.refute(known); err != nil {
				return err
			}
		}
	}
	for _, n := range r.order {
		if n.reached {
			continue
		}
		for _, o := range r.into[n] {
			if err := r.refute(r.before(o)); err != nil {
				return err
			}
		}
	}
	for len(r.queue) > 0 {
		o := r.queue[0]
		r.queue = r.queue[1:]
		o.queued = false
		if err := r.keeps(o); err != nil {
			return err
		}
	}
	return nil
}

// refute notes the atoms by which what is known cannot be: none but those that are needed anyway if they
// suffice, or else what is left of the solver's answer when one atom after the other is left out that can be.
func (r *reducer) refute(known *facts, more ...term.Term) error {
	if slices.ContainsFunc(known.terms, r.st.IsFalse) {
		return nil
	}
	if from, ok := known.absurd(); ok {
		r.needAll(known, from)
		return nil
	}
	kept := slices.Clone(more)
	var open []term.Term
	for _, t := range known.terms {
		if from := known.from[t]; from.view == nil || r.needed[from] {
			kept = append(kept, t)
		} else {
			open = append(open, t)
		}
	}
	if sat, err := r.check(kept...); err != nil || !sat {
		return err
	}
	sat, err := r.check(slices.Concat(open, kept)...)
	if err != nil {
		return err
	}
	if sat {
		return fmt.Errorf("%w", errLost)
	}
	for open = r.failed(open); len(open) > 0; {
		last := len(open) - 1
		if r.spare--; r.spare > 0 {
			sat, err := r.check(slices.Concat(open[:last], kept)...)
			if err != nil {
				return err
			}
			if !sat {
				open = r.failed(open[:last])
				continue
			}
		}
		kept = append(kept, open[last])
		r.need(known.from[open[last]])
		open = open[:last]
	}
	return nil
}

// failed are those among terms on which the last answer rests.
func (r *reducer) failed(among []term.Term) []term.Term {
	core := map[term.Term]bool{}
	for _, t := range r.Solver.Failed() {
		core[t] = true
	}
	return slices.DeleteFunc(slices.Clone(among), func(t term.Term) bool { return !core[t] })
}

// need notes an atom: the steps to its view have to keep it.
func (r *reducer) need(a source) {
	if a.view == nil || r.needed[a] {
		return
	}
	r.needed[a] = true
	for _, o := range r.into[a.view] {
		if !o.queued {
			o.queued = true
			r.queue = append(r.queue, o)
		}
	}
}

// needAll notes what is known by the terms of a list.
func (r *reducer) needAll(known *facts, list []term.Term) {
	for _, t := range list {
		r.need(known.from[t])
	}
}

// keeps notes the atoms by which a step keeps those of its target that are needed.
func (r *reducer) keeps(o *obligation) error {
	if r.untouched(o) {
		return nil
	}
	known := r.before(o)
	var broken []term.Term
	for _, sub := range r.afters(o) {
		for _, a := range o.target.atoms {
			if !r.needed[source{o.target, a}] {
				continue
			}
			t := sub.Apply(a)
			if known.has(t) {
				r.need(known.from[t])
			} else if from, ok := known.implies(t); ok {
				r.needAll(known, from)
			} else {
				broken = append(broken, r.st.Not(t))
			}
		}
	}
	if len(broken) == 0 {
		return nil
	}
	return r.refute(known, r.st.Or(broken...))
}
