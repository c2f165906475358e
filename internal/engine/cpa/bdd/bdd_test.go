package bdd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/cpa/bdd"
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/testing/randterm"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// step is a guarded assignment to a slot for each value of next, from slots with the symbols of from.
func step(st *term.Store, from, guard, next []term.Term) *domain.Step {
	s := &domain.Step{Terms: st, Guard: guard, Next: next}
	for _, sym := range from {
		s.Source = append(s.Source, multistate.Slot{Sym: sym})
	}
	for i, v := range next {
		at := multistate.Place{Object: int32(i)}
		sym := st.Symbol(fmt.Sprintf("s%d", i), st.Sort(v))
		s.Target = append(s.Target, multistate.Slot{Place: at, Sym: sym})
	}
	return s
}

func after(t *testing.T, d domain.Domain, e domain.Element, s *domain.Step) (domain.Element, bool) {
	t.Helper()
	e, ok, err := d.Transfer(context.Background(), e, s)
	if err != nil {
		t.Fatal(err)
	}
	return e, ok
}

func newDomain(t *testing.T, st *term.Store) *bdd.Domain {
	t.Helper()
	d, err := bdd.New(st, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// holds reports whether the facts of an element are satisfied.
func holds(t *testing.T, st *term.Store, d domain.Domain, e domain.Element, m term.Map) bool {
	t.Helper()
	v, err := st.Eval(st.And(d.Facts(e)...), m)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}

// TestMergedValuations: two states merge to both valuations and no other, and a step makes each of them.
func TestMergedValuations(t *testing.T) {
	st := term.NewStore()
	word := term.BitVec(32)
	x, y := st.Symbol("s0", word), st.Symbol("s1", word)
	num := func(n uint64) term.Term { return st.BV(32, n) }
	d := newDomain(t, st)
	of := func(a, b uint64) domain.Element {
		e, _ := after(t, d, d.Initial(), step(st, nil, nil, []term.Term{num(a), num(b)}))
		return e
	}
	both, ok := d.Merge(of(1, 7), of(0, 5))
	if !ok {
		t.Fatal("two valuations do not merge")
	}
	for _, c := range []struct {
		x, y uint64
		want bool
	}{{1, 7, true}, {0, 5, true}, {1, 5, false}, {0, 7, false}} {
		m := term.Map{x: term.BVValue(32, c.x), y: term.BVValue(32, c.y)}
		if got := holds(t, st, d, both, m); got != c.want {
			t.Errorf("(%d, %d) is possible: %v", c.x, c.y, got)
		}
		if got := d.Stop(context.Background(), of(c.x, c.y), both); got != c.want {
			t.Errorf("(%d, %d) is included: %v", c.x, c.y, got)
		}
	}
	// With x = 1 only the first is left: y and x change places, and x becomes larger.
	next, ok := after(t, d, both, step(st, []term.Term{x, y}, []term.Term{st.Eq(x, num(1))},
		[]term.Term{y, st.BVAdd(x, num(3))}))
	if !ok || !holds(t, st, d, next, term.Map{x: term.BVValue(32, 7), y: term.BVValue(32, 4)}) ||
		holds(t, st, d, next, term.Map{x: term.BVValue(32, 5), y: term.BVValue(32, 4)}) {
		t.Error("the step makes something else of the valuations")
	}
	if _, ok := after(t, d, both, step(st, []term.Term{x, y}, []term.Term{st.Eq(x, num(2))}, nil)); ok {
		t.Error("a guard that no valuation satisfies leaves a state")
	}
}

// TestMany: a slot with too many values is not held, and said to be so.
func TestMany(t *testing.T) {
	st := term.NewStore()
	d := newDomain(t, st)
	for n := range uint64(100) {
		after(t, d, d.Initial(), step(st, nil, nil, []term.Term{st.BV(32, n)}))
	}
	if !d.Many(multistate.Place{}) || d.Many(multistate.Place{Object: 1}) {
		t.Error("a counter is held")
	}
}

// TestLimit: with a limit a variable with more values is left to others.
func TestLimit(t *testing.T) {
	st := term.NewStore()
	d, err := bdd.New(st, 4)
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(5) {
		if d.Many(multistate.Place{}) {
			t.Fatalf("%d values are too many", n)
		}
		after(t, d, d.Initial(), step(st, nil, nil, []term.Term{st.BV(32, n), st.BV(32, 0)}))
	}
	if !d.Loose(multistate.Place{}) || d.Loose(multistate.Place{Object: 1}) {
		t.Error("a variable with five values is held, or one with a single value is not")
	}
}

// TestRename: an element whose slots have other symbols includes what it included, with any value in a slot
// that has no name any more.
func TestRename(t *testing.T) {
	st := term.NewStore()
	word := term.BitVec(32)
	num := func(n uint64) term.Term { return st.BV(32, n) }
	d := newDomain(t, st)
	of := func(values ...uint64) domain.Element {
		var next []term.Term
		for _, v := range values {
			next = append(next, num(v))
		}
		e, _ := after(t, d, d.Initial(), step(st, nil, nil, next))
		return e
	}
	var old domain.Element = of(9, 1, 7)
	for _, more := range []domain.Element{of(9, 2, 5), of(9, 2, 8)} {
		var ok bool
		if old, ok = d.Merge(more, old); !ok {
			t.Fatal("no merge")
		}
	}
	s := [3]term.Term{st.Symbol("s0", word), st.Symbol("s1", word), st.Symbol("s2", word)}
	for _, c := range []struct {
		to   map[term.Term]term.Term
		like []uint64
		want bool
	}{
		{map[term.Term]term.Term{s[0]: s[0], s[1]: s[1], s[2]: s[2]}, []uint64{9, 1, 7}, true},
		{map[term.Term]term.Term{s[0]: s[0], s[1]: s[1], s[2]: s[2]}, []uint64{9, 1, 5}, false},
		{map[term.Term]term.Term{s[0]: s[1], s[1]: s[2], s[2]: s[0]}, []uint64{7, 9, 1}, true},
		{map[term.Term]term.Term{s[0]: s[1], s[1]: s[2], s[2]: s[0]}, []uint64{8, 9, 1}, false},
		{map[term.Term]term.Term{s[0]: s[1], s[1]: s[2], s[2]: s[0]}, []uint64{9, 1, 7}, false},
		{map[term.Term]term.Term{s[1]: s[0]}, []uint64{2}, true},
		{map[term.Term]term.Term{s[1]: s[0]}, []uint64{7}, false},
		{map[term.Term]term.Term{s[2]: s[1], s[0]: s[0]}, []uint64{9, 8}, true},
		{map[term.Term]term.Term{s[2]: s[1], s[0]: s[0]}, []uint64{9, 6}, false},
		{map[term.Term]term.Term{s[2]: s[1], s[0]: s[0]}, []uint64{1, 8}, false},
	} {
		e, ok := d.Rename(context.Background(), old, c.to)
		if got := ok && d.Stop(context.Background(), of(c.like...), e); got != c.want {
			t.Errorf("%v: %v is included: %v", c.to, c.like, got)
		}
	}
}

// TestTransferKeepsExecutions: whatever values symbols have, if the guard holds the values after two random
// steps satisfy the facts.
func TestTransferKeepsExecutions(t *testing.T) {
	followed := 0
	for seed := range testflag.Seeds(40) {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		st := term.NewStore()
		g := &randterm.Generator{Rand: r, Store: st, Widths: []int{2, 3}, Symbols: 2}
		d := newDomain(t, st)
		sorts := []term.Sort{term.BitVec(2), term.BitVec(3), term.Bool}
		random := func(syms []term.Term) (guard, next []term.Term) {
			mix := map[term.Term]term.Term{}
			for i, sym := range syms {
				mix[g.Symbol(sorts[i])] = sym
			}
			guard = []term.Term{g.Bool(3), g.Bool(2)}
			next = []term.Term{g.Vec(2, 3), g.Vec(3, 3), g.Bool(2)}
			for _, list := range [][]term.Term{guard, next} {
				for i := range list {
					list[i] = st.Substitute(list[i], mix)
				}
			}
			return guard, next
		}
		first := []term.Term{st.BV(2, uint64(r.IntN(4))), st.BV(3, uint64(r.IntN(8))), st.False()}
		one := step(st, nil, nil, first)
		var syms []term.Term
		for _, slot := range one.Target {
			syms = append(syms, slot.Sym)
		}
		steps := []*domain.Step{one}
		for range 3 {
			guard, next := random(syms)
			steps = append(steps, step(st, syms, guard, next))
		}
		for range 20 {
			m := term.Map{}
			e := d.Initial()
			for _, s := range steps {
				for _, sym := range st.Symbols(append(append([]term.Term(nil), s.Guard...), s.Next...)...) {
					if _, ok := m[sym]; !ok {
						if w := st.Sort(sym).Width(); w > 0 {
							m[sym] = term.BVValue(w, randterm.Interesting(r, w))
						} else {
							m[sym] = term.BoolValue(r.IntN(2) == 0)
						}
					}
				}
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
				if e, ok = after(t, d, e, s); !ok || !holds(t, st, d, e, values) {
					t.Fatalf("seed %d: an execution is lost", seed)
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
