package analysis

import "fmt"

// Interval is a set of values of a bit-vector of at most 64 bits: those from
// Lo up to Hi going round the circle of unsigned numbers, so that signed and
// unsigned ranges are both intervals (J. Navas et al., 2012). The values of a
// Bool are those of one bit.
type Interval struct {
	Lo, Hi uint64
	Width  int
}

func maskOf(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// full contains every value of a width.
func full(width int) Interval { return Interval{0, maskOf(width), width} }

// just contains v alone.
func just(width int, v uint64) Interval {
	v &= maskOf(width)
	return Interval{v, v, width}
}

// span is the interval of the values from lo round to hi.
func span(width int, lo, hi uint64) Interval {
	m := maskOf(width)
	return Interval{lo & m, hi & m, width}.normal()
}

// normal gives the full set one form.
func (a Interval) normal() Interval {
	if a.steps() == maskOf(a.Width) {
		return full(a.Width)
	}
	return a
}

// steps is the number of values less one.
func (a Interval) steps() uint64 { return (a.Hi - a.Lo) & maskOf(a.Width) }

// IsFull reports whether nothing is known.
func (a Interval) IsFull() bool { return a.steps() == maskOf(a.Width) }

// Const returns the only value, if there is only one.
func (a Interval) Const() (uint64, bool) { return a.Lo, a.Lo == a.Hi }

// Has reports whether v is in the interval.
func (a Interval) Has(v uint64) bool { return (v-a.Lo)&maskOf(a.Width) <= a.steps() }

// Unsigned returns the least and the greatest value as unsigned numbers.
func (a Interval) Unsigned() (lo, hi uint64) {
	if a.Lo <= a.Hi {
		return a.Lo, a.Hi
	}
	return 0, maskOf(a.Width)
}

// Signed returns the least and the greatest value as signed numbers.
func (a Interval) Signed() (lo, hi int64) {
	lo, hi = signExtend(a.Lo, a.Width), signExtend(a.Hi, a.Width)
	if lo > hi {
		return signExtend(1<<(a.Width-1), a.Width), int64(maskOf(a.Width) >> 1)
	}
	return lo, hi
}

func signExtend(v uint64, width int) int64 { return int64(v<<(64-width)) >> (64 - width) }

// String returns "[lo, hi]" in unsigned numbers.
func (a Interval) String() string { return fmt.Sprintf("[%d, %d]", a.Lo, a.Hi) }

// contains reports whether b is a subset of a.
func (a Interval) contains(b Interval) bool {
	if a.IsFull() {
		return true
	}
	m := maskOf(a.Width)
	return a.Has(b.Lo) && a.Has(b.Hi) && (b.Lo-a.Lo)&m <= (b.Hi-a.Lo)&m
}

// join returns the smallest interval over both sets.
func (a Interval) join(b Interval) Interval {
	switch {
	case a.contains(b):
		return a
	case b.contains(a):
		return b
	}
	x, y := span(a.Width, a.Lo, b.Hi), span(a.Width, b.Lo, a.Hi)
	okX, okY := x.contains(a) && x.contains(b), y.contains(a) && y.contains(b)
	switch {
	case okX && (!okY || x.steps() <= y.steps()):
		return x
	case okY:
		return y
	}
	return full(a.Width)
}

// meet returns an interval that contains every value in both sets; false when
// there is none. (The intersection may be two intervals: then it is the
// smaller one of a and b.)
func (a Interval) meet(b Interval) (Interval, bool) {
	switch {
	case a.contains(b):
		return b, true
	case b.contains(a):
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
		return span(a.Width, a.Lo, b.Hi), true
	case bLo && aHi:
		return span(a.Width, b.Lo, a.Hi), true
	}
	return a, true
}

// widen returns an interval over both sets for a chain that is to end soon:
// a side that moves goes on to the end of the signed or unsigned numbers.
func (a Interval) widen(b Interval) Interval {
	j := a.join(b)
	if j == a {
		return a
	}
	top, half := maskOf(a.Width), maskOf(a.Width)>>1
	for _, c := range []Interval{
		span(a.Width, a.Lo, half), span(a.Width, a.Lo, top), span(a.Width, 0, a.Hi), span(a.Width, half+1, a.Hi),
	} {
		if c.contains(a) && c.contains(b) {
			return c
		}
	}
	return full(a.Width)
}

func (a Interval) add(b Interval) Interval {
	if a.steps()+b.steps() < a.steps() || a.steps()+b.steps() >= maskOf(a.Width) {
		return full(a.Width)
	}
	return span(a.Width, a.Lo+b.Lo, a.Hi+b.Hi)
}

func (a Interval) neg() Interval { return span(a.Width, -a.Hi, -a.Lo) }

func (a Interval) not() Interval { return span(a.Width, ^a.Hi, ^a.Lo) }

func (a Interval) mulConst(k uint64) Interval {
	m := maskOf(a.Width)
	k &= m
	if v, ok := a.Const(); ok {
		return just(a.Width, v*k)
	}
	switch {
	case k == 0:
		return just(a.Width, 0)
	case a.steps() <= (m-1)/k:
		return span(a.Width, a.Lo*k, a.Hi*k)
	case a.steps() <= (m-1)/((-k)&m):
		return a.neg().mulConst((-k) & m)
	}
	return full(a.Width)
}

func (a Interval) zeroExt(by int) Interval {
	lo, hi := a.Unsigned()
	return span(a.Width+by, lo, hi)
}

func (a Interval) signExt(by int) Interval {
	lo, hi := a.Signed()
	return span(a.Width+by, uint64(lo), uint64(hi))
}

// low returns the interval of the low bits.
func (a Interval) low(width int) Interval {
	if a.steps() >= maskOf(width) {
		return full(width)
	}
	return span(width, a.Lo, a.Hi)
}
