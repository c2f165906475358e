package pass_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/enumerate"
)

// spoil sets, before each location, every local register that is not live
// there to a value that nothing else makes.
func spoil(t *testing.T, p *cfa.Program) *cfa.Program {
	t.Helper()
	q := p.Clone()
	regs := cfa.NewRegIndex(q)
	for _, proc := range q.Procs {
		live, err := live.Registers(context.Background(), regs, q, proc, analysis.WTO(proc))
		if err != nil {
			t.Fatal(err)
		}
		for l := range live {
			if len(proc.Locs[l].Out) == 0 {
				continue
			}
			from := cfa.LocID(l)
			inner := proc.NewLoc(proc.Pos)
			for _, i := range proc.Locs[l].Out {
				proc.Edges[i].From = inner
			}
			proc.Locs[inner].Out, proc.Locs[l].Out = proc.Locs[l].Out, nil
			for r := range q.Regs {
				id := cfa.RegID(r)
				if reg := q.Regs[r]; reg.Scope != cfa.Local || reg.Proc != proc.ID || live[l].Has(id) {
					continue
				}
				value := q.Terms.BV(8, 0x5a)
				if w := q.Regs[r].Sort.Width(); w != 8 {
					value = q.Terms.BV(w, 1)
				}
				next := proc.NewLoc(proc.Pos)
				q.NewEdge(proc, from, next, cfa.Assign{Dst: id, Value: value}, proc.Pos).Origin = cfa.NoEdge
				from = next
			}
			q.NewEdge(proc, from, inner, cfa.Assume{Cond: q.Terms.True()}, proc.Pos).Origin = cfa.NoEdge
		}
		proc.Rebuild(nil)
	}
	if err := cfa.Check(q); err != nil {
		t.Fatal(err)
	}
	return q
}

// TestDeadRegistersDoNotMatter changes registers where they are not live.
func TestDeadRegistersDoNotMatter(t *testing.T) {
	opt := enumerate.Options{MaxStates: 20_000}
	for seed := range int64(60) {
		p := generate(1000+seed, false)
		en, err := enumerate.Run(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		spoiled, err := enumerate.Run(context.Background(), spoil(t, p), opt)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := endsOf(spoiled), endsOf(en); en.Complete && spoiled.Complete &&
			!slices.Equal(got, want) {
			t.Errorf("seed %d: reaches %v, want %v", seed, got, want)
		}
	}
}
