package closed

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestTerms compares what is said of random terms with their values in many turns.
func TestTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 3))
	known := 0
	for range testflag.Times(2000) {
		st := term.NewStore()
		g := randterm.Generator{Store: st, Rand: r, Widths: []int{1, 4, 8, 32, 48}, Symbols: 3, Raw: true}
		x := term.None
		if r.IntN(2) == 0 {
			x = g.Bool(2)
		} else {
			x = g.Vec(g.Width(), 2)
		}
		values := map[term.Term]Value{}
		for _, sym := range st.Symbols(x) {
			w := max(1, st.Sort(sym).Width())
			if w > 64 {
				continue
			}
			v := Constant(w, randterm.Interesting(r, max(w, 3)))
			for k := 1; k <= r.IntN(Degree+1); k++ {
				v.c[k] = randterm.Interesting(r, max(w, 3)) & mask(w)
				if r.IntN(2) == 0 {
					v.c[k] = r.Uint64N(5) & mask(w)
				}
			}
			values[sym] = v
		}
		if len(values) < len(st.Symbols(x)) {
			continue
		}
		e := New(st, 60, func(sym term.Term) Value { return values[sym] })
		v := e.Value(x)
		if !v.Known() {
			continue
		}
		if v.degree() > 0 || e.Turns < 60 {
			known++
		}
		for i := range e.Turns {
			now := term.Map{}
			for sym, v := range values {
				if st.Sort(sym).IsBool() {
					now[sym] = term.BoolValue(v.At(i) == 1)
				} else {
					now[sym] = term.BVValue(v.Width, v.At(i))
				}
			}
			want, err := st.Eval(x, now)
			if err != nil {
				t.Fatal(err)
			}
			n := uint64(0)
			if !want.Sort().IsBool() {
				n = want.Uint64()
			} else if want.Bool() {
				n = 1
			}
			if v.At(i) != n {
				t.Fatalf("%s is %d in turn %d of %d, not %d", st.String(x), n, i, e.Turns, v.At(i))
			}
		}
	}
	t.Logf("%d terms were in closed form", known)
	if known < 100 {
		t.Errorf("%d terms were in closed form", known)
	}
}

// TestThrough: the latest values of a polynomial give the polynomial.
func TestThrough(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 500 {
		w := 1 + r.IntN(64)
		v := Value{Width: w}
		for k := range v.c {
			v.c[k] = r.Uint64() & mask(w)
		}
		var latest []uint64
		for i := range uint64(Degree + 1) {
			latest = append(latest, v.At(i))
		}
		for range Degree {
			v = v.next()
		}
		if got := Through(w, latest); got != v {
			t.Fatalf("%v, want %v", got, v)
		}
		if !v.next().Follows(v) || v.next().At(5) != v.At(6) {
			t.Fatal("the next turn")
		}
	}
}
