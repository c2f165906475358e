package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// What a step does that others can tell. A thread whose steps do nothing of that kind may be waiting.

// Acts says what a step does.
type Acts uint8

// What steps do.
const (
	// Computes: only something within its thread.
	Computes Acts = iota
	// Looks: it finds out what other threads have done, see cfa.Looks, and changes nothing.
	Looks
	// MayAct: for some values it changes memory, and for others it does not.
	MayAct
	// Does: it changes memory, or does something else that is not undone, see cfa.Acts.
	Does
)

// note is called before an operation that is no Assume.
func (x *expansion) note(r *run, e *cfa.Edge) {
	switch {
	case x.cfg.Told == nil:
	case cfa.Acts(e.Op):
		r.acts = Does
	case cfa.Looks(e.Op):
		r.acts = max(r.acts, Looks)
	}
}

// changes is called before a Store of a value at an address.
func (x *expansion) changes(r *run, e *cfa.Edge, addr uint64, value term.Term) {
	if x.cfg.Told == nil || !x.cfg.Told(e) {
		return
	}
	n := uint64(x.s.Sort(value).Width() / 8)
	old := r.st.read(addr, n, func(o *object, off uint64, sort term.Sort) term.Term {
		v := x.symbols.Fresh(&r.st.used, sort)
		x.rec.undefined(o, off, v)
		return v
	})
	same := x.s.Eq(old, value)
	switch {
	case x.s.IsTrue(same):
	case x.s.IsFalse(same):
		r.acts = Does
	default:
		r.acts = max(r.acts, MayAct)
		if x.rec != nil {
			x.rec.kept = append(x.rec.kept, same)
		}
	}
}

// Kept demands that the stores since it was called last have changed nothing, if wanted is set.
func (rec *Recorder) Kept(wanted bool) {
	if wanted {
		rec.conds = append(rec.conds, rec.kept...)
	}
	rec.kept = nil
}
