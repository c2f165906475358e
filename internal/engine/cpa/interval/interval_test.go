package interval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/cpa/interval"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// step is a guarded assignment to one slot of each sort that next has, from slots for the symbols of from.
func step(st *term.Store, from, guard, next []term.Term, shape byte) *domain.Step {
	s := &domain.Step{Terms: st, Guard: guard, Next: next, Shape: [16]byte{shape}}
	for _, sym := range from {
		s.Source = append(s.Source, multistate.Slot{Sym: sym})
	}
	for i, v := range next {
		s.Target = append(s.Target, multistate.Slot{Sym: st.Symbol(fmt.Sprintf("s%d", i), st.Sort(v))})
	}
	return s
}

// after is Transfer and Prec.
func after(t *testing.T, d domain.Domain, e domain.Element, s *domain.Step) (domain.Element, bool) {
	t.Helper()
	ctx := context.Background()
	e, ok, err := d.Transfer(ctx, e, s)
	if err == nil && ok {
		e, ok, err = d.Prec(ctx, e, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e, ok
}

// TestFacts: what is known after a step that starts from nothing.
func TestFacts(t *testing.T) {
	st := term.NewStore()
	x, in := st.Symbol("s0", term.BitVec(8)), st.Symbol("in", term.BitVec(8))
	num := func(n int) term.Term { return st.BV(8, uint64(n)) }
	for name, c := range map[string]struct {
		guard []term.Term
		next  term.Term
		want  []term.Term
	}{
		"constant": {nil, num(7), []term.Term{st.Eq(x, num(7))}},
		"anything": {nil, in, nil},
		"unsigned": {[]term.Term{st.BVUlt(in, num(10))}, st.BVAdd(in, num(2)),
			[]term.Term{st.BVUge(x, num(2)), st.BVUle(x, num(11))}},
		"signed": {[]term.Term{st.BVSlt(in, num(3)), st.BVSlt(num(-4), in)}, in,
			[]term.Term{st.BVSge(x, num(-3)), st.BVSle(x, num(2))}},
		"stride": {[]term.Term{st.BVUlt(in, num(10))}, st.BVMul(in, num(4)),
			[]term.Term{st.BVUle(x, num(36)), st.Eq(st.Extract(1, 0, x), st.BV(2, 0))}},
		"branch": {[]term.Term{st.Eq(st.Ite(st.BVUlt(in, num(5)), num(1), num(0)), num(1))}, in,
			[]term.Term{st.BVUle(x, num(4))}},
		"last disjunct": {
			[]term.Term{st.BVUlt(in, num(10)), st.Or(st.BVUlt(num(200), in), st.BVUlt(num(8), in))},
			in, []term.Term{st.Eq(x, num(9))}},
	} {
		d := interval.New(st, interval.Config{})
		e, ok := after(t, d, d.Initial(), step(st, nil, c.guard, []term.Term{c.next}, 1))
		if !ok {
			t.Errorf("%s: no state", name)
			continue
		}
		got := slices.DeleteFunc(d.Facts(e), st.IsTrue)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %s, want %s", name, st.String(st.And(got...)), st.String(st.And(c.want...)))
		}
	}
}

// TestWidening: a counter of a loop stops at the constant that it is compared with, and the next turn is
// covered.
func TestWidening(t *testing.T) {
	st := term.NewStore()
	x := st.Symbol("s0", term.BitVec(8))
	d := interval.New(st, interval.Config{Delay: 2, Thresholds: []uint64{99, 100, 101}})
	e, _ := after(t, d, d.Initial(), step(st, nil, nil, []term.Term{st.BV(8, 0)}, 1))
	turn := step(st, []term.Term{x}, []term.Term{st.BVUlt(x, st.BV(8, 100))},
		[]term.Term{st.BVAdd(x, st.BV(8, 1))}, 1)
	for n := 1; ; n++ {
		next, ok := after(t, d, e, turn)
		if !ok || n > 5 {
			t.Fatal("the loop has no end")
		}
		if d.Stop(context.Background(), next, e) {
			break
		}
		e = next
	}
	want := st.And(st.BVUge(x, st.BV(8, 2)), st.BVUle(x, st.BV(8, 100)))
	if got := st.And(d.Facts(e)...); got != want || d.Widened != 2 {
		t.Errorf("got %s after %d widenings", st.String(got), d.Widened)
	}
}

// TestMerge: the join includes both, and what is included already does not merge.
func TestMerge(t *testing.T) {
	st := term.NewStore()
	d := interval.New(st, interval.Config{Merge: true})
	of := func(n uint64) domain.Element {
		e, _ := after(t, d, d.Initial(), step(st, nil, nil, []term.Term{st.BV(8, n)}, 1))
		return e
	}
	m, ok := d.Merge(of(3), of(9))
	if !ok || !d.Stop(context.Background(), of(3), m) || !d.Stop(context.Background(), of(9), m) {
		t.Error("the join does not include both")
	}
	if _, ok := d.Merge(of(3), m); ok {
		t.Error("what is included was merged")
	}
}

// TestTransferKeepsExecutions: whatever values symbols have, if the guard holds the values after two random
// steps satisfy the facts.
func TestTransferKeepsExecutions(t *testing.T) {
	followed := 0
	for seed := range testflag.Seeds(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		st := term.NewStore()
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{1, 4, 8}, Symbols: 2}
		d := interval.New(st, interval.Config{Thresholds: []uint64{3, 7, 100}})
		next := func() []term.Term { return []term.Term{g.Vec(4, 3), g.Vec(8, 3), g.Bool(2)} }
		one := step(st, nil, []term.Term{g.Bool(3), g.Bool(3)}, next(), 1)
		syms := []term.Term{one.Target[0].Sym, one.Target[1].Sym, one.Target[2].Sym}
		mix := map[term.Term]term.Term{} // the second step reads what the first one has written
		for i, sort := range []term.Sort{term.BitVec(4), term.BitVec(8), term.Bool} {
			mix[g.Symbol(sort)] = syms[i]
		}
		guard, then := []term.Term{st.Substitute(g.Bool(3), mix)}, next()
		for i := range then {
			then[i] = st.Substitute(then[i], mix)
		}
		two := step(st, syms, guard, then, 1)
		for range 40 {
			m := term.Map{}
			var all []term.Term
			for _, s := range []*domain.Step{one, two} {
				all = append(append(all, s.Guard...), s.Next...)
			}
			for _, sym := range st.Symbols(all...) {
				if w := st.Sort(sym).Width(); w > 0 {
					m[sym] = term.BVValue(w, randterm.Interesting(r, w))
				} else {
					m[sym] = term.BoolValue(r.IntN(2) == 0)
				}
			}
			e := d.Initial()
			for _, s := range []*domain.Step{one, two} {
				if v, err := st.Eval(st.And(s.Guard...), m); err != nil || !v.Bool() {
					break
				}
				followed++
				values := term.Map{}
				for i, slot := range s.Target {
					v, err := st.Eval(s.Next[i], m)
					if err != nil {
						t.Fatal(err)
					}
					values[slot.Sym] = v
				}
				var ok bool
				if e, ok = after(t, d, e, s); !ok {
					t.Fatalf("seed %d: an execution is lost", seed)
				}
				if v, err := st.Eval(st.And(d.Facts(e)...), values); err != nil || !v.Bool() {
					t.Fatalf("seed %d: %v do not satisfy %s", seed, values, st.String(st.And(d.Facts(e)...)))
				}
				for sym, v := range values {
					m[sym] = v
				}
			}
		}
	}
	if followed < 100 {
		t.Errorf("only %d steps were followed", followed)
	}
}

