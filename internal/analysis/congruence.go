package analysis

import (
	"fmt"
	"math/bits"
)

// Congruence is a set of integers: all that are congruent to Rem modulo Mod,
// or just Rem when Mod is 0. With Mod > 0, 0 <= Rem < Mod.
type Congruence struct {
	Mod uint64
	Rem int64
}

// anyInt contains every integer.
var anyInt = Congruence{Mod: 1}

// exactly returns the set that contains n alone.
func exactly(n int64) Congruence { return Congruence{Rem: n} }

// Exact returns the only element of the set, if there is only one.
func (c Congruence) Exact() (int64, bool) { return c.Rem, c.Mod == 0 }

// String returns "8", "8 mod 16" or "any".
func (c Congruence) String() string {
	switch c.Mod {
	case 0:
		return fmt.Sprint(c.Rem)
	case 1:
		return "any"
	}
	return fmt.Sprintf("%d mod %d", c.Rem, c.Mod)
}

// congruence returns the set of the integers congruent to rem modulo mod.
func congruence(mod uint64, rem int64) Congruence {
	if mod == 0 {
		return Congruence{Rem: rem}
	}
	if mod > 1<<62 {
		mod = mod & -mod // keeps the arithmetic below in range
		if mod > 1<<62 {
			mod = 1 << 62
		}
	}
	rem %= int64(mod)
	if rem < 0 {
		rem += int64(mod)
	}
	return Congruence{mod, rem}
}

func (c Congruence) join(d Congruence) Congruence {
	return congruence(gcd(gcd(c.Mod, d.Mod), distance(c.Rem, d.Rem)), c.Rem)
}

func (c Congruence) add(d Congruence) Congruence {
	if c.Mod == 0 && d.Mod == 0 {
		return exactly(c.Rem + d.Rem)
	}
	m := gcd(c.Mod, d.Mod)
	return congruence(m, congruence(m, c.Rem).Rem+congruence(m, d.Rem).Rem)
}

func (c Congruence) neg() Congruence { return congruence(c.Mod, -c.Rem) }

// times multiplies by k. The answer is right for integers without bounds;
// see wrapped.
func (c Congruence) times(k int64) Congruence {
	if c.Mod == 0 {
		return exactly(c.Rem * k)
	}
	if k == 0 {
		return exactly(0)
	}
	abs := uint64(k)
	if k < 0 {
		abs = -abs
	}
	hi, m := bits.Mul64(c.Mod, abs)
	hi2, r := bits.Mul64(uint64(c.Rem), abs)
	if hi != 0 || hi2 != 0 || m > 1<<62 || r > 1<<62 {
		return congruence((c.Mod&-c.Mod)*(abs&-abs), c.Rem*k).powerOfTwo()
	}
	if k < 0 {
		return congruence(m, -int64(r))
	}
	return congruence(m, int64(r))
}

// powerOfTwo weakens the modulus to its largest power of two, which arithmetic
// that wraps around at any width respects.
func (c Congruence) powerOfTwo() Congruence {
	if c.Mod == 0 {
		return c
	}
	return congruence(c.Mod&-c.Mod, c.Rem)
}

// wrapped is the set of the values in two's complement of the given width,
// where the integers may have left its range.
func (c Congruence) wrapped(width int) Congruence {
	if width > 64 {
		return anyInt
	}
	if c.Mod == 0 {
		return exactly(c.Rem << (64 - width) >> (64 - width))
	}
	c = c.powerOfTwo()
	if width < 63 && c.Mod > 1<<width {
		// Values are known modulo more than the width holds: one value.
		return exactly(c.Rem << (64 - width) >> (64 - width))
	}
	return c
}

// Overlaps reports whether a place of n bytes at an offset in c and one of m
// bytes at an offset in d can have a byte in common.
func (c Congruence) Overlaps(n uint64, d Congruence, m uint64) bool {
	g := gcd(c.Mod, d.Mod)
	if g == 0 {
		return c.Rem < d.Rem+int64(m) && d.Rem < c.Rem+int64(n)
	}
	diff := uint64(congruence(g, congruence(g, d.Rem).Rem-congruence(g, c.Rem).Rem).Rem)
	return diff < n || g-diff < m
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func distance(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}

// apart reports whether an integer of c and one of d that differ do so by size at least.
func (c Congruence) apart(d Congruence, size uint64) bool {
	m := gcd(c.Mod, d.Mod)
	if m == 0 {
		return c.Rem == d.Rem || distance(c.Rem, d.Rem) >= size
	}
	return m >= size && congruence(m, c.Rem) == congruence(m, d.Rem)
}
