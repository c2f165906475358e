package analysis

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// TestIntervalLaws compares the operations on all intervals of three bits with
// what they do to each value.
func TestIntervalLaws(t *testing.T) {
	const w = 3
	var all []Interval
	for lo := range uint64(8) {
		for n := range uint64(8) {
			all = append(all, span(w, lo, lo+n))
		}
	}
	has := func(what string, a, b, c Interval, v uint64) {
		if !c.Has(v & 7) {
			t.Fatalf("%s of %v and %v = %v lacks %d", what, a, b, c, v&7)
		}
	}
	for _, a := range all {
		for _, b := range all {
			meet, some := a.meet(b)
			for x := range uint64(8) {
				if a.Has(x) || b.Has(x) {
					has("join", a, b, a.join(b), x)
					has("widening", a, b, a.widen(b), x)
				}
				if a.Has(x) && b.Has(x) {
					if !some {
						t.Fatalf("meet of %v and %v is empty, but %d is in both", a, b, x)
					}
					has("meet", a, b, meet, x)
				}
				if a.contains(b) && b.Has(x) {
					has("superset", a, b, a, x)
				}
				if !a.Has(x) {
					continue
				}
				has("negation", a, b, a.neg(), -x)
				has("complement", a, b, a.not(), ^x)
				for k := range uint64(8) {
					has("product", a, b, a.mulConst(k), x*k)
				}
				if e := a.signExt(2); !e.Has(uint64(signExtend(x, w)) & 31) {
					t.Fatalf("sign extension of %v = %v lacks %d", a, e, x)
				}
				if e := a.zeroExt(2); !e.Has(x) {
					t.Fatalf("zero extension of %v = %v lacks %d", a, e, x)
				}
				if e := a.low(2); !e.Has(x & 3) {
					t.Fatalf("low bits of %v = %v lacks %d", a, e, x&3)
				}
				for y := range uint64(8) {
					if !b.Has(y) {
						continue
					}
					has("sum", a, b, a.add(b), x+y)
					for _, op := range []term.Op{term.OpEq, term.OpBVUlt, term.OpBVSlt} {
						holds := x == y
						switch op {
						case term.OpBVUlt:
							holds = x < y
						case term.OpBVSlt:
							holds = signExtend(x, w) < signExtend(y, w)
						}
						if !compare(op, a, b).Has(bit(holds)) {
							t.Fatalf("%v of %v and %v: wrong for %d, %d", op, a, b, x, y)
						}
						la, lb, ok := bounds(op, a, b, holds)
						if !ok || !la.Has(x) || !lb.Has(y) {
							t.Fatalf("%v of %v and %v is %v: bounds %v, %v, %v lack %d, %d", op, a, b, holds, la, lb, ok, x, y)
						}
					}
				}
			}
		}
	}
}

func TestIntervalsLoop(t *testing.T) {
	p := newProg(t)
	bv := term.BitVec(32)
	f := p.proc("main")
	i, c, d := f.Local("i", bv), f.Local("c", bv), f.Local("d", bv)
	s := p.Terms
	f.Emit(cfa.Assign{Dst: i, Value: s.BV(32, 0)})
	f.Emit(cfa.Assign{Dst: c, Value: s.BV(32, 7)})
	f.Emit(cfa.Havoc{Dst: d})
	head := f.At
	yes, no := f.Branch(s.BVSlt(p.Sym(i), s.BV(32, 10)))
	f.At = yes
	f.Emit(cfa.Assign{Dst: i, Value: s.BVAdd(p.Sym(i), s.BV(32, 1))})
	p.NewEdge(f.Proc, f.At, head, cfa.Fence{}, source.Pos{})
	f.At = no
	small, _ := f.Branch(s.BVUlt(p.Sym(d), s.BV(32, 5)))
	f.At = small
	yes2, no2 := f.Branch(s.Eq(s.BVAdd(p.Sym(c), p.Sym(i)), s.BV(32, 17)))
	f.At = yes2
	f.Emit(cfa.Return{})
	for _, l := range []cfa.LocID{no2, cfa.LocID(small + 1)} {
		f.At = l
		f.Emit(cfa.Assume{Cond: s.Eq(p.Sym(d), p.Sym(c))})
		f.Emit(cfa.Return{})
	}
	p.Entry = f.Proc.ID
	p.check()
	x, err := NewIntervals(context.Background(), cfa.NewRegIndex(p.Program), p.Program, f.Proc, WTO(f.Proc))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what   string
		at     cfa.LocID
		t      term.Term
		lo, hi uint64
	}{
		{"at the head", head, p.Sym(i), 0, 10},
		{"in the loop", yes, p.Sym(i), 0, 9},
		{"behind the loop", no, p.Sym(i), 10, 10},
		{"constant", no, p.Sym(c), 7, 7},
		{"narrowed input", small, p.Sym(d), 0, 4},
		{"sum", small, s.BVAdd(p.Sym(d), p.Sym(i)), 10, 14},
	} {
		if got := x.Term(tt.at, tt.t); got != span(32, tt.lo, tt.hi) {
			t.Errorf("%s: got %v, want [%d, %d]", tt.what, got, tt.lo, tt.hi)
		}
	}
	if x.Reached(no2) {
		t.Error("the branch that contradicts the constants is reached")
	}
}
