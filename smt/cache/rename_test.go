package cache_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/smt/cache"
	"whittle.dev/term"
)

// recipe builds a random conjunction of constraints over symbols with the given names.
// The same seed gives the same conjunction; noise makes terms in another order first.
func recipe(st *term.Store, seed uint64, names []string) []term.Term {
	r := rand.New(rand.NewPCG(seed, 5))
	s8 := term.BitVec(8)
	var syms []term.Term
	for _, n := range names {
		syms = append(syms, st.Symbol(n, s8))
	}
	var vec func(d int) term.Term
	vec = func(d int) term.Term {
		if d == 0 {
			if r.IntN(5) == 0 {
				return st.BV(8, r.Uint64())
			}
			return syms[r.IntN(len(syms))]
		}
		ops := []term.Op{term.OpBVAdd, term.OpBVMul, term.OpBVXor, term.OpBVAnd, term.OpBVSub, term.OpBVShl}
		op := ops[r.IntN(len(ops))]
		a := vec(r.IntN(d))
		return st.Mk(op, nil, a, vec(r.IntN(d)))
	}
	var ts []term.Term
	for range 1 + r.IntN(5) {
		op := []term.Op{term.OpEq, term.OpBVUlt, term.OpBVSlt, term.OpDistinct}[r.IntN(4)]
		a := vec(r.IntN(3))
		ts = append(ts, st.Mk(op, nil, a, vec(r.IntN(3))))
	}
	return ts
}

// TestRenamedConjunctionsHit measures how often a random conjunction has the same keys
// after its symbols were renamed and its terms made in another order.
func TestRenamedConjunctionsHit(t *testing.T) {
	same, total := 0, 0
	for seed := range uint64(3000) {
		keys := func(perm []int) []cache.Key {
			st := term.NewStore()
			// Symbols are made in the order of perm, so handles have that order.
			names := make([]string, len(perm))
			for i, p := range perm {
				names[p] = fmt.Sprint("s", i)
				st.Symbol(names[p], term.BitVec(8))
			}
			s := cache.New(st, &recorder{}, nil, cache.Config{})
			ts := recipe(st, seed, names)
			if perm[0] != 0 {
				slices.Reverse(ts)
			}
			for _, x := range ts {
				s.Assert(x)
			}
			ks := s.Keys()
			slices.SortFunc(ks, func(a, b cache.Key) int { return slices.Compare(a[:], b[:]) })
			return ks
		}
		a, b := keys([]int{0, 1, 2, 3, 4}), keys([]int{3, 1, 4, 0, 2})
		total++
		if slices.Equal(a, b) {
			same++
		}
	}
	t.Logf("%d of %d", same, total)
	if same*100 < total*minRenamed {
		t.Errorf("only %d of %d keep their keys", same, total)
	}
}

const minRenamed = 90

// TestEqualKeysHaveEqualModels: conjunctions of one key, made of constraints in which
// symbols can be exchanged in many ways, have equally many models.
func TestEqualKeysHaveEqualModels(t *testing.T) {
	type seen struct {
		text  string
		count int
	}
	byKey := map[cache.Key]seen{}
	met := 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 11))
		st := term.NewStore()
		s2 := term.BitVec(2)
		var syms []term.Term
		for _, i := range r.Perm(4) {
			syms = append(syms, st.Symbol(fmt.Sprint("s", i), s2))
		}
		sym := func() term.Term { return syms[r.IntN(len(syms))] }
		s := cache.New(st, &recorder{}, nil, cache.Config{Whole: true})
		var all []term.Term
		for range 1 + r.IntN(4) {
			var x term.Term
			switch r.IntN(6) {
			case 0:
				x = st.Eq(sym(), sym())
			case 5:
				// A ring: its symbols look alike, but neighbours cannot be exchanged.
				p := r.Perm(4)
				at := func(i int) term.Term { return syms[p[i%4]] }
				x = st.Or(st.Eq(at(0), at(1)), st.Eq(at(1), at(2)), st.Eq(at(2), at(3)), st.Eq(at(3), at(0)))
			case 1:
				x = st.Eq(st.BVAdd(sym(), sym()), st.BV(2, uint64(r.IntN(2))))
			case 2:
				x = st.Eq(st.BVMul(sym(), sym()), sym())
			case 3:
				x = st.BVUlt(st.BVXor(sym(), sym()), st.BVXor(sym(), sym()))
			case 4:
				x = st.Distinct(sym(), sym(), sym())
			}
			if st.IsConst(x) {
				continue
			}
			all = append(all, x)
			s.Assert(x)
		}
		keys := s.Keys()
		if len(keys) != 1 {
			continue
		}
		f := st.And(all...)
		free := st.Symbols(f)
		got := seen{text: st.String(f)}
		for i := range 1 << (2 * len(free)) {
			m := term.Map{}
			for j, x := range free {
				m[x] = term.BVValue(2, uint64(i>>(2*j)))
			}
			if v, err := st.Eval(f, m); err != nil {
				t.Fatal(err)
			} else if v.Bool() {
				got.count++
			}
		}
		got.count = got.count*10 + len(free)
		if old, ok := byKey[keys[0]]; ok {
			met++
			if old.count != got.count {
				t.Fatalf("one key for %s and %s", old.text, got.text)
			}
		}
		byKey[keys[0]] = got
	}
	if met < 2000 {
		t.Errorf("only %d conjunctions met another one", met)
	}
}
