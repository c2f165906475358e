package term

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// ratio is an exact rational number. Nearly all that occur are small integers, which need no memory.
type ratio struct {
	n int64    // the number, if r is nil
	r *big.Rat // else the number, which is no integer or does not fit; never changed
}

func ratioOf(r *big.Rat) ratio {
	if r.IsInt() && r.Num().IsInt64() {
		return ratio{n: r.Num().Int64()}
	}
	return ratio{r: r}
}

// rat returns x for reading only.
func (x ratio) rat() *big.Rat {
	if x.r != nil {
		return x.r
	}
	return new(big.Rat).SetInt64(x.n)
}

func (x ratio) add(y ratio) ratio {
	if x.r == nil && y.r == nil {
		if sum := x.n + y.n; (sum > x.n) == (y.n > 0) {
			return ratio{n: sum}
		}
	}
	return ratioOf(new(big.Rat).Add(x.rat(), y.rat()))
}

func (x ratio) mul(y ratio) ratio {
	if x.r == nil && y.r == nil {
		if p, ok := mul64(x.n, y.n); ok {
			return ratio{n: p}
		}
	}
	return ratioOf(new(big.Rat).Mul(x.rat(), y.rat()))
}

// mul64 returns the product of two numbers if it fits.
func mul64(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	switch {
	case hi != 0 || lo > math.MaxInt64: // the least number is left to the slow path
		return 0, false
	case (x < 0) != (y < 0):
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func (x ratio) neg() ratio { return x.mul(ratio{n: -1}) }

// quo returns x / y for y != 0.
func (x ratio) quo(y ratio) ratio {
	if x.r == nil && y.r == nil && y.n == -1 {
		return x.neg()
	}
	if x.r == nil && y.r == nil && x.n%y.n == 0 {
		return ratio{n: x.n / y.n}
	}
	return ratioOf(new(big.Rat).Quo(x.rat(), y.rat()))
}

// split returns the integer q and the rest r with x = q*y + r and 0 <= r < y, for y > 0.
func (x ratio) split(y ratio) (q, r ratio) {
	if x.r == nil && y.r == nil {
		q, r := x.n/y.n, x.n%y.n
		if r < 0 {
			q, r = q-1, r+y.n
		}
		return ratio{n: q}, ratio{n: r}
	}
	q = x.quo(y).floor()
	return q, x.add(q.mul(y).neg())
}

// floor returns the greatest integer that is not above x.
func (x ratio) floor() ratio {
	if x.r == nil || x.r.IsInt() {
		return x
	}
	return ratioOf(new(big.Rat).SetInt(floor(x.r)))
}

func (x ratio) sign() int {
	if x.r != nil {
		return x.r.Sign()
	}
	return cmp.Compare(x.n, 0)
}

func (x ratio) cmp(y ratio) int {
	if x.r == nil && y.r == nil {
		return cmp.Compare(x.n, y.n)
	}
	return x.rat().Cmp(y.rat())
}

func (x ratio) isInt() bool { return x.r == nil || x.r.IsInt() }

func (x ratio) isOne() bool { return x.r == nil && x.n == 1 }

// gcdRatio returns the greatest number of which x and y are multiples: for integers their greatest common
// divisor, else gcd(numerators) / lcm(denominators) in lowest terms. It is positive if one of them is not 0.
func gcdRatio(x, y ratio) ratio {
	if x.r == nil && y.r == nil {
		a, b := magnitude(x.n), magnitude(y.n)
		for b != 0 {
			a, b = b, a%b
		}
		if a <= math.MaxInt64 {
			return ratio{n: int64(a)}
		}
	}
	p, q := x.rat(), y.rat()
	num := new(big.Int).GCD(nil, nil, new(big.Int).Abs(p.Num()), new(big.Int).Abs(q.Num()))
	common := new(big.Int).GCD(nil, nil, p.Denom(), q.Denom())
	den := new(big.Int).Mul(p.Denom(), q.Denom())
	return ratioOf(new(big.Rat).SetFrac(num, den.Quo(den, common)))
}
