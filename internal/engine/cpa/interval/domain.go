package interval

import (
	"context"
	"math/bits"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Config says how chains of elements end.
type Config struct {
	// Delay is how many turns of a loop are told apart before ranges are widened.
	Delay int
	// Merge joins states with the same explicit part; else they stay apart.
	Merge bool
	// Thresholds are where ranges that grow stop: the constants of conditions of the program.
	Thresholds absint.Thresholds
	// Only, if not nil, says of which places ranges are known: those that have many values. So a range that
	// grows is widened at once, whatever else a step has changed.
	Only func(multistate.Place) bool
}

// mergesBeforeWidening is how often a state is joined with others before it is widened.
const mergesBeforeWidening = 4

// Domain is the domain of ranges. It belongs to one goroutine.
type Domain struct {
	st  *term.Store
	cfg Config
	// Widened counts the elements that were widened.
	Widened int
}

// New returns the domain over a store.
func New(st *term.Store, cfg Config) *Domain { return &Domain{st: st, cfg: cfg} }

// element has a set for each slot of a state.
type element struct {
	slots []multistate.Slot
	sets  []absint.Strided // those of words of more than 64 bits have no width, and nothing is known of them
	shape [16]byte         // of the explicit part
	// before is the element at the beginning of the block, turns how many on the way have the same shape.
	before *element
	turns  int
	merges int
}

// Initial implements domain.Domain.
func (d *Domain) Initial() domain.Element { return &element{} }

// Transfer implements domain.Domain: the values after a step for those before it that satisfy its guard.
func (d *Domain) Transfer(_ context.Context, from domain.Element, s *domain.Step) (domain.Element, bool,
	error) {
	src := from.(*element)
	e := newEvaluation(d.st)
	for i, slot := range s.Source {
		if src.sets[i].Width > 0 {
			e.known[slot.Sym] = src.sets[i]
		}
	}
	if !e.assumeAll(s.Guard) {
		return nil, false, nil
	}
	out := &element{shape: s.Shape, before: src, slots: s.Target}
	for i, slot := range s.Target {
		set := top(d.st.Sort(slot.Sym))
		if set.Width > 0 && s.Next[i] != term.None && (d.cfg.Only == nil || d.cfg.Only(slot.Place)) {
			set = e.value(s.Next[i])
		}
		out.sets = append(out.sets, set)
	}
	return out, true, nil
}

// top is what is known of nothing.
func top(sort term.Sort) absint.Strided {
	if w := absint.Width(sort); w > 0 && w <= 64 {
		return absint.Everything(w)
	}
	return absint.Strided{}
}

// Prec implements domain.Domain: it widens what comes after turns of a loop.
func (d *Domain) Prec(_ context.Context, from domain.Element, _ *domain.Step) (domain.Element, bool, error) {
	e := from.(*element)
	if d.cfg.Only != nil {
		d.widenEach(e)
		return e, true, nil
	}
	last := e.before
	for last != nil && last.shape != e.shape {
		last = last.before
	}
	if last == nil {
		return e, true, nil
	}
	e.turns = last.turns + 1
	if e.turns > d.cfg.Delay && !last.includes(e) {
		d.widen(e, last)
	}
	return e, true, nil
}

// widen makes e include old as well, on the way to a limit.
func (d *Domain) widen(e, old *element) {
	d.Widened++
	for i, set := range e.sets {
		if set.Width > 0 {
			e.sets[i] = old.sets[i].Widen(set, d.cfg.Thresholds)
		}
	}
}

// widenEach makes each range that has grown include that of the same place at the beginning of the block.
func (d *Domain) widenEach(e *element) {
	old := make(map[multistate.Place]absint.Strided, len(e.before.sets))
	for i, slot := range e.before.slots {
		old[slot.Place] = e.before.sets[i]
	}
	for i, set := range e.sets {
		was := old[e.slots[i].Place]
		if set.Width > 0 && was.Width == set.Width && !set.IsFull() && !was.IsFull() && !was.Contains(set) {
			d.Widened++
			e.sets[i] = was.Widen(set, d.cfg.Thresholds)
		}
	}
	e.before = nil
}

// includes reports whether the sets of e include those of f.
func (e *element) includes(f *element) bool {
	for i, set := range e.sets {
		if set.Width > 0 && !set.Contains(f.sets[i]) {
			return false
		}
	}
	return true
}

// Merge implements domain.Domain: the join, or a widening of a state that was joined often.
func (d *Domain) Merge(from, into domain.Element) (domain.Element, bool) {
	e, old := from.(*element), into.(*element)
	if !d.cfg.Merge || old.includes(e) {
		return old, d.cfg.Merge && d.cfg.Only != nil // other domains say whether the two become one
	}
	out := *old
	out.merges++
	out.sets = slices.Clone(e.sets)
	if out.merges > mergesBeforeWidening {
		d.widen(&out, old)
		return &out, true
	}
	for i, set := range e.sets {
		if set.Width > 0 {
			out.sets[i] = old.sets[i].Join(set)
		}
	}
	return &out, true
}

// Rename implements domain.Renamer: ranges do not depend on each other.
func (d *Domain) Rename(_ context.Context, from domain.Element, to map[term.Term]term.Term) (domain.Element,
	bool) {
	e := from.(*element)
	out := make(renamed, len(e.slots))
	for i, slot := range e.slots {
		if named := to[slot.Sym]; named != term.None {
			out[named] = e.sets[i]
		}
	}
	return out, true
}

// renamed has a set for each symbol of which something is known.
type renamed map[term.Term]absint.Strided

// includes reports whether the sets include those of f.
func (r renamed) includes(f *element) bool {
	for i, slot := range f.slots {
		if set, ok := r[slot.Sym]; ok && set.Width > 0 && !set.Contains(f.sets[i]) {
			return false
		}
	}
	return true
}

// Stop implements domain.Domain.
func (d *Domain) Stop(_ context.Context, e, old domain.Element) bool {
	return old.(interface{ includes(*element) bool }).includes(e.(*element))
}

// Facts implements domain.Domain: bounds, and low bits that are the same in all values.
func (d *Domain) Facts(from domain.Element) []term.Term {
	e := from.(*element)
	var out []term.Term
	for i, set := range e.sets {
		if set.Width > 0 && !set.IsFull() {
			out = d.bounds(out, e.slots[i].Sym, set)
		}
	}
	return out
}

// bounds appends that x is in a set, or what can be said of that by comparisons.
func (d *Domain) bounds(out []term.Term, x term.Term, set absint.Strided) []term.Term {
	st, w := d.st, set.Width
	v, single := set.Const()
	switch {
	case d.st.Sort(x).IsBool() && v == 1:
		return append(out, x)
	case d.st.Sort(x).IsBool():
		return append(out, st.Not(x))
	case single:
		return append(out, st.Eq(x, st.BV(w, v)))
	}
	lo, hi := st.BV(w, set.Lo), st.BV(w, set.Hi)
	switch {
	case set.Lo <= set.Hi:
		out = append(out, st.Not(st.BVUlt(x, lo)), st.Not(st.BVUlt(hi, x)))
	case absint.SignExtend(set.Lo, w) <= absint.SignExtend(set.Hi, w):
		out = append(out, st.Not(st.BVSlt(x, lo)), st.Not(st.BVSlt(hi, x)))
	default:
		out = append(out, st.Or(st.Not(st.BVUlt(hi, x)), st.Not(st.BVUlt(x, lo))))
	}
	// A stride survives the way round the circle as far as it is a power of two.
	if k := bits.TrailingZeros64(set.Step); k > 0 && k < w {
		out = append(out, st.Eq(st.Extract(k-1, 0, x), st.BV(k, set.Lo)))
	}
	return out
}
