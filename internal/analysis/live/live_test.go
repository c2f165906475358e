package live

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

func TestLive(t *testing.T) {
	p := cursor.NewProgram(t)
	x := p.Global("x", 4)
	f := p.Procedure("f")
	bv := term.BitVec(32)
	a, b, c, n := f.Param("a", bv), f.Local("b", bv), f.Local("c", bv), f.Local("n", bv)
	th := p.NewReg(cfa.Reg{Name: "th", Sort: bv, Scope: cfa.Thread})
	f.Proc.Result = bv
	one := p.Terms.BV(32, 1)
	// n = 0; do { b = *x; c = b + a; n = n + 1; g(c) } while (n < th); return b
	g := p.Procedure("g")
	g.Param("v", bv)
	g.Emit(cfa.Return{})
	f.Emit(cfa.Assign{Dst: n, Value: p.Terms.BV(32, 0)})
	head := f.At
	f.Emit(cfa.Load{Dst: b, Addr: x})
	f.Emit(cfa.Assign{Dst: c, Value: p.Terms.BVAdd(p.Sym(b), p.Sym(a))})
	f.Emit(cfa.Assign{Dst: n, Value: p.Terms.BVAdd(p.Sym(n), one)})
	call := f.At
	f.Emit(cfa.Call{Dst: cfa.NoReg, Proc: g.Proc.ID, Args: []term.Term{p.Sym(c)}})
	yes, no := f.Branch(p.Terms.BVUlt(p.Sym(n), p.Sym(th)))
	p.NewEdge(f.Proc, yes, head, cfa.Fence{}, source.Pos{})
	f.At = no
	f.Emit(cfa.Return{Value: p.Sym(b)})
	main := p.Procedure("main")
	main.Emit(cfa.Return{})
	p.Entry = main.Proc.ID
	p.Check()

	live, err := Registers(context.Background(), cfa.NewRegIndex(p.Program), p.Program, f.Proc,
		analysis.WTO(f.Proc))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what string
		at   cfa.LocID
		want Set
	}{
		{"entry", f.Proc.Entry, Set{a}},
		{"head", head, Set{a, n}},
		{"before the call", call, Set{a, b, c, n}},
		{"back edge", yes, Set{a, n}},
		{"behind the loop", no, Set{b}},
	} {
		slices.Sort(tt.want)
		if !slices.Equal(live[tt.at], tt.want) {
			t.Errorf("%s: live registers %v, want %v", tt.what, live[tt.at], tt.want)
		}
	}
}
