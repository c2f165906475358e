package bdd

import (
	"slices"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/term"
)

// maxSupport bounds the combinations of values for which a term is evaluated.
const maxSupport = 64

// An image is the set after a guarded assignment: of all valuations that satisfy the guard, with the values
// after the step as a relation between the slots before and after it.
type image struct {
	*Domain
	from *element
	step *domain.Step
	at   map[term.Term]int // slots that are held, by symbol
	only *term.Substituter // puts in the values of slots that are fixed
	set  set               // before the step
}

// make fills in the element after the step; false: there is no state.
func (im *image) make(out *element) (bool, error) {
	d := im.d
	im.at, im.set = map[term.Term]int{}, d.all()
	if im.from.set != nil {
		im.set = im.from.set
	}
	for _, s := range im.from.held {
		im.at[im.step.Source[s].Sym] = s
	}
	fixed := map[term.Term]term.Term{}
	for s, v := range im.from.fixed {
		if v >= 0 {
			fixed[im.step.Source[s].Sym] = im.values[v]
		}
	}
	im.only = term.NewSubstituter(im.st, fixed)
	for _, g := range im.step.Guard {
		if !im.assume(im.only.Apply(g)) {
			return false, nil
		}
	}
	if d.empty(im.set) {
		return false, nil
	}
	relation := im.set
	for i, slot := range im.step.Target {
		if i >= maxSlots || im.Many(slot.Place) {
			continue
		}
		next := im.step.Next[i]
		if next != term.None {
			next = im.only.Apply(next)
		}
		switch r, values, ok := im.assign(i, next); {
		case ok && !im.shows(slot.Place, values):
			im.many[variable(slot.Place)] = true
		case ok && len(values) == 1:
			out.fixed[i] = values[0]
		case ok:
			relation = d.and(relation, r)
			out.held = append(out.held, i)
		case next != term.None && im.closed(next):
			im.many[variable(slot.Place)] = true
		default:
			im.loose[variable(slot.Place)] = true
		}
	}
	if len(out.held) == 0 {
		return true, nil
	}
	var err error
	out.set, err = d.step(d.forget(relation, im.from.held, before), min(len(im.step.Target), maxSlots))
	return err != nil || !d.empty(out.set), err
}

// closed reports whether all symbols of a term are held.
func (im *image) closed(t term.Term) bool {
	return !slices.ContainsFunc(im.st.Symbols(t), func(sym term.Term) bool {
		_, ok := im.at[sym]
		return !ok
	})
}

// each calls visit with the value of a term for each combination of values of the slots in it, and the set in
// which they have these values; false: it has other symbols, or they are too many.
func (im *image) each(t term.Term, visit func(value term.Term, when set)) bool {
	if !im.closed(t) {
		return false
	}
	syms := im.st.Symbols(t)
	slots := make([]int, len(syms))
	for i, sym := range syms {
		slots[i] = im.at[sym]
	}
	rest := slices.DeleteFunc(slices.Clone(im.from.held),
		func(s int) bool { return slices.Contains(slots, s) })
	list, few := im.d.valuations(im.d.forget(im.set, rest, before), slots, maxSupport)
	if !few {
		return false
	}
	for _, v := range list {
		env := map[term.Term]term.Term{}
		when := im.d.all()
		for i, sym := range syms {
			env[sym] = im.values[v[i]]
			when = im.d.and(when, im.d.is(slots[i], v[i], before))
		}
		visit(im.st.Substitute(t, env), when)
	}
	return true
}

// assume keeps the valuations that satisfy a condition; of one that is not held it keeps all. It is false if
// the condition is.
func (im *image) assume(t term.Term) bool {
	if im.st.IsConst(t) {
		return im.st.IsTrue(t)
	}
	keep := im.d.none()
	if im.each(t, func(v term.Term, when set) {
		if !im.st.IsFalse(v) {
			keep = im.d.or(keep, when)
		}
	}) {
		im.set = im.d.and(im.set, keep)
	}
	return true
}

// assign is the relation in which a slot has the value of a term after the step, and the numbers of the
// values if they are new to the slot; false: it is not held. If there is one value alone, there may be no
// relation.
func (im *image) assign(slot int, t term.Term) (relation set, values []int, ok bool) {
	if t == term.None {
		return nil, nil, false
	}
	if from, ok := im.at[t]; ok {
		return im.d.same(slot, from), nil, true
	}
	if im.st.IsConst(t) {
		n, known := im.numberOf(t)
		return nil, []int{n}, known
	}
	relation, ok = im.d.none(), true
	if !im.each(t, func(v term.Term, when set) {
		n, known := im.numberOf(v)
		ok = ok && known
		if !ok {
			return
		}
		if !slices.Contains(values, n) {
			values = append(values, n)
		}
		relation = im.d.or(relation, im.d.and(when, im.d.is(slot, n, after)))
	}) || !ok {
		return nil, nil, false
	}
	return relation, values, true
}

// numberOf is the number of a constant; false: there are too many.
func (im *image) numberOf(v term.Term) (int, bool) {
	n, ok := im.number[v]
	switch {
	case ok:
		return n, true
	case !im.st.IsConst(v) || len(im.values) == 1<<slotBits:
		return 0, false
	}
	n = len(im.values)
	im.number[v] = n
	im.values = append(im.values, v)
	return n, true
}
