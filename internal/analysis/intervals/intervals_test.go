package intervals

import (
	"context"
	"testing"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

func TestIntervalsLoop(t *testing.T) {
	p := cursor.NewProgram(t)
	bv := term.BitVec(32)
	f := p.Procedure("main")
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
	p.Check()
	x, err := Analyse(context.Background(), cfa.NewRegIndex(p.Program), p.Program, f.Proc,
		analysis.WTO(f.Proc))
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
		if got := x.Term(tt.at, tt.t); got != absint.Span(32, tt.lo, tt.hi) {
			t.Errorf("%s: got %v, want [%d, %d]", tt.what, got, tt.lo, tt.hi)
		}
	}
	if x.Reached(no2) {
		t.Error("the branch that contradicts the constants is reached")
	}
}
