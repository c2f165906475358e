package absint

import "fmt"

// Interval is a set of values of a bit-vector of at most 64 bits: those from Lo up to Hi going round the
// circle of unsigned numbers, so that signed and unsigned ranges are both intervals (J. Navas et al., 2012).
// The values of a Bool are those of one bit.
type Interval struct {
	Lo, Hi uint64
	Width  int
}

// Mask is the greatest unsigned number of a width.
func Mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// Full contains every value of a width.
func Full(width int) Interval { return Interval{0, Mask(width), width} }

// Just contains v alone.
func Just(width int, v uint64) Interval {
	v &= Mask(width)
	return Interval{v, v, width}
}

// Span is the interval of the values from lo round to hi.
func Span(width int, lo, hi uint64) Interval {
	m := Mask(width)
	return Interval{lo & m, hi & m, width}.normal()
}

// normal gives the full set one form.
func (a Interval) normal() Interval {
	if a.steps() == Mask(a.Width) {
		return Full(a.Width)
	}
	return a
}

// steps is the number of values less one.
func (a Interval) steps() uint64 { return (a.Hi - a.Lo) & Mask(a.Width) }

// IsFull reports whether nothing is known.
func (a Interval) IsFull() bool { return a.steps() == Mask(a.Width) }

// Const returns the only value, if there is only one.
func (a Interval) Const() (uint64, bool) { return a.Lo, a.Lo == a.Hi }

// Has reports whether v is in the interval.
func (a Interval) Has(v uint64) bool { return (v-a.Lo)&Mask(a.Width) <= a.steps() }

// Unsigned returns the least and the greatest value as unsigned numbers.
func (a Interval) Unsigned() (lo, hi uint64) {
	if a.Lo <= a.Hi {
		return a.Lo, a.Hi
	}
	return 0, Mask(a.Width)
}

// Signed returns the least and the greatest value as signed numbers.
func (a Interval) Signed() (lo, hi int64) {
	lo, hi = SignExtend(a.Lo, a.Width), SignExtend(a.Hi, a.Width)
	if lo > hi {
		return SignExtend(1<<(a.Width-1), a.Width), int64(Mask(a.Width) >> 1)
	}
	return lo, hi
}

// SignExtend reads the low bits of v as a number in two's complement.
func SignExtend(v uint64, width int) int64 { return int64(v<<(64-width)) >> (64 - width) }

// String returns "[lo, hi]" in unsigned numbers.
func (a Interval) String() string { return fmt.Sprintf("[%d, %d]", a.Lo, a.Hi) }

// Contains reports whether b is a subset of a.
func (a Interval) Contains(b Interval) bool {
	if a.IsFull() {
		return true
	}
	m := Mask(a.Width)
	return a.Has(b.Lo) && a.Has(b.Hi) && (b.Lo-a.Lo)&m <= (b.Hi-a.Lo)&m
}

// Join returns the smallest interval over both sets.
func (a Interval) Join(b Interval) Interval {
	switch {
	case a.Contains(b):
		return a
	case b.Contains(a):
		return b
	}
	x, y := Span(a.Width, a.Lo, b.Hi), Span(a.Width, b.Lo, a.Hi)
	okX, okY := x.Contains(a) && x.Contains(b), y.Contains(a) && y.Contains(b)
	switch {
	case okX && (!okY || x.steps() <= y.steps()):
		return x
	case okY:
		return y
	}
	return Full(a.Width)
}

// Meet returns an interval that contains every value in both sets; false when there is none. (The
// intersection may be two intervals: then it is the smaller one of a and b.)
func (a Interval) Meet(b Interval) (Interval, bool) {
	switch {
	case a.Contains(b):
		return b, true
	case b.Contains(a):
		return a, true
	}
	aLo, aHi := b.Has(a.Lo), b.Has(a.Hi)
	bLo, bHi := a.Has(b.Lo), a.Has(b.Hi)
	switch {
	case !aLo && !aHi && !bLo && !bHi:
		return a, false
	case aLo && aHi: // both ends of both: two pieces
		if a.steps() <= b.steps() {
			return a, true
		}
		return b, true
	case aLo && bHi:
		return Span(a.Width, a.Lo, b.Hi), true
	case bLo && aHi:
		return Span(a.Width, b.Lo, a.Hi), true
	}
	return a, true
}

// Widen returns an interval over both sets for a chain that is to end soon:
// a side that moves goes on to the end of the signed or unsigned numbers.
func (a Interval) Widen(b Interval) Interval {
	j := a.Join(b)
	if j == a {
		return a
	}
	top, half := Mask(a.Width), Mask(a.Width)>>1
	for _, c := range []Interval{
		Span(a.Width, a.Lo, half), Span(a.Width, a.Lo, top), Span(a.Width, 0, a.Hi),
		Span(a.Width, half+1, a.Hi),
	} {
		if c.Contains(a) && c.Contains(b) {
			return c
		}
	}
	return Full(a.Width)
}

// Add returns an interval over the sums.
func (a Interval) Add(b Interval) Interval {
	if a.steps()+b.steps() < a.steps() || a.steps()+b.steps() >= Mask(a.Width) {
		return Full(a.Width)
	}
	return Span(a.Width, a.Lo+b.Lo, a.Hi+b.Hi)
}

// Neg returns the negatives.
func (a Interval) Neg() Interval { return Span(a.Width, -a.Hi, -a.Lo) }

// Not returns the complements.
func (a Interval) Not() Interval { return Span(a.Width, ^a.Hi, ^a.Lo) }

// MulConst returns an interval over the products with k.
func (a Interval) MulConst(k uint64) Interval {
	m := Mask(a.Width)
	k &= m
	if v, ok := a.Const(); ok {
		return Just(a.Width, v*k)
	}
	switch {
	case k == 0:
		return Just(a.Width, 0)
	case a.steps() <= (m-1)/k:
		return Span(a.Width, a.Lo*k, a.Hi*k)
	case a.steps() <= (m-1)/((-k)&m):
		return a.Neg().MulConst((-k) & m)
	}
	return Full(a.Width)
}

// ZeroExt returns an interval over the values with zeros in front.
func (a Interval) ZeroExt(by int) Interval {
	lo, hi := a.Unsigned()
	return Span(a.Width+by, lo, hi)
}

// SignExt returns an interval over the values with copies of their sign in front.
func (a Interval) SignExt(by int) Interval {
	lo, hi := a.Signed()
	return Span(a.Width+by, uint64(lo), uint64(hi))
}

// Low returns the interval of the low bits.
func (a Interval) Low(width int) Interval {
	if a.steps() >= Mask(width) {
		return Full(width)
	}
	return Span(width, a.Lo, a.Hi)
}
