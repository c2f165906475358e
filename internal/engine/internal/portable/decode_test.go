package portable_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// TestRoundTrip reads terms into another store and compares their values.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		from, to := term.NewStore(), term.NewStore()
		for range r.IntN(5) { // handles differ between the stores
			to.Symbol(fmt.Sprint("other", n, r.IntN(100)), term.Bool)
		}
		g := &random{from, r, "x"}
		ts := []term.Term{g.bool(4), g.bv(4), from.True(), g.bv(2), from.BV(16, 5)}
		e := portable.NewEncoder(from)
		b := e.Append([]byte("head"), ts...)
		syms := append([]term.Term(nil), e.Symbols()...)
		got, rest, err := portable.Decode(to, append(b[4:], "tail"...),
			func(n int, sort term.Sort) term.Term {
				return to.Symbol("y"+from.Name(syms[n])[1:], sort)
			})
		if err != nil || string(rest) != "tail" || len(got) != len(ts) {
			t.Fatal(got, string(rest), err)
		}
		for seed := range uint64(5) {
			for i := range ts {
				v, err1 := from.Eval(ts[i], assignment{from, seed})
				w, err2 := to.Eval(got[i], assignment{to, seed})
				if err1 != nil || err2 != nil || !v.Equal(w) {
					t.Fatalf("%v is %v, read again %v is %v (%v, %v)", from.String(ts[i]), v,
						to.String(got[i]), w, err1, err2)
				}
			}
		}
	}
}

// FuzzDecode reads anything.
func FuzzDecode(f *testing.F) {
	st := term.NewStore()
	g := &random{st, rand.New(rand.NewPCG(3, 4)), "x"}
	for range 20 {
		f.Add(portable.NewEncoder(st).Append(nil, g.bool(3), g.bv(3)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 4096 {
			return
		}
		to := term.NewStore()
		portable.Decode(to, b, func(n int, sort term.Sort) term.Term {
			return to.Symbol(fmt.Sprint(n, ":", sort.Width()), sort)
		})
	})
}
