package ieee_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/frontend/c/ieee"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// corners are numbers at the edges of formats.
func corners() []float64 {
	out := []float64{0, 1, 1.5, 2, 3, 0.5, 0.1, 1e-3, 2.5, 4503599627370497.5, 9007199254740993,
		1e300, 1e-300, math.Pi, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN(),
		2147483647, 2147483648, 4294967295.5, 9223372036854775808, 18446744073709551616, 16777217,
		math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 0x1.fffffep-127, 0x1p-1022,
		0x1.fffffffffffffp-1023, 0x1p-150,
		0x1.8p-149, 0x1.ffffffp127, -2147483648.5, 255.5, 127.99}
	for _, x := range out[:len(out):len(out)] {
		out = append(out, -x)
	}
	return out
}

// pair returns two doubles that often meet: of similar magnitude, or with few bits.
func pair(r *rand.Rand) (float64, float64) {
	c := corners()
	one := func() float64 {
		switch r.IntN(5) {
		case 0:
			return c[r.IntN(len(c))]
		case 1:
			return math.Float64frombits(r.Uint64())
		case 2:
			return float64(math.Float32frombits(r.Uint32()))
		case 3:
			return float64(int64(r.Uint64())>>r.IntN(63)) / float64(uint64(1)<<r.IntN(8))
		}
		return math.Ldexp(1+r.Float64(), r.IntN(40)-20)
	}
	x, y := one(), one()
	switch r.IntN(8) {
	case 0:
		y = x
	case 1:
		y = -x
	case 2:
		y = math.Nextafter(x, y)
	case 3:
		y = math.Ldexp(x, r.IntN(120)-60)
	}
	return x, y
}

// formulas evaluates terms over two symbols.
type formulas struct {
	ts   *term.Store
	x, y term.Term
	ev   *term.Evaluator
}

func newFormulas(width int) *formulas {
	ts := term.NewStore()
	return &formulas{ts: ts, x: ts.Symbol("x", term.BitVec(width)), y: ts.Symbol("y", term.BitVec(width))}
}

func (m *formulas) set(x, y uint64, width int) {
	m.ev = term.NewEvaluator(m.ts, term.Map{m.x: term.BVValue(width, x), m.y: term.BVValue(width, y)})
}

