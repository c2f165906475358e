package cache_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/smt/cache"
	"whittle.dev/term"
)

// TestKeysForgetNames: a question keeps its key when symbols are renamed, in another
// store, in which terms are made in another order.
func TestKeysForgetNames(t *testing.T) {
	mk := func(a, b, c string, first bool) (*term.Store, term.Term) {
		st := term.NewStore()
		s8 := term.BitVec(8)
		if first { // handles, and so the operands of sums, have another order
			st.BVMul(st.Symbol(c, s8), st.Symbol(b, s8))
		}
		x, y, z := st.Symbol(a, s8), st.Symbol(b, s8), st.Symbol(c, s8)
		m := st.Symbol("m"+a, st.ArraySort(s8, s8))
		sum := st.BVAdd(st.BVMul(y, st.BVNot(z)), st.BVXor(x, st.BV(8, 3)))
		return st, st.And(st.BVUlt(sum, x), st.Eq(st.Select(m, x), st.BVLShr(z, st.BV(8, 1))), st.Not(st.Eq(st.BVNeg(y), z)))
	}
	st1, t1 := mk("x", "y", "z", false)
	st2, t2 := mk("p", "q", "r", true)
	k1, s1 := cache.NewNormaliser(st1).Key("sat", t1)
	k2, s2 := cache.NewNormaliser(st2).Key("sat", t2)
	if k1 != k2 {
		t.Errorf("%x for %s\n%x for %s", k1, st1.String(t1), k2, st2.String(t2))
	}
	if len(s1) != 4 || len(s2) != 4 {
		t.Errorf("symbols %v and %v", s1, s2)
	}
	if k, _ := cache.NewNormaliser(st1).Key("other", t1); k == k1 {
		t.Error("the kind makes no difference")
	}
	if k, _ := cache.NewNormaliser(st1).Key("sat", t1, t1); k == k1 {
		t.Error("the number of terms makes no difference")
	}
	if k, _ := cache.NewNormaliser(st1).Key("sat", st1.Not(t1)); k == k1 {
		t.Error("negation makes no difference")
	}
}

// TestKeyStable pins a key: what is kept in files must not change its meaning.
func TestKeyStable(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(32)), st.Symbol("y", term.BitVec(32))
	k, _ := cache.NewNormaliser(st).Key("sat", st.BVUlt(st.BVAdd(x, y), st.BV(32, 1000)), st.Eq(x, y))
	if got, want := fmt.Sprintf("%x", k), "e2895f305bd6ea5726e1f48cef5e7e1b"; got != want {
		t.Errorf("key %s, want %s: if the encoding changed on purpose, so must its version", got, want)
	}
}

// TestEqualKeysMeanEqualFunctions makes many small terms; those with one key must have
// one truth table over the symbols in the order of their numbers.
func TestEqualKeysMeanEqualFunctions(t *testing.T) {
	st := term.NewStore()
	s2 := term.BitVec(2)
	r := rand.New(rand.NewPCG(7, 7))
	var syms []term.Term
	for i := range 5 {
		syms = append(syms, st.Symbol(fmt.Sprint("v", i), s2))
	}
	var vec func(d int) term.Term
	vec = func(d int) term.Term {
		if d == 0 {
			if r.IntN(5) == 0 {
				return st.BV(2, r.Uint64())
			}
			return syms[r.IntN(len(syms))]
		}
		ops := []term.Op{term.OpBVAdd, term.OpBVMul, term.OpBVAnd, term.OpBVXor, term.OpBVSub, term.OpBVShl, term.OpBVUDiv}
		return st.Mk(ops[r.IntN(len(ops))], nil, vec(r.IntN(d)), vec(r.IntN(d)))
	}
	type seen struct {
		t     term.Term
		table string
	}
	byKey := map[cache.Key]seen{}
	n := cache.NewNormaliser(st)
	renamed := 0
	for range 20000 {
		op := []term.Op{term.OpEq, term.OpBVUlt, term.OpBVSlt, term.OpDistinct}[r.IntN(4)]
		x := st.Mk(op, nil, vec(r.IntN(3)), vec(r.IntN(3)))
		k, order := n.Key("sat", x)
		order = slices.Clone(order)
		if old, ok := byKey[k]; ok && old.t == x || len(order) > 4 {
			continue
		}
		table := truthTable(t, st, x, order)
		if old, ok := byKey[k]; ok {
			renamed++
			if old.table != table {
				t.Fatalf("one key for %s and %s", st.String(old.t), st.String(x))
			}
		}
		byKey[k] = seen{x, table}
	}
	if renamed < 1000 {
		t.Errorf("only %d terms met a renamed one", renamed)
	}
}

func truthTable(t *testing.T, st *term.Store, x term.Term, order []term.Term) string {
	var out []byte
	m := term.Map{}
	for i := range 1 << (2 * len(order)) {
		for j, s := range order {
			m[s] = term.BVValue(2, uint64(i>>(2*j)))
		}
		v, err := st.Eval(x, m)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, '0'+byte(v.Uint64()))
	}
	return fmt.Sprint(len(order), string(out))
}
