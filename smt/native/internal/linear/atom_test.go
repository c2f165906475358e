package linear

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
)

// randomForm is over the first n unknowns.
func randomForm(r *rand.Rand, n int) Form {
	number := func() rational.Rat { return rational.Frac(int64(r.IntN(13)-6), int64(1+r.IntN(4))) }
	var parts []Form
	for range r.IntN(4) {
		parts = append(parts, Of(Var(r.IntN(n))).Scale(number()))
	}
	return Sum(append(parts, Number(number()))...)
}

// TestCompareRandom evaluates comparisons and their normal forms at many points.
func TestCompareRandom(t *testing.T) {
	for i := range testflag.Times(3000) {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		var vs Vars
		n := 1 + r.IntN(3)
		ints := r.IntN(3)
		for v := range n {
			vs.Add(ints == 0 || ints == 1 && v == 0)
		}
		f, strict := randomForm(r, n), r.IntN(2) == 0
		a, is := vs.Compare(f, strict)
		atMost, less, known := vs.Equation(f)
		for range 20 {
			vals := make([]rational.Rat, n)
			for v := range vals {
				vals[v] = rational.Of(int64(r.IntN(9) - 4))
				if !vs.IsInt(Var(v)) {
					vals[v] = vals[v].Div(rational.Of(int64(1 + r.IntN(3))))
				}
			}
			of := func(v Var) rational.Rat { return vals[v] }
			holds := func(a *Atom) bool {
				c := Form{Terms: a.Terms}.Value(of).Cmp(a.Bound)
				return c < 0 || c == 0 && !a.Strict
			}
			sign := f.Value(of).Sign()
			want := sign < 0 || sign == 0 && !strict
			got := is == IsTrue || is == IsAtom && holds(&a) || is == IsNegated && !holds(&a)
			if got != want {
				t.Fatalf("seed %d: %v, strict %v, is %v of kind %d at %v", i, f, strict, a, is, vals)
			}
			same := known == IsTrue || known == IsAtom && holds(&atMost) && !holds(&less)
			if same != (sign == 0) {
				t.Fatalf("seed %d: %v = 0 is %v at %v", i, f, same, vals)
			}
		}
		if is == IsAtom || is == IsNegated {
			checkNormal(t, &vs, &a)
		}
	}
}

func checkNormal(t *testing.T, vs *Vars, a *Atom) {
	t.Helper()
	gcd, ints := rational.Int{}, true
	for i, m := range a.Terms {
		if !m.Coef.IsInt() || i > 0 && a.Terms[i-1].Var >= m.Var {
			t.Fatalf("%v is not in normal form", a)
		}
		gcd = rational.Gcd(gcd, m.Coef.Num())
		ints = ints && vs.IsInt(m.Var)
	}
	if !gcd.IsOne() || a.Terms[0].Coef.Sign() < 0 || ints && (a.Strict || !a.Bound.IsInt()) {
		t.Fatalf("%v is not in normal form", a)
	}
}

// TestFormsRandom compares sums and differences of forms with those of their values.
func TestFormsRandom(t *testing.T) {
	for i := range testflag.Times(1000) {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		f, g := randomForm(r, 3), randomForm(r, 3)
		of := func(v Var) rational.Rat { return rational.Of(int64(v)*7 - 3) }
		x, y := f.Value(of), g.Value(of)
		for _, c := range []struct {
			f    Form
			want rational.Rat
		}{
			{f.Add(g), x.Add(y)}, {f.Sub(g), x.Sub(y)}, {Sum(f, g, f), x.Add(y).Add(x)},
			{f.Scale(rational.Frac(-2, 3)), x.Mul(rational.Frac(-2, 3))}, {f.Sub(f), rational.Rat{}},
		} {
			if got := c.f.Value(of); !got.Equal(c.want) {
				t.Fatalf("seed %d: %v has the value %v, want %v", i, c.f, got, c.want)
			}
			if c.f.Equal(f) != (fmt.Sprint(c.f.Key(nil)) == fmt.Sprint(f.Key(nil))) {
				t.Fatalf("seed %d: the key of %v", i, c.f)
			}
		}
	}
}

func TestDifferenceRefuses(t *testing.T) {
	var vs Vars
	x, y, z, r := vs.Add(true), vs.Add(true), vs.Add(true), vs.Add(false)
	one := rational.Of(1)
	atom := func(f Form) Atom {
		a, _ := vs.Compare(f, false)
		return a
	}
	for _, c := range []struct {
		f    Form
		want bool
	}{
		{Of(x).Sub(Of(y)), true},
		{Of(x).Plus(one), true},
		{Of(y).Sub(Of(x)).Plus(one), true},
		{Of(r).Plus(rational.Frac(1, 7)), true},
		{Of(x).Add(Of(y)), false},
		{Of(x).Sub(Of(r)), false},
		{Of(x).Sub(Of(y).Scale(rational.Of(2))), false},
		{Of(x).Sub(Of(y)).Add(Of(z)), false},
	} {
		a := atom(c.f)
		if got := vs.IsDifference(&a); got != c.want {
			t.Errorf("IsDifference(%v) = %v, want %v", a, got, c.want)
		}
	}
	d := NewDifference(&vs)
	if !d.Atom(2, atom(Of(r).Plus(rational.Frac(1, 7)))) {
		t.Error("a bound of a seventh is refused")
	}
	if d.Atom(4, atom(Of(r).Plus(rational.Frac(1, 11)))) {
		t.Error("a bound of an eleventh is accepted after one of a seventh")
	}
	if d.Atom(6, atom(Of(x).Plus(rational.Of(1<<60)))) {
		t.Error("a bound of 2^60 is accepted")
	}
}
