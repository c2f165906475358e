package exists

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// values calls visit with every assignment of bit-vector and Bool symbols.
func values(st *term.Store, syms []term.Term, m term.Map, visit func()) {
	if len(syms) == 0 {
		visit()
		return
	}
	w := st.Sort(syms[0]).Width()
	for v := range uint64(1) << max(1, w) {
		if w == 0 {
			m[syms[0]] = term.BoolValue(v == 1)
		} else {
			m[syms[0]] = term.BVValue(w, v)
		}
		values(st, syms[1:], m, visit)
	}
}

func truth(t *testing.T, st *term.Store, f term.Term, m term.Map) bool {
	t.Helper()
	v, err := st.Eval(f, m)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// invertible makes a random term with y below operators that solveFor knows.
func invertible(r *rand.Rand, st *term.Store, y, x term.Term, depth int) term.Term {
	t := y
	for range depth {
		w := st.Sort(t).Width()
		other := st.BV(w, r.Uint64())
		if w == st.Sort(x).Width() && r.IntN(2) == 0 {
			other = x
		}
		switch r.IntN(13) {
		case 0:
			t = st.BVAdd(t, other)
		case 1:
			t = st.BVSub(other, t)
		case 2:
			t = st.BVXor(t, other)
		case 3:
			t = st.BVAnd(t, other)
		case 4:
			t = st.BVOr(t, other)
		case 5:
			t = st.BVMul(t, st.BV(w, r.Uint64()))
		case 6:
			t = st.BVUDiv(t, st.BV(w, r.Uint64()))
		case 7:
			if hi := r.IntN(w); w > 1 {
				t = st.Extract(hi, r.IntN(hi+1), t)
			}
		case 8:
			if w < 4 {
				t = st.Concat(st.BV(1, r.Uint64()), t)
			}
		case 9:
			if w < 4 {
				t = st.SignExt(1, t)
			}
		case 10:
			if w < 4 {
				t = st.ZeroExt(1, t)
			}
		case 11:
			t = st.BVShl(t, st.BV(w, 1))
		default:
			t = st.BVNot(t)
		}
	}
	return t
}

// TestSolveFor: an equation holds for exactly the values of its solution, and where it
// holds, the new symbols have the values of their definitions.
func TestSolveFor(t *testing.T) {
	solved, withFresh, withSide := 0, 0, 0
	for seed := range 3000 {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		st := term.NewStore()
		y, x := st.Symbol("y", term.BitVec(3)), st.Symbol("x", term.BitVec(3))
		a := invertible(r, st, y, x, 1+r.IntN(3))
		b := st.BV(st.Sort(a).Width(), r.Uint64())
		if st.Sort(a).Width() == 3 && r.IntN(2) == 0 {
			b = st.BVAdd(x, b)
		}
		inv, ok := solveFor(st, y, a, b)
		if !ok {
			continue
		}
		if inv.bits(st) > 7 {
			continue
		}
		solved++
		withFresh += min(1, len(inv.fresh))
		withSide += min(1, len(inv.side))
		var fresh []term.Term
		for _, f := range inv.fresh {
			fresh = append(fresh, f.sym)
		}
		m := term.Map{}
		values(st, []term.Term{x}, m, func() {
			solutions := map[uint64]bool{}
			values(st, fresh, m, func() {
				if truth(t, st, st.And(inv.side...), m) {
					v, _ := st.Eval(inv.t, m)
					solutions[v.Uint64()] = true
				}
			})
			values(st, []term.Term{y}, m, func() {
				equal := truth(t, st, st.Eq(a, b), m)
				if equal != solutions[m[y].Uint64()] {
					t.Fatalf("seed %d: %s = %s for %v: solution %s if %v", seed, st.String(a), st.String(b),
						m, st.String(inv.t), inv.side)
				}
				if !equal {
					return
				}
				for _, f := range inv.fresh {
					v, err := st.Eval(f.def, m)
					if err != nil {
						t.Fatal(err)
					}
					m[f.sym] = v
				}
				if v, _ := st.Eval(inv.t, m); !v.Equal(m[y]) || !truth(t, st, st.And(inv.side...), m) {
					t.Fatalf("seed %d: %s = %s: the definitions do not give %v", seed, st.String(a),
						st.String(b), m[y])
				}
			})
		})
	}
	t.Logf("%d solved, %d with new symbols, %d with conditions", solved, withFresh, withSide)
	if solved < 500 || withFresh < 100 || withSide < 100 {
		t.Error("the test shows too little")
	}
}

// TestEliminate compares with the listing of all values, and checks that no bound symbol is left.
func TestEliminate(t *testing.T) {
	done := 0
	for seed := range testflag.Times(500) {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		st := term.NewStore()
		w := 2 + r.IntN(2)
		x := st.Symbol("x", term.BitVec(w))
		p := st.Symbol("p", term.Bool)
		u, v, b := st.Symbol("u", term.BitVec(w)), st.Symbol("v", term.BitVec(w)), st.Symbol("b", term.Bool)
		vecs := []term.Term{x, u, v}
		pick := func() term.Term {
			a := vecs[r.IntN(3)]
			switch r.IntN(4) {
			case 0:
				return st.BVAdd(a, vecs[r.IntN(3)])
			case 1:
				return st.BVMul(a, st.BV(w, r.Uint64()))
			case 2:
				return st.BVAnd(a, vecs[r.IntN(3)])
			}
			return a
		}
		literal := func() term.Term {
			var l term.Term
			switch r.IntN(5) {
			case 0:
				l = []term.Term{p, b}[r.IntN(2)]
			case 1:
				l = st.BVUlt(pick(), pick())
			case 2:
				l = st.BVSlt(pick(), pick())
			default:
				l = st.Eq(pick(), pick())
			}
			if r.IntN(3) > 0 {
				l = st.Not(l)
			}
			return l
		}
		body := st.Or(literal(), literal(), st.And(literal(), st.Or(literal(), literal())), literal())
		bound := []term.Term{u, v, b}
		got, ok := Eliminate(st, bound, body)
		if !ok {
			continue
		}
		done++
		for _, s := range st.Symbols(got) {
			if s != x && s != p {
				t.Fatalf("seed %d: %s is left in %s", seed, st.String(s), st.String(got))
			}
		}
		m := term.Map{}
		values(st, []term.Term{x, p}, m, func() {
			want := true
			values(st, bound, m, func() { want = want && truth(t, st, body, m) })
			if truth(t, st, got, m) != want {
				t.Fatalf("seed %d: for all u, v, b %s: %s, want %v for %v", seed, st.String(body),
					st.String(got), want, m)
			}
		})
	}
	t.Logf("%d eliminated", done)
	if done < 125 {
		t.Error("the test shows too little")
	}
}
