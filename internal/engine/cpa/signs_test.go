package cpa_test

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/term"
)

// sign is a set of signs; as such it is an element of the semilattice, whose order is inclusion.
type sign uint8

const (
	negative sign = 1 << iota
	zero
	positive
	any = negative | zero | positive
)

// known has a sign for each slot of a state.
type known struct {
	slots []term.Term
	signs []sign
}

// signs is the domain of signs. It needs no precision.
type signs struct{ st *term.Store }

// Initial: the first state has no slots.
func (signs) Initial() domain.Element { return known{} }

// Transfer computes the sign of each slot from those before the step.
func (d signs) Transfer(_ context.Context, e domain.Element, s *domain.Step) (domain.Element, bool, error) {
	before := e.(known)
	var after known
	for i, slot := range s.Target {
		after.slots = append(after.slots, slot.Sym)
		after.signs = append(after.signs, d.of(s.Next[i], before))
	}
	return after, true, nil
}

// of is the sign of a term. A word is read as a signed number; all arithmetic wraps around, so that the sum
// of two positive numbers has any sign.
func (d signs) of(t term.Term, k known) sign {
	if t == term.None || !d.st.Sort(t).IsBitVec() {
		return any // a place that came to be, or a truth value
	}
	if i := slices.Index(k.slots, t); i >= 0 {
		return k.signs[i]
	}
	arg := func(i int) sign { return d.of(d.st.Arg(t, i), k) }
	switch d.st.Op(t) {
	case term.OpConst:
		n := d.st.ConstBig(t)
		switch {
		case n.Sign() == 0:
			return zero
		case n.Bit(d.st.Sort(t).Width()-1) == 1:
			return negative
		}
		return positive
	case term.OpIte:
		return arg(1) | arg(2)
	case term.OpSignExt:
		return arg(0)
	case term.OpZeroExt:
		if s := arg(0); s&negative == 0 {
			return s
		} else if s&zero == 0 {
			return positive
		}
		return zero | positive
	case term.OpBVMul:
		if arg(0) == zero || arg(1) == zero {
			return zero
		}
	case term.OpBVAdd:
		if a, b := arg(0), arg(1); len(d.st.Args(t)) == 2 && a == zero {
			return b
		} else if len(d.st.Args(t)) == 2 && b == zero {
			return a
		}
	}
	return any
}

// Prec leaves the element as it is.
func (signs) Prec(_ context.Context, e domain.Element, _ *domain.Step) (domain.Element, bool, error) {
	return e, true, nil
}

// Merge joins two states, so that a place in the program has one state. If nothing is new they stay apart,
// and Stop sees that the new one is included.
func (signs) Merge(e, old domain.Element) (domain.Element, bool) {
	a, b := e.(known), old.(known)
	out := known{slots: b.slots}
	for i := range b.signs {
		out.signs = append(out.signs, a.signs[i]|b.signs[i])
	}
	return out, !slices.Equal(out.signs, b.signs)
}

// Stop reports whether old has all signs of e.
func (signs) Stop(_ context.Context, e, old domain.Element) bool {
	a, b := e.(known), old.(known)
	for i := range a.signs {
		if a.signs[i]&^b.signs[i] != 0 {
			return false
		}
	}
	return true
}

// Facts says the same as formulas.
func (d signs) Facts(e domain.Element) (out []term.Term) {
	k := e.(known)
	for i, x := range k.slots {
		if k.signs[i] == any {
			continue
		}
		null := d.st.BV(d.st.Sort(x).Width(), 0)
		var cases []term.Term
		for _, c := range []struct {
			sign sign
			is   term.Term
		}{{negative, d.st.BVSlt(x, null)}, {zero, d.st.Eq(x, null)}, {positive, d.st.BVSlt(null, x)}} {
			if k.signs[i]&c.sign != 0 {
				cases = append(cases, c.is)
			}
		}
		out = append(out, d.st.Or(cases...))
	}
	return out
}
