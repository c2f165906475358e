package rational

import (
	"math/big"
	"math/bits"
	"strconv"
)

// A Rat is a rational number. The zero value is 0.
//
// If d >= 0, it is n/(d+1) in lowest terms with |n| and d below 2^62; if d is -1, it is b and does not fit.
// Denominators are kept less one, so that a single comparison recognises two small integers.
type Rat struct {
	n, d int64
	b    *big.Rat
}

const (
	limit = 1<<62 - 1 // greatest magnitude of a small number
	half  = 1 << 31   // below it, sums of two products are below 2^63
	isBig = -1
)

// Of returns the integer n.
func Of(n int64) Rat {
	if fits(n) {
		return Rat{n: n}
	}
	return Rat{d: isBig, b: new(big.Rat).SetInt64(n)}
}

// Frac returns n/d.
func Frac(n, d int64) Rat { return Of(n).Div(Of(d)) }

// FromBig returns x, which it does not keep.
func FromBig(x *big.Rat) Rat {
	if r, ok := small(x); ok {
		return r
	}
	return Rat{d: isBig, b: new(big.Rat).Set(x)}
}

// fits reports that n is small.
func fits(n int64) bool { return uint64(n+limit) <= 2*limit }

// within reports that the magnitude of n is below 2^31.
func within(n int64) bool { return uint64(n+half-1) <= 2*half-2 }

// small returns x as a small number if it is one.
func small(x *big.Rat) (Rat, bool) {
	n, d := x.Num(), x.Denom()
	if n.IsInt64() && d.IsInt64() && fits(n.Int64()) && fits(d.Int64()) {
		return Rat{n: n.Int64(), d: d.Int64() - 1}, true
	}
	return Rat{}, false
}

// own is FromBig for an x that nothing else refers to.
func own(x *big.Rat) Rat {
	if r, ok := small(x); ok {
		return r
	}
	return Rat{d: isBig, b: x}
}

// Big returns x as a new big.Rat.
func (x Rat) Big() *big.Rat { return new(big.Rat).Set(x.ref()) }

// ref returns x as a big.Rat that must not be changed.
func (x Rat) ref() *big.Rat {
	if x.d == isBig {
		return x.b
	}
	return new(big.Rat).SetFrac64(x.n, x.d+1)
}

// Int64 returns x if it is a small integer.
func (x Rat) Int64() (n int64, ok bool) { return x.n, x.d == 0 }

// Num returns the numerator of x in lowest terms, with the sign of x.
func (x Rat) Num() Int {
	if x.d == isBig {
		return ownInt(new(big.Int).Set(x.b.Num()))
	}
	return Int{v: x.n}
}

// Den returns the positive denominator of x in lowest terms.
func (x Rat) Den() Int {
	if x.d == isBig {
		return ownInt(new(big.Int).Set(x.b.Denom()))
	}
	return Int{v: x.d + 1}
}

// IsInt reports that x is an integer.
func (x Rat) IsInt() bool { return x.d == 0 || x.d == isBig && x.b.IsInt() }

// IsZero reports that x is 0.
func (x Rat) IsZero() bool { return x.n == 0 && x.d == 0 }

// Sign returns -1, 0 or 1.
func (x Rat) Sign() int {
	switch {
	case x.d == isBig:
		return x.b.Sign()
	case x.n > 0:
		return 1
	case x.n < 0:
		return -1
	}
	return 0
}

// Add returns x + y.
func (x Rat) Add(y Rat) Rat {
	if x.d|y.d == 0 {
		if s := x.n + y.n; fits(s) {
			return Rat{n: s}
		}
	}
	return add(x, y)
}

func add(x, y Rat) Rat {
	if x.d != isBig && y.d != isBig {
		if x.d == y.d { // one denominator: for short sums
			if s := x.n + y.n; fits(s) {
				return reduced(s, x.d+1)
			}
		}
		if within(x.n) && within(y.n) && x.d < half-1 && y.d < half-1 {
			n, d := x.n*(y.d+1)+y.n*(x.d+1), (x.d+1)*(y.d+1)
			if g := gcd(n, d); g > 1 {
				n, d = n/g, d/g
			}
			if fits(n) && d <= limit {
				return Rat{n: n, d: d - 1}
			}
		}
	}
	return own(new(big.Rat).Add(x.ref(), y.ref()))
}

// Sub returns x - y.
func (x Rat) Sub(y Rat) Rat { return x.Add(y.Neg()) }

// Neg returns -x.
func (x Rat) Neg() Rat {
	if x.d == isBig {
		return Rat{d: isBig, b: new(big.Rat).Neg(x.b)}
	}
	return Rat{n: -x.n, d: x.d}
}

