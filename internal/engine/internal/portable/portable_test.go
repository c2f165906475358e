package portable_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// random makes terms over symbols with a prefix.
type random struct {
	st     *term.Store
	r      *rand.Rand
	prefix string
}

func (g *random) bool(depth int) term.Term {
	st := g.st
	if depth == 0 {
		return st.Symbol(fmt.Sprintf("%sb%d", g.prefix, g.r.IntN(3)), term.Bool)
	}
	switch g.r.IntN(7) {
	case 0:
		return st.Not(g.bool(depth - 1))
	case 1:
		return st.And(g.bool(depth-1), g.bool(depth-1), g.bool(depth-1))
	case 2:
		return st.Or(g.bool(depth-1), g.bool(depth-1))
	case 3:
		return st.Eq(g.bv(depth-1), g.bv(depth-1))
	case 4:
		return st.BVUlt(g.bv(depth-1), g.bv(depth-1))
	case 5:
		return st.BVSlt(g.bv(depth-1), g.bv(depth-1))
	}
	return st.BVUMulO(g.bv(depth-1), g.bv(depth-1))
}

func (g *random) bv(depth int) term.Term {
	st := g.st
	if depth == 0 {
		if g.r.IntN(3) == 0 {
			return st.BV(16, g.r.Uint64())
		}
		return st.Symbol(fmt.Sprintf("%sv%d", g.prefix, g.r.IntN(3)), term.BitVec(16))
	}
	switch g.r.IntN(9) {
	case 0:
		return st.BVAdd(g.bv(depth-1), g.bv(depth-1))
	case 1:
		return st.BVMul(g.bv(depth-1), g.bv(depth-1))
	case 2:
		return st.BVURem(g.bv(depth-1), g.bv(depth-1))
	case 3:
		return st.Ite(g.bool(depth-1), g.bv(depth-1), g.bv(depth-1))
	case 4:
		return st.Concat(st.Extract(7, 0, g.bv(depth-1)), st.Extract(15, 8, g.bv(depth-1)))
	case 5:
		return st.SignExt(8, st.Extract(10, 3, g.bv(depth-1)))
	case 6:
		return st.BVShl(g.bv(depth-1), g.bv(depth-1))
	case 7:
		return st.BVXor(g.bv(depth-1), g.bv(depth-1))
	}
	wide := st.BVBig(80, new(big.Int).Lsh(big.NewInt(int64(g.r.IntN(1000))), 60))
	return st.Extract(70, 55, st.BVAdd(wide, st.ZeroExt(64, g.bv(depth-1))))
}

// assignment gives symbols values that depend on the names behind the prefix.
type assignment struct {
	st   *term.Store
	seed uint64
}

func (a assignment) Value(sym term.Term) (term.Value, bool) {
	name := a.st.Name(sym)
	h := a.seed
	for _, c := range name[1:] {
		h = h*1099511628211 + uint64(c)
	}
	if a.st.Sort(sym).IsBool() {
		return term.BoolValue(h>>13&1 == 1), true
	}
	return term.BVValue(16, h>>17), true
}

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

// TestNames writes terms that differ in names only: nearly all have the same bytes.
func TestNames(t *testing.T) {
	same := 0
	const all = 300
	for n := range uint64(all) {
		a, b := term.NewStore(), term.NewStore()
		for i := range 3 { // handles come in another order
			b.Symbol(fmt.Sprintf("zv%d", 2-i), term.BitVec(16))
			b.Symbol(fmt.Sprintf("zb%d", 2-i), term.Bool)
		}
		x := (&random{a, rand.New(rand.NewPCG(n, 2)), "x"}).bool(3)
		y := (&random{b, rand.New(rand.NewPCG(n, 2)), "z"}).bool(3)
		if string(portable.NewEncoder(a).Append(nil, x)) == string(portable.NewEncoder(b).Append(nil, y)) {
			same++
		}
	}
	if same < all*8/10 {
		t.Errorf("%d of %d have the same bytes", same, all)
	}
}

// TestNumbered keeps the numbers that the caller gives.
func TestNumbered(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	number := map[term.Term]int{x: 70, y: 3}
	b := portable.NewEncoder(st).AppendNumbered(nil, func(s term.Term) int { return number[s] },
		st.BVSub(x, y))
	ts, _, err := portable.Decode(st, b, func(n int,
		_ term.Sort) term.Term {
		return map[int]term.Term{70: x, 3: y}[n]
	})
	if err != nil || len(ts) != 1 || ts[0] != st.BVSub(x, y) {
		t.Errorf("%v, %v", ts, err)
	}
}

// TestBytes reads numbers and stretches, and what is not there.
func TestBytes(t *testing.T) {
	b := portable.Bytes{Rest: []byte{0x81, 0x01, 3, 'a', 'b', 'c', 9, 'd'}}
	if v, s := b.Uvarint(), b.Stretch(); v != 129 || string(s) != "abc" || b.Bad {
		t.Errorf("%d, %q, %v", v, s, b.Bad)
	}
	if s := b.Stretch(); s != nil || !b.Bad || b.Uvarint() != 0 || len(b.Rest) > 0 {
		t.Errorf("a stretch that is cut off: %q, %+v", s, b)
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
