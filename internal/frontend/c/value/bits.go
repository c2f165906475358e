package value

import (
	"whittle.dev/term"
)

// Truncate cuts a number to w bits.
func Truncate(v uint64, w int) uint64 {
	if w < 64 {
		v &= 1<<uint(w) - 1
	}
	return v
}

// Zero is 0 of any width.
func (vs *Values) Zero(w int) term.Term { return vs.BV(w, 0) }

// BV is a constant of any width.
func (vs *Values) BV(w int, v uint64) term.Term {
	if w > 64 {
		return vs.ts.ZeroExt(w-64, vs.ts.BV(64, v))
	}
	return vs.ts.BV(w, Truncate(v, w))
}

// Resize widens (by the source's sign) or narrows a bit-vector.
func (vs *Values) Resize(t term.Term, from, to int, signed bool) term.Term {
	switch {
	case from == to:
		return t
	case to < from:
		return vs.ts.Extract(to-1, 0, t)
	case signed:
		return vs.ts.SignExt(to-from, t)
	}
	return vs.ts.ZeroExt(to-from, t)
}