// Abs returns the magnitude of x.
func (x Rat) Abs() Rat {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Mul returns x * y.
func (x Rat) Mul(y Rat) Rat {
	if x.d|y.d == 0 && within(x.n) && within(y.n) {
		return Rat{n: x.n * y.n}
	}
	return mul(x, y)
}

func mul(x, y Rat) Rat {
	if x.d != isBig && y.d != isBig {
		n1, d1, n2, d2 := x.n, x.d+1, y.n, y.d+1
		if g := gcd(n1, d2); g > 1 {
			n1, d2 = n1/g, d2/g
		}
		if g := gcd(n2, d1); g > 1 {
			n2, d1 = n2/g, d1/g
		}
		n, ok := product(n1, n2)
		d, ok2 := product(d1, d2)
		if ok && ok2 {
			return Rat{n: n, d: d - 1}
		}
	}
	return own(new(big.Rat).Mul(x.ref(), y.ref()))
}

// product returns x*y if it is small.
func product(x, y int64) (int64, bool) {
	if within(x) && within(y) {
		return x * y, true
	}
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo > limit {
		return 0, false
	}
	if (x < 0) != (y < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// Inv returns 1/x.
func (x Rat) Inv() Rat {
	switch {
	case x.d == isBig:
		return own(new(big.Rat).Inv(x.b))
	case x.n > 0:
		return Rat{n: x.d + 1, d: x.n - 1}
	case x.n < 0:
		return Rat{n: -x.d - 1, d: -x.n - 1}
	}
	panic("rational: division by zero")
}

// Div returns x / y.
func (x Rat) Div(y Rat) Rat {
	if y.d == 0 && (y.n == 1 || y.n == -1) {
		if y.n == 1 {
			return x
		}
		return x.Neg()
	}
	return x.Mul(y.Inv())
}

// Cmp returns -1, 0 or 1 as x is less than, equal to or greater than y.
func (x Rat) Cmp(y Rat) int {
	if x.d == y.d && x.d != isBig {
		switch {
		case x.n < y.n:
			return -1
		case x.n > y.n:
			return 1
		}
		return 0
	}
	return compare(x, y)
}

func compare(x, y Rat) int {
	if sx, sy := x.Sign(), y.Sign(); sx != sy {
		if sx < sy {
			return -1
		}
		return 1
	}
	if x.d == isBig || y.d == isBig {
		return x.ref().Cmp(y.ref())
	}
	// Both have the same sign: compare the magnitudes of the cross products in 128 bits.
	h1, l1 := bits.Mul64(magnitude(x.n), uint64(y.d+1))
	h2, l2 := bits.Mul64(magnitude(y.n), uint64(x.d+1))
	c := 0
	switch {
	case h1 < h2 || h1 == h2 && l1 < l2:
		c = -1
	case h1 > h2 || h1 == h2 && l1 > l2:
		c = 1
	}
	if x.n < 0 {
		return -c
	}
	return c
}

// Equal reports x = y.
func (x Rat) Equal(y Rat) bool {
	if x.d != isBig {
		return x.n == y.n && x.d == y.d
	}
	return y.d == isBig && x.b.Cmp(y.b) == 0
}

// Less reports x < y.
func (x Rat) Less(y Rat) bool { return x.Cmp(y) < 0 }

// Floor returns the greatest integer that is at most x.
func (x Rat) Floor() Rat {
	switch {
	case x.d == 0:
		return x
	case x.d == isBig:
		q := new(big.Int).Div(x.b.Num(), x.b.Denom()) // rounds down, as denominators are positive
		return own(new(big.Rat).SetInt(q))
	}
	q := x.n / (x.d + 1)
	if x.n < 0 {
		q-- // not an integer
	}
	return Rat{n: q}
}

// Ceil returns the least integer that is at least x.
func (x Rat) Ceil() Rat { return x.Neg().Floor().Neg() }

// String returns x as in 7, -7 or -7/3.
func (x Rat) String() string {
	switch {
	case x.d == isBig:
		return x.b.RatString()
	case x.d == 0:
		return strconv.FormatInt(x.n, 10)
	}
	return strconv.FormatInt(x.n, 10) + "/" + strconv.FormatInt(x.d+1, 10)
}

// reduced returns n/d for a small n and a positive d.
func reduced(n, d int64) Rat {
	if g := gcd(n, d); g > 1 {
		n, d = n/g, d/g
	}
	return Rat{n: n, d: d - 1}
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)
	}
	return uint64(x)
}

// gcd returns the greatest common divisor of the magnitudes; gcd(0, y) is |y| (J. Stein's binary algorithm,
// 1967).
func gcd(x, y int64) int64 {
	a, b := magnitude(x), magnitude(y)
	if a == 0 || b == 0 {
		return int64(a | b)
	}
	if a == 1 || b == 1 {
		return 1
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return int64(a << shift)
}