// TestOnly: of places with few values nothing is known, and the range of another one is widened as soon as it
// grows, whatever the explicit part is, to the next constant of a condition.
func TestOnly(t *testing.T) {
	st := term.NewStore()
	word := term.BitVec(32)
	x, y := st.Symbol("s0", word), st.Symbol("s1", word)
	num := func(n uint64) term.Term { return st.BV(32, n) }
	d := interval.New(st, interval.Config{Thresholds: []uint64{10},
		Only: func(p multistate.Place) bool { return p.Object == 0 }})
	var e domain.Element = d.Initial()
	for i, next := range [][]term.Term{{num(4), num(4)}, {st.BVAdd(x, num(1)), st.BVAdd(y, num(1))}} {
		s := step(st, []term.Term{x, y}[:2*i], nil, next, byte(i))
		s.Target[1].Place.Object = 1
		e, _ = after(t, d, e, s)
	}
	facts := st.And(d.Facts(e)...)
	if want := st.And(st.BVUge(x, num(4)), st.BVUle(x, num(10))); facts != want {
		t.Errorf("known: %s, want %s", st.String(facts), st.String(want))
	}
}

// TestRename: ranges are compared by the names that slots get.
func TestRename(t *testing.T) {
	st := term.NewStore()
	num := func(n uint64) term.Term { return st.BV(32, n) }
	d := interval.New(st, interval.Config{})
	of := func(next ...term.Term) domain.Element {
		e, _ := after(t, d, d.Initial(), step(st, nil, nil, next, 0))
		return e
	}
	old := of(num(3), num(5))
	x, y := st.Symbol("s0", term.BitVec(32)), st.Symbol("s1", term.BitVec(32))
	for _, c := range []struct {
		e    domain.Element
		to   map[term.Term]term.Term
		want bool
	}{
		{of(num(5), num(3)), map[term.Term]term.Term{x: y, y: x}, true},
		{of(num(3), num(5)), map[term.Term]term.Term{x: y, y: x}, false},
		{of(num(5)), map[term.Term]term.Term{y: x}, true},
		{of(num(3)), map[term.Term]term.Term{y: x}, false},
	} {
		named, ok := d.Rename(context.Background(), old, c.to)
		if got := ok && d.Stop(context.Background(), c.e, named); got != c.want {
			t.Errorf("%v includes %v: %v", c.to, d.Facts(c.e), got)
		}
	}
}
