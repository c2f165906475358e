package absint

import "whittle.dev/term"

// Bounds returns what the two sides of a comparison are within when it has the
// value want; false when it cannot have it.
func Bounds(op term.Op, a, b Interval, want bool) (Interval, Interval, bool) {
	w := a.Width
	m := Mask(w)
	if op == term.OpEq {
		if want {
			c, ok := a.Meet(b)
			return c, c, ok
		}
		return Without(a, b), Without(b, a), true
	}
	least, greatest := uint64(0), m
	var al, ah, bl, bh uint64
	if op == term.OpBVSlt {
		least, greatest = (m>>1+1)&m, m>>1
		x, y := a.Signed()
		al, ah = uint64(x)&m, uint64(y)&m
		x, y = b.Signed()
		bl, bh = uint64(x)&m, uint64(y)&m
	} else {
		al, ah = a.Unsigned()
		bl, bh = b.Unsigned()
	}
	if want { // a < b
		if bh == least || al == greatest {
			return a, b, false
		}
		return Span(w, least, bh-1), Span(w, al+1, greatest), true
	}
	// a >= b
	return Span(w, bl, greatest), Span(w, least, ah), true
}

// Without returns a less the value of b, where that is a single value at an end of a.
func Without(a, b Interval) Interval {
	v, ok := b.Const()
	switch {
	case !ok || a.Lo == a.Hi:
	case a.IsFull():
		return Span(a.Width, v+1, v-1)
	case v == a.Lo:
		return Span(a.Width, a.Lo+1, a.Hi)
	case v == a.Hi:
		return Span(a.Width, a.Lo, a.Hi-1)
	}
	return a
}

// Bit is 1 for true and 0 for false.
func Bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Compare decides a comparison where the intervals do.
func Compare(op term.Op, a, b Interval) Interval {
	yes, no := false, false // always true, always false
	switch op {
	case term.OpEq:
		x, okA := a.Const()
		y, okB := b.Const()
		yes = okA && okB && x == y
		_, some := a.Meet(b)
		no = !some
	case term.OpBVUlt:
		al, ah := a.Unsigned()
		bl, bh := b.Unsigned()
		yes, no = ah < bl, al >= bh
	case term.OpBVSlt:
		al, ah := a.Signed()
		bl, bh := b.Signed()
		yes, no = ah < bl, al >= bh
	}
	switch {
	case yes:
		return Just(1, 1)
	case no:
		return Just(1, 0)
	}
	return Full(1)
}

// Width is the width of a bit-vector, 1 for Bool, and 0 for other sorts.
func Width(s term.Sort) int {
	if s.IsBool() {
		return 1
	}
	return s.Width()
}
