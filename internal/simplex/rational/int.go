package rational

import (
	"math/big"
	"strconv"
)

// An Int is an integer. The zero value is 0. If b is nil, it is v, with |v| below 2^62; else it is b and does
// not fit.
type Int struct {
	v int64
	b *big.Int
}

// OfInt returns n as an Int.
func OfInt(n int64) Int {
	if fits(n) {
		return Int{v: n}
	}
	return Int{b: big.NewInt(n)}
}

// ownInt returns x, which nothing else may refer to.
func ownInt(x *big.Int) Int {
	if x.IsInt64() && fits(x.Int64()) {
		return Int{v: x.Int64()}
	}
	return Int{b: x}
}

func (x Int) ref() *big.Int {
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.v)
}

// Rat returns x as a rational.
func (x Int) Rat() Rat {
	if x.b != nil {
		return Rat{d: isBig, b: new(big.Rat).SetInt(x.b)}
	}
	return Rat{n: x.v}
}

// IsZero reports that x is 0.
func (x Int) IsZero() bool { return x.v == 0 && x.b == nil }

// IsSmall reports that x is below 2^62 in magnitude, so that calculating with it is cheap.
func (x Int) IsSmall() bool { return x.b == nil }

// IsOne reports that x is 1.
func (x Int) IsOne() bool { return x.v == 1 }

// IsUnit reports that x is 1 or -1.
func (x Int) IsUnit() bool { return x.v == 1 || x.v == -1 }

// Sign returns -1, 0 or 1.
func (x Int) Sign() int {
	switch {
	case x.b != nil:
		return x.b.Sign()
	case x.v > 0:
		return 1
	case x.v < 0:
		return -1
	}
	return 0
}

// Neg returns -x.
func (x Int) Neg() Int {
	if x.b != nil {
		return Int{b: new(big.Int).Neg(x.b)}
	}
	return Int{v: -x.v}
}

// Equal reports x = y.
func (x Int) Equal(y Int) bool {
	if x.b == nil {
		return y.b == nil && x.v == y.v
	}
	return y.b != nil && x.b.Cmp(y.b) == 0
}

// Mul returns x * y.
func (x Int) Mul(y Int) Int {
	if x.b == nil && y.b == nil {
		if p, ok := product(x.v, y.v); ok {
			return Int{v: p}
		}
	}
	return ownInt(new(big.Int).Mul(x.ref(), y.ref()))
}

// Combine returns p*x + q*y.
func Combine(p, x, q, y Int) Int {
	if p.b == nil && x.b == nil && q.b == nil && y.b == nil &&
		within(p.v) && within(x.v) && within(q.v) && within(y.v) {
		if s := p.v*x.v + q.v*y.v; fits(s) {
			return Int{v: s}
		}
	}
	px := new(big.Int).Mul(p.ref(), x.ref())
	qy := new(big.Int).Mul(q.ref(), y.ref())
	return ownInt(px.Add(px, qy))
}

// Gcd returns the greatest common divisor of x and y, which is not negative; Gcd(0, y) is |y|.
func Gcd(x, y Int) Int {
	if x.b == nil && y.b == nil {
		return Int{v: gcd(x.v, y.v)}
	}
	a, b := new(big.Int).Abs(x.ref()), new(big.Int).Abs(y.ref())
	return ownInt(new(big.Int).GCD(nil, nil, a, b))
}

// Lcm returns the least common multiple of two positive numbers.
func Lcm(x, y Int) Int { return x.Quo(Gcd(x, y)).Mul(y) }

// Quo returns x / y, where y divides x.
func (x Int) Quo(y Int) Int {
	if x.b == nil && y.b == nil {
		return Int{v: x.v / y.v}
	}
	return ownInt(new(big.Int).Quo(x.ref(), y.ref()))
}

// MulInt returns x * k.
func (x Rat) MulInt(k Int) Rat {
	if k.b == nil {
		switch {
		case k.v == 1:
			return x
		case k.v == -1:
			return x.Neg()
		}
	}
	return x.Mul(k.Rat())
}

// DivInt returns x / k.
func (x Rat) DivInt(k Int) Rat {
	if k.b == nil {
		switch {
		case k.v == 1:
			return x
		case k.v == -1:
			return x.Neg()
		case x.d == 0 && x.n == 0:
			return x
		}
	}
	return x.Mul(k.Rat().Inv())
}

// Size returns the number of bits of the magnitude of x.
func (x Int) Size() int { return x.ref().BitLen() }

// String returns x in decimal.
func (x Int) String() string {
	if x.b != nil {
		return x.b.String()
	}
	return strconv.FormatInt(x.v, 10)
}
