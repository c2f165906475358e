package rational

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// someInts are numbers around the places where the representation changes.
var someInts = []int64{0, 1, -1, 2, -2, 3, 6, -6, 7, 12, half - 1, half, half + 1, -half, -half - 1,
	limit - 1, limit, limit + 1, -limit, -limit - 1, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}

func randomRat(r *rand.Rand) (Rat, *big.Rat) {
	pick := func() int64 {
		if r.Intn(2) == 0 {
			return int64(r.Intn(41) - 20)
		}
		return someInts[r.Intn(len(someInts))] + int64(r.Intn(3)-1)
	}
	n, d := pick(), pick()
	if d == 0 || r.Intn(3) == 0 {
		d = 1
	}
	want := new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d))
	if r.Intn(8) == 0 {
		want.Mul(want, new(big.Rat).SetFrac(big.NewInt(pick()|1), big.NewInt(pick()|1)))
	}
	return FromBig(want), want
}

// TestRat compares all operations with math/big, and checks that what fits is small.
func TestRat(t *testing.T) {
	r := rand.New(rand.NewSource(testflag.Seed()))
	for range testflag.Times(50000) {
		x, bx := randomRat(r)
		y, by := randomRat(r)
		check := func(op string, got Rat, want *big.Rat) {
			if _, fits := small(want); got.Big().Cmp(want) != 0 || fits != (got.d != isBig) {
				t.Fatalf("%v %s %v = %v, want %v", bx, op, by, got, want)
			}
		}
		check("+", x.Add(y), new(big.Rat).Add(bx, by))
		check("-", x.Sub(y), new(big.Rat).Sub(bx, by))
		check("*", x.Mul(y), new(big.Rat).Mul(bx, by))
		check("neg", x.Neg(), new(big.Rat).Neg(bx))
		check("abs", x.Abs(), new(big.Rat).Abs(bx))
		if by.Sign() != 0 {
			check("/", x.Div(y), new(big.Rat).Quo(bx, by))
			check("inv", y.Inv(), new(big.Rat).Inv(by))
		}
		floor := new(big.Int).Div(bx.Num(), bx.Denom())
		check("floor", x.Floor(), new(big.Rat).SetInt(floor))
		ceil := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(bx.Num()), bx.Denom()))
		check("ceil", x.Ceil(), new(big.Rat).SetInt(ceil))
		got, want := x.Cmp(y), bx.Cmp(by)
		if got != want || x.Equal(y) != (want == 0) || x.Less(y) != (want < 0) {
			t.Fatalf("compare %v with %v: %d, want %d", bx, by, got, want)
		}
		if x.Sign() != bx.Sign() || x.IsZero() != (bx.Sign() == 0) || x.IsInt() != bx.IsInt() {
			t.Fatalf("sign or integrality of %v", bx)
		}
		if x.String() != bx.RatString() {
			t.Fatalf("%v is written %v", bx, x)
		}
		if !x.Num().Rat().DivInt(x.Den()).Equal(x) || x.Den().Sign() <= 0 {
			t.Fatalf("%v is not %v over %v", x, x.Num(), x.Den())
		}
	}
	for _, n := range someInts {
		if got := Of(n).Big(); got.Cmp(new(big.Rat).SetInt64(n)) != 0 {
			t.Errorf("Of(%d) is %v", n, got)
		}
	}
}

