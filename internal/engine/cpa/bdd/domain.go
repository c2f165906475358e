package bdd

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// maxValuations bounds the valuations of a state that was merged: what is known of it becomes a formula.
const maxValuations = 64

// Domain is the domain of sets of valuations. It belongs to one goroutine.
type Domain struct {
	st     *term.Store
	d      *diagram
	err    error       // since it is set nothing is known of new states
	values []term.Term // by number: constants
	number map[term.Term]int
	many   map[multistate.Place]bool
	loose  map[multistate.Place]bool // variables that got values of which nothing is known
	limit  int                       // of values that a variable may show; 0: none
	shown  map[multistate.Place]map[int]bool
	// Merged counts the states that were merged.
	Merged int
}

// New returns the domain over a store. A variable that shows more than limit values is not held; 0: none is
// too many for a variable, as long as all have few. The error is a defect.
func New(st *term.Store, limit int) (*Domain, error) {
	d, err := newDiagram()
	if err != nil {
		return nil, err
	}
	return &Domain{st: st, d: d, number: map[term.Term]int{}, many: map[multistate.Place]bool{}, limit: limit,
		loose: map[multistate.Place]bool{}, shown: map[multistate.Place]map[int]bool{}}, nil
}

// Many reports whether a place, in whatever thread and call, has shown too many values to be held.
func (d *Domain) Many(p multistate.Place) bool { return d.many[variable(p)] }

// Loose reports whether a place is not held, always or at times: other domains may know more of it.
func (d *Domain) Loose(p multistate.Place) bool { return d.Many(p) || d.loose[variable(p)] }

// variable is a place in any thread and call.
func variable(p multistate.Place) multistate.Place {
	if p.Thread > 0 {
		p.Thread = 0
	}
	if p.Frame > 0 {
		p.Frame = 0
	}
	return p
}

// shows notes values of a variable, by their numbers, and reports whether it has shown few.
func (d *Domain) shows(at multistate.Place, values []int) bool {
	if d.limit == 0 || len(values) == 0 {
		return true
	}
	at = variable(at)
	if d.shown[at] == nil {
		d.shown[at] = map[int]bool{}
	}
	for _, v := range values {
		d.shown[at][v] = true
	}
	return len(d.shown[at]) <= d.limit
}

// element says which values slots have. Of those that are neither fixed nor held nothing is known.
type element struct {
	syms  []term.Term
	fixed []int // by slot: the number of its only value; -1: it has several
	held  []int // slots with several, ascending
	set   set   // of their valuations; nil: nothing is held
}

func (e *element) knows(slot int) bool { return e.fixed[slot] >= 0 || slices.Contains(e.held, slot) }

// with returns the set of an element over more slots, which are fixed in it if they are not held.
func (d *Domain) with(e *element, slots []int) set {
	out := e.set
	if out == nil {
		out = d.d.all()
	}
	for _, s := range slots {
		if e.fixed[s] >= 0 {
			out = d.d.and(out, d.d.is(s, e.fixed[s], before))
		}
	}
	return out
}

// apart are the slots that are held in one of two elements, or have other values. It is false if something is
// known of a slot in old alone, or, if both is set, in e alone.
func apart(e, old *element, both bool) (slots []int, ok bool) {
	for s := range old.syms {
		x, y := e.knows(s), old.knows(s)
		switch {
		case !x && y, x && !y && both:
			return nil, false
		case x && y && (e.fixed[s] < 0 || e.fixed[s] != old.fixed[s]):
			slots = append(slots, s)
		}
	}
	return slots, true
}

// Initial implements domain.Domain.
func (d *Domain) Initial() domain.Element { return &element{} }

// Transfer implements domain.Domain.
func (d *Domain) Transfer(_ context.Context, from domain.Element, s *domain.Step) (domain.Element, bool,
	error) {
	out := newElement(s)
	if d.err != nil {
		return out, true, nil
	}
	im := image{Domain: d, from: from.(*element), step: s}
	ok, err := im.make(out)
	if err == nil {
		err = d.d.failed()
	}
	if err != nil {
		d.err = err
		return newElement(s), true, nil
	}
	return out, ok, nil
}

// newElement knows nothing of the slots after a step.
func newElement(s *domain.Step) *element {
	e := &element{}
	for _, slot := range s.Target {
		e.syms = append(e.syms, slot.Sym)
		e.fixed = append(e.fixed, -1)
	}
	return e
}

// Prec implements domain.Domain.
func (d *Domain) Prec(_ context.Context, e domain.Element, _ *domain.Step) (domain.Element, bool, error) {
	return e, true, nil
}

