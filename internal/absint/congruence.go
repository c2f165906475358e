package absint

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

// AnyInt contains every integer.
var AnyInt = Congruence{Mod: 1}

// Exactly returns the set that contains n alone.
func Exactly(n int64) Congruence { return Congruence{Rem: n} }

// Exact returns the only element of the set, if there is only one.
func (c Congruence) Exact() (int64, bool) { return c.Rem, c.Mod == 0 }

// Has reports whether n is in the set.
func (c Congruence) Has(n int64) bool { return CongruentTo(c.Mod, n) == c }

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

// CongruentTo returns the set of the integers congruent to rem modulo mod.
func CongruentTo(mod uint64, rem int64) Congruence {
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

// Join returns the smallest congruence over both sets.
func (c Congruence) Join(d Congruence) Congruence {
	return CongruentTo(GCD(GCD(c.Mod, d.Mod), Distance(c.Rem, d.Rem)), c.Rem)
}

// Add returns the sums.
func (c Congruence) Add(d Congruence) Congruence {
	if c.Mod == 0 && d.Mod == 0 {
		return Exactly(c.Rem + d.Rem)
	}
	m := GCD(c.Mod, d.Mod)
	return CongruentTo(m, CongruentTo(m, c.Rem).Rem+CongruentTo(m, d.Rem).Rem)
}

// Neg returns the negatives.
func (c Congruence) Neg() Congruence { return CongruentTo(c.Mod, -c.Rem) }

// Times multiplies by k. The answer is right for integers without bounds; see Wrapped.
func (c Congruence) Times(k int64) Congruence {
	if c.Mod == 0 {
		return Exactly(c.Rem * k)
	}
	if k == 0 {
		return Exactly(0)
	}
	abs := uint64(k)
	if k < 0 {
		abs = -abs
	}
	hi, m := bits.Mul64(c.Mod, abs)
	hi2, r := bits.Mul64(uint64(c.Rem), abs)
	if hi != 0 || hi2 != 0 || m > 1<<62 || r > 1<<62 {
		return CongruentTo((c.Mod&-c.Mod)*(abs&-abs), c.Rem*k).PowerOfTwo()
	}
	if k < 0 {
		return CongruentTo(m, -int64(r))
	}
	return CongruentTo(m, int64(r))
}

// PowerOfTwo weakens the modulus to its largest power of two, which arithmetic
// that wraps around at any width respects.
func (c Congruence) PowerOfTwo() Congruence {
	if c.Mod == 0 {
		return c
	}
	return CongruentTo(c.Mod&-c.Mod, c.Rem)
}

// Wrapped is the set of the values in two's complement of the given width,
// where the integers may have left its range.
func (c Congruence) Wrapped(width int) Congruence {
	if width > 64 {
		return AnyInt
	}
	if c.Mod == 0 {
		return Exactly(c.Rem << (64 - width) >> (64 - width))
	}
	c = c.PowerOfTwo()
	if width < 63 && c.Mod > 1<<width {
		// Values are known modulo more than the width holds: one value.
		return Exactly(c.Rem << (64 - width) >> (64 - width))
	}
	return c
}

// Overlaps reports whether a place of n bytes at an offset in c and one of m
// bytes at an offset in d can have a byte in common.
func (c Congruence) Overlaps(n uint64, d Congruence, m uint64) bool {
	g := GCD(c.Mod, d.Mod)
	if g == 0 {
		return c.Rem < d.Rem+int64(m) && d.Rem < c.Rem+int64(n)
	}
	diff := uint64(CongruentTo(g, CongruentTo(g, d.Rem).Rem-CongruentTo(g, c.Rem).Rem).Rem)
	return diff < n || g-diff < m
}

// GCD is the greatest common divisor, where that of 0 and a number is the number.
func GCD(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Distance is how far two integers are apart.
func Distance(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}

// Apart reports whether an integer of c and one of d that differ do so by size at least.
func (c Congruence) Apart(d Congruence, size uint64) bool {
	m := GCD(c.Mod, d.Mod)
	if m == 0 {
		return c.Rem == d.Rem || Distance(c.Rem, d.Rem) >= size
	}
	return m >= size && CongruentTo(m, c.Rem) == CongruentTo(m, d.Rem)
}

// Unsigned turns the signed values of a width into unsigned ones.
func (c Congruence) Unsigned(width int) Congruence {
	if c.Mod == 0 {
		if c.Rem < 0 && width < 63 {
			return Exactly(c.Rem + 1<<width)
		}
		if c.Rem < 0 {
			return AnyInt
		}
		return c
	}
	c = c.PowerOfTwo()
	if width < 62 && c.Mod > 1<<width {
		return CongruentTo(1<<width, c.Rem)
	}
	return c
}