func (m *formulas) bits(t *testing.T, f term.Term) uint64 {
	v, err := m.ev.Eval(f)
	if err != nil {
		t.Fatal(err)
	}
	if v.Sort() == term.Bool {
		if v.Bool() {
			return 1
		}
		return 0
	}
	return v.Uint64()
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// same64 reports whether two representations are equal; of NaNs nothing more is asked.
func same64(a, b uint64) bool {
	return a == b || math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
}

func same32(a, b uint64) bool {
	x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
	return a == b || x != x && y != y
}

func TestDouble(t *testing.T) {
	m := newFormulas(64)
	f, g := ieee.New(m.ts, ieee.Binary64), ieee.New(m.ts, ieee.Binary32)
	toInt, in := f.ToInt(m.x, 32, true)
	toUnsigned, inUnsigned := f.ToInt(m.x, 64, false)
	unary := func(op func(float64) float64) func(x, y float64) uint64 {
		return func(x, _ float64) uint64 { return math.Float64bits(op(x)) }
	}
	type op struct {
		name string
		f    term.Term
		want func(x, y float64) uint64
		same func(a, b uint64) bool
	}
	float := func(op func(x, y float64) float64) func(x, y float64) uint64 {
		return func(x, y float64) uint64 { return math.Float64bits(op(x, y)) }
	}
	equal := func(a, b uint64) bool { return a == b }
	boolean := func(op func(x, y float64) bool) func(x, y float64) uint64 {
		return func(x, y float64) uint64 { return truth(op(x, y)) }
	}
	ops := []op{
		{"add", f.Add(m.x, m.y), float(func(x, y float64) float64 { return x + y }), same64},
		{"sub", f.Sub(m.x, m.y), float(func(x, y float64) float64 { return x - y }), same64},
		{"mul", f.Mul(m.x, m.y), float(func(x, y float64) float64 { return x * y }), same64},
		{"div", f.Div(m.x, m.y), float(func(x, y float64) float64 { return x / y }), same64},
		{"sqrt", f.Sqrt(m.x), unary(math.Sqrt), same64},
		{"neg", f.Neg(m.x), float(func(x, _ float64) float64 { return -x }), same64},
		{"floor", f.Integral(m.x, ieee.Down), unary(math.Floor), same64},
		{"ceil", f.Integral(m.x, ieee.Up), unary(math.Ceil), same64},
		{"trunc", f.Integral(m.x, ieee.Truncate), unary(math.Trunc), same64},
		{"rint", f.Integral(m.x, ieee.Even), unary(math.RoundToEven), same64},
		{"round", f.Integral(m.x, ieee.Away), unary(math.Round), same64},
		{"float", f.To(g, m.x), func(x, _ float64) uint64 {
			return uint64(math.Float32bits(float32(x)))
		}, same32},
		{"lt", f.Lt(m.x, m.y), boolean(func(x, y float64) bool { return x < y }), equal},
		{"le", f.Le(m.x, m.y), boolean(func(x, y float64) bool { return x <= y }), equal},
		{"eq", f.Eq(m.x, m.y), boolean(func(x, y float64) bool { return x == y }), equal},
		{"from int", f.FromInt(m.x, true), func(x, _ float64) uint64 {
			return math.Float64bits(float64(int64(math.Float64bits(x))))
		}, equal},
		{"from unsigned", f.FromInt(m.x, false), func(x, _ float64) uint64 {
			return math.Float64bits(float64(math.Float64bits(x)))
		}, equal},
		{"from int to float", g.FromInt(m.x, true), func(x, _ float64) uint64 {
			return uint64(math.Float32bits(float32(int64(math.Float64bits(x)))))
		}, equal},
		{"in int", in, boolean(func(x, _ float64) bool { return x > -2147483649 && x < 2147483648 }), equal},
		{"in unsigned", inUnsigned, boolean(func(x, _ float64) bool { return x > -1 && x < 0x1p64 }), equal},
		{"to int", m.ts.Ite(in, toInt, m.ts.BV(32, 0)), func(x, _ float64) uint64 {
			if x > -2147483649 && x < 2147483648 {
				return uint64(uint32(int32(x)))
			}
			return 0
		}, equal},
		{"to unsigned", m.ts.Ite(inUnsigned, toUnsigned, m.ts.BV(64, 0)), func(x, _ float64) uint64 {
			if x > -1 && x < 0x1p64 {
				return uint64(x)
			}
			return 0
		}, equal},
		{"normal", f.IsNormal(m.x), boolean(func(x, _ float64) bool {
			return math.Abs(x) >= 0x1p-1022 && !math.IsInf(x, 0)
		}), equal},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range testflag.Times(400) {
		x, y := pair(r)
		m.set(math.Float64bits(x), math.Float64bits(y), 64)
		for _, op := range ops {
			if got, want := m.bits(t, op.f), op.want(x, y); !op.same(got, want) {
				t.Fatalf("%s(%v, %v) = %#x, want %#x", op.name, x, y, got, want)
			}
		}
	}
}

func TestFloat(t *testing.T) {
	m := newFormulas(32)
	f, g := ieee.New(m.ts, ieee.Binary32), ieee.New(m.ts, ieee.Binary64)
	add, mul, div := f.Add(m.x, m.y), f.Mul(m.x, m.y), f.Div(m.x, m.y)
	double, root := f.To(g, m.x), f.Sqrt(m.x)
	r := rand.New(rand.NewPCG(3, 4))
	for range testflag.Times(600) {
		a, b := pair(r)
		x, y := float32(a), float32(b)
		m.set(uint64(math.Float32bits(x)), uint64(math.Float32bits(y)), 32)
		for _, c := range []struct {
			name string
			f    term.Term
			want float32
		}{{"add", add, x + y}, {"mul", mul, x * y}, {"div", div, x / y},
			{"sqrt", root, float32(math.Sqrt(float64(x)))}} {
			if got := m.bits(t, c.f); !same32(got, uint64(math.Float32bits(c.want))) {
				t.Fatalf("%s(%v, %v) = %v, want %v", c.name, x, y, math.Float32frombits(uint32(got)), c.want)
			}
		}
		if got := m.bits(t, double); !same64(got, math.Float64bits(float64(x))) {
			t.Fatalf("double(%v) = %v", x, math.Float64frombits(got))
		}
	}
}
