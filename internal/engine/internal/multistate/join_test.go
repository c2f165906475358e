package multistate

import (
	"fmt"
	"math/rand"
	"testing"

	"whittle.dev/internal/engine/internal/factor"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// contents are the values that the first object of a state may have, by trying all values of symbols.
func contents(t *testing.T, x *Stepper, st *State) map[string]bool {
	t.Helper()
	var values, conj []term.Term
	for off := range uint64(4) {
		values = append(values, read(x, st, 1, off, 1))
	}
	for _, p := range st.parts {
		conj = append(conj, p.Conj...)
	}
	syms := x.s.Symbols(append(values, conj...)...)
	out := map[string]bool{}
	for bits := range uint64(1) << (2 * len(syms)) {
		model := term.Map{}
		for i, sym := range syms {
			if v := bits >> (2 * i) & 3; x.s.Sort(sym).IsBool() {
				model[sym] = term.BoolValue(v&1 != 0)
			} else {
				model[sym] = term.BVValue(2, v)
			}
		}
		if v, err := x.s.Eval(x.s.And(conj...), model); err != nil || !v.Bool() {
			continue
		}
		content := ""
		for _, value := range values {
			v, err := x.s.Eval(value, model)
			if err != nil {
				t.Fatal(err)
			}
			content += fmt.Sprint(v.Uint64(), " ")
		}
		out[content] = true
	}
	return out
}

// TestJoin: the join of random states stands for what the two stand for, and for nothing else, whatever is
// factored out of its path condition.
func TestJoin(t *testing.T) {
	joined := 0
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		x, first := newTest(t)
		x.cfg.Factor = Factor(seed % 3)
		if x.cfg.Factor == FactorFormulas {
			x.factorer = factor.New(x.s)
		}
		change := func(st *State) {
			sym := x.symbols.Fresh(&st.used, term.BitVec(2))
			cond := x.s.BVUlt(sym, x.s.BV(2, uint64(1+r.Intn(3))))
			if r.Intn(2) == 0 {
				cond = x.s.Not(cond)
			}
			if x.conditions.assume(st, cond) == smt.Unsat {
				t.Fatal("an empty state")
			}
			v := x.s.ZeroExt(6, sym)
			if r.Intn(3) == 0 {
				v = x.s.BV(8, uint64(r.Intn(2)))
			}
			st.write(x.p.RegionStart(1)+uint64(r.Intn(4)), v)
		}
		change(first)
		list := []*State{first.fork(), first.fork(), first.fork()}
		want := map[string]bool{}
		for _, st := range list {
			change(st)
			x.Image(st)
			for c := range contents(t, x, st) {
				want[c] = true
			}
		}
		if x.Shape(list[0]) != x.Shape(list[1]) {
			t.Fatalf("seed %d: another shape", seed)
		}
		st := list[0]
		for _, other := range list[1:] {
			var ok bool
			if st, ok = x.Join(st, other); !ok {
				t.Fatalf("seed %d: not joined", seed)
			}
			x.Image(st)
		}
		got := contents(t, x, st)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("seed %d: got %v, want %v", seed, got, want)
		}
		joined += len(got)
	}
	if joined < 1000 {
		t.Errorf("only %d contents", joined)
	}
}

// TestNoJoin: an address of an object is not chosen by a symbol.
func TestNoJoin(t *testing.T) {
	x, a := newTest(t)
	b := a.fork()
	a.write(x.p.RegionStart(1), x.s.BV(32, x.p.RegionStart(2)))
	b.write(x.p.RegionStart(1), x.s.BV(32, x.p.RegionStart(2)+4))
	x.Image(a)
	x.Image(b)
	if _, ok := x.Join(a, b); ok || x.Shape(a) == x.Shape(b) {
		t.Error("joined")
	}
}