// Merge implements domain.Domain: the union, unless it has many valuations or says less of a slot.
func (d *Domain) Merge(from, into domain.Element) (domain.Element, bool) {
	e, old := from.(*element), into.(*element)
	slots, ok := apart(e, old, true)
	if d.err != nil || !ok || len(slots) == 0 {
		return old, false
	}
	a, b := d.with(e, slots), d.with(old, slots)
	out := &element{syms: old.syms, fixed: slices.Clone(old.fixed), held: slots, set: d.d.or(a, b)}
	for _, s := range slots {
		out.fixed[s] = -1
	}
	within := d.d.within(a, b)
	if d.err = d.d.failed(); d.err != nil || within {
		return old, false
	}
	if _, few := d.d.valuations(out.set, out.held, maxValuations); !few {
		return old, false
	}
	d.Merged++
	return out, true
}

// Stop implements domain.Domain.
func (d *Domain) Stop(_ context.Context, from, by domain.Element) bool {
	e := from.(*element)
	old, ok := by.(*element)
	if r, other := by.(renamed); other && d.err == nil {
		old, ok, d.err = d.moved(r, e)
	}
	if d.err != nil || !ok {
		return false
	}
	slots, ok := apart(e, old, false)
	if !ok || len(slots) == 0 {
		return ok
	}
	yes := d.d.within(d.with(e, slots), d.with(old, slots))
	d.err = d.d.failed()
	return yes && d.err == nil
}

// renamed is an element whose slots have other symbols.
type renamed struct {
	*element
	to map[term.Term]term.Term
}

// Rename implements domain.Renamer.
func (d *Domain) Rename(_ context.Context, e domain.Element, to map[term.Term]term.Term) (domain.Element,
	bool) {
	return renamed{e.(*element), to}, true
}

// moved is a renamed element over the slots of another one. Of slots without a name it does not matter which
// of their values they have. It is false if a slot that is held cannot be held there.
func (d *Domain) moved(r renamed, like *element) (out *element, ok bool, err error) {
	out = &element{syms: like.syms, fixed: slices.Repeat([]int{-1}, len(like.syms))}
	relation := r.set
	for from, sym := range r.syms {
		slot := slices.Index(like.syms, r.to[sym])
		if slot < 0 {
			continue
		}
		out.fixed[slot] = r.fixed[from]
		if !slices.Contains(r.held, from) {
			continue
		}
		if slot >= maxSlots {
			return nil, false, nil
		}
		out.held = append(out.held, slot)
		relation = d.d.and(relation, d.d.same(slot, from))
	}
	slices.Sort(out.held)
	if len(out.held) > 0 {
		relation = d.d.forget(relation, r.held, before)
		out.set, err = d.d.step(relation, min(len(like.syms), maxSlots))
	}
	return out, err == nil, err
}

// Facts implements domain.Domain: the values of each slot, and the valuations if slots depend on each other.
func (d *Domain) Facts(from domain.Element) []term.Term {
	e := from.(*element)
	st := d.st
	var out []term.Term
	for s, v := range e.fixed {
		if v >= 0 {
			out = append(out, d.equals(e.syms[s], v))
		}
	}
	if e.set == nil || d.err != nil {
		return out
	}
	product := d.d.all()
	for _, s := range e.held {
		alone := d.d.forget(e.set, without(e.held, s), before)
		product = d.d.and(product, alone)
		list, ok := d.d.valuations(alone, []int{s}, 1<<slotBits)
		if !ok {
			return out
		}
		var cases []term.Term
		for _, v := range list {
			cases = append(cases, d.equals(e.syms[s], v[0]))
		}
		out = append(out, st.Or(cases...))
	}
	list, ok := d.d.valuations(e.set, e.held, maxValuations)
	if d.d.equal(product, e.set) || !ok {
		return out
	}
	var cubes []term.Term
	for _, v := range list {
		var cube []term.Term
		for i, s := range e.held {
			cube = append(cube, d.equals(e.syms[s], v[i]))
		}
		cubes = append(cubes, st.And(cube...))
	}
	return append(out, st.Or(cubes...))
}

// equals is that a symbol has the value with a number.
func (d *Domain) equals(sym term.Term, number int) term.Term {
	switch v := d.values[number]; {
	case d.st.IsTrue(v):
		return sym
	case d.st.IsFalse(v):
		return d.st.Not(sym)
	default:
		return d.st.Eq(sym, v)
	}
}

// without is a list less one of its elements.
func without(list []int, x int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(y int) bool { return y == x })
}
