package term

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestRatio compares with big.Rat, at the edges of a word most of all.
func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	edges := []int64{0, 1, -1, 2, -3, 6, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1,
		1 << 32, -1 << 31}
	draw := func() *big.Rat {
		num := big.NewInt(edges[rng.IntN(len(edges))] + int64(rng.IntN(3)))
		if rng.IntN(8) == 0 {
			num.Mul(num, big.NewInt(edges[6+rng.IntN(6)]))
		}
		den := big.NewInt(1)
		if rng.IntN(3) == 0 {
			den.SetInt64(1 + int64(rng.IntN(6)))
		}
		return new(big.Rat).SetFrac(num, den)
	}
	for range 20000 {
		a, b := draw(), draw()
		x, y := ratioOf(a), ratioOf(b)
		check := func(what string, got ratio, want *big.Rat) {
			t.Helper()
			if got.rat().Cmp(want) != 0 || got.r != nil && got.r.IsInt() && got.r.Num().IsInt64() {
				t.Fatalf("%s of %v and %v: %v, want %v", what, a, b, got.rat(), want)
			}
		}
		check("value", x, a)
		check("sum", x.add(y), new(big.Rat).Add(a, b))
		check("product", x.mul(y), new(big.Rat).Mul(a, b))
		check("negative", x.neg(), new(big.Rat).Neg(a))
		check("floor", x.floor(), new(big.Rat).SetInt(floor(a)))
		if x.sign() != a.Sign() || x.cmp(y) != a.Cmp(b) || x.isInt() != a.IsInt() ||
			x.isOne() != (a.Cmp(big.NewRat(1, 1)) == 0) {
			t.Fatalf("%v is compared wrongly with %v", a, b)
		}
		if b.Sign() != 0 {
			check("quotient", x.quo(y), new(big.Rat).Quo(a, b))
			g := gcdRatio(x, y)
			p, q := x.quo(g), y.quo(g)
			if g.sign() <= 0 || !p.isInt() || !q.isInt() || gcdRatio(p, q).cmp(ratio{n: 1}) != 0 {
				t.Fatalf("gcd of %v and %v: %v", a, b, g.rat())
			}
		}
		if b.Sign() > 0 {
			q, r := x.split(y)
			check("quotient and rest", q.mul(y).add(r), a)
			if !q.isInt() || r.sign() < 0 || r.cmp(y) >= 0 {
				t.Fatalf("%v = %v * %v + %v", a, q.rat(), b, r.rat())
			}
		}
	}
}