// TestInt compares the operations on integers with math/big.
func TestInt(t *testing.T) {
	r := rand.New(rand.NewSource(testflag.Seed()))
	pick := func() (Int, *big.Int) {
		n := someInts[r.Intn(len(someInts))]
		x, b := OfInt(n), big.NewInt(n)
		if r.Intn(8) == 0 {
			return x.Mul(OfInt(limit)), b.Mul(b, big.NewInt(limit))
		}
		return x, b
	}
	for range testflag.Times(50000) {
		p, bp := pick()
		x, bx := pick()
		q, bq := pick()
		y, by := pick()
		check := func(op string, got Int, want *big.Int) {
			small := want.IsInt64() && fits(want.Int64())
			if got.String() != want.String() || got.Sign() != want.Sign() || (got.b == nil) != small ||
				got.IsZero() != (want.Sign() == 0) || got.Size() != want.BitLen() {
				t.Fatalf("%s of %v, %v, %v, %v: %v, want %v", op, bp, bx, bq, by, got, want)
			}
		}
		check("product", x.Mul(y), new(big.Int).Mul(bx, by))
		px, qy := new(big.Int).Mul(bp, bx), new(big.Int).Mul(bq, by)
		check("combination", Combine(p, x, q, y), px.Add(px, qy))
		check("negation", x.Neg(), new(big.Int).Neg(bx))
		gcd := new(big.Int).GCD(nil, nil, new(big.Int).Abs(bx), new(big.Int).Abs(by))
		check("gcd", Gcd(x, y), gcd)
		if by.Sign() != 0 {
			check("quotient", x.Mul(y).Quo(y), bx)
		}
		if x.Equal(y) != (bx.Cmp(by) == 0) || x.Rat().Num() != x && !x.Rat().Num().Equal(x) {
			t.Fatalf("%v and %v", bx, by)
		}
	}
}

// TestValue: the order is that of the numbers for a small delta, and rounding takes the infinitesimal part
// into account.
func TestValue(t *testing.T) {
	three := Of(3)
	for _, c := range []struct {
		x           Value
		floor, ceil int64
		text        string
	}{
		{Exactly(three), 3, 3, "3"},
		{Above(three), 3, 4, "3 + 1*delta"},
		{Below(three), 2, 3, "3 - 1*delta"},
		{Below(Frac(7, 2)), 3, 4, "7/2 - 1*delta"},
		{Above(Frac(-7, 2)), -4, -3, "-7/2 + 1*delta"},
		{Value{}, 0, 0, "0"},
	} {
		if !c.x.Floor().Equal(Of(c.floor)) || !c.x.Ceil().Equal(Of(c.ceil)) || c.x.String() != c.text {
			t.Errorf("%v: floor %v, ceiling %v", c.x, c.x.Floor(), c.x.Ceil())
		}
	}
	r := rand.New(rand.NewSource(testflag.Seed()))
	value := func() Value {
		frac := func() Rat { return Frac(int64(r.Intn(9)-4), int64(r.Intn(3)+1)) }
		return Value{frac(), frac()}
	}
	at := func(x Value) Rat { return x.R.Add(x.D.Mul(Frac(1, 1000))) }
	for range testflag.Times(5000) {
		x, y, k := value(), value(), int64(r.Intn(7)-3)
		ax, ay := at(x), at(y)
		if x.Cmp(y) != ax.Cmp(ay) || x.Equal(y) != ax.Equal(ay) || x.Less(y) != ax.Less(ay) ||
			x.Sign() != ax.Sign() || x.IsZero() != ax.IsZero() {
			t.Fatalf("%v and %v are in another order", x, y)
		}
		for _, got := range [][2]Rat{
			{at(x.Add(y)), at(x).Add(at(y))},
			{at(x.Sub(y)), at(x).Sub(at(y))},
			{at(x.Mul(y.R)), at(x).Mul(y.R)},
			{at(x.MulInt(OfInt(k))), at(x).Mul(Of(k))},
			{at(x.DivInt(OfInt(2*k + 1))), at(x).Div(Of(2*k + 1))},
		} {
			if !got[0].Equal(got[1]) {
				t.Fatalf("%v and %v: %v, want %v", x, y, got[0], got[1])
			}
		}
	}
}

// TestNoAllocation: small numbers cost no memory.
func TestNoAllocation(t *testing.T) {
	x, y, k := Frac(7, 3), Frac(-5, 6), OfInt(12)
	var sink Value
	if n := testing.AllocsPerRun(100, func() {
		v := Value{x, y}
		sink = v.Add(Value{y, x}).Mul(x).MulInt(k).DivInt(OfInt(5)).Sub(v)
		if sink.Cmp(v) == 0 || !sink.R.Floor().Less(sink.R.Ceil()) {
			t.Error("wrong")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
