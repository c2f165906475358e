package pass_test

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

func TestCutCells(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	p, m := s.Program, s.main
	at := func(o term.Term, k uint64) term.Term { return p.PtrAdd(o, p.Ptr(k)) }
	bytes, pair, mixed, table := s.x, p.AddObject(&cfa.Object{Name: "pair", Size: 8}),
		p.AddObject(&cfa.Object{Name: "mixed", Size: 8}), p.AddObject(&cfa.Object{Name: "table", Size: 64})
	word := p.Terms.BV(32, 1)
	i := p.Terms.ZeroExt(56, p.Sym(s.a))
	stores := []cfa.Store{
		{Addr: bytes, Value: s.n(1)},
		{Addr: pair, Value: word}, {Addr: at(pair, 4), Value: word},
		{Addr: mixed, Value: word}, {Addr: at(mixed, 2), Value: p.Terms.BV(16, 1)},
		{Addr: p.PtrAdd(table, p.Terms.BVMul(i, p.Ptr(12))), Value: word},
		{Addr: at(p.PtrAdd(table, p.Terms.BVMul(i, p.Ptr(12))), 4), Value: p.Terms.BV(64, 1)},
	}
	m.Emit(cfa.Havoc{Dst: s.a})
	var edges []*cfa.Edge
	for _, st := range stores {
		edges = append(edges, m.Emit(st))
	}
	m.Emit(cfa.Return{})
	if err := cfa.Check(p); err != nil {
		t.Fatal(err)
	}
	pts, err := pointsto.Analyse(context.Background(), p, cfa.NewRegIndex(p))
	if err != nil {
		t.Fatal(err)
	}
	cells, err := pass.CutCells(context.Background(), p, pts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range edges {
		c := cells.ByEdge[e]
		got = append(got, fmt.Sprintf("%d/%d", c, cells.Classes[c].Size))
	}
	// The two fields of the table's elements are apart; the second, of eight
	// bytes, is only known to be aligned to four.
	if want := "[0/1 1/4 2/4 3/2 3/2 4/4 5/4]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
