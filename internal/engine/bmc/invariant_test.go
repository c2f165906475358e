package bmc_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestInvariantHolds executes random C programs with all that their invariants say of registers and locations
// made assertions. None may fail, also where an execution has an invalid access later on: an invariant that
// is not sound about a whole program still is up to there.
func TestInvariantHolds(t *testing.T) {
	programs, executions, sound, claims := 0, 0, 0, 0
	for seed := range testflag.Seeds(20) {
		small, _ := randprog.NewSmall(seed)
		for _, src := range []string{randprog.NewMixed(seed), small} {
			p, err := loadC(src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			p.Terms.Freeze()
			inv, err := invariant.Analyse(t.Context(), p, cfa.NewRegIndex(p),
				invariant.Limits{Steps: 100_000, Instances: 3000})
			if err != nil {
				t.Fatal(err)
			}
			programs++
			if ok, _ := inv.Sound(); !ok {
				continue
			}
			sound++
			q, n := asserted(p, inv)
			claims += n
			if err := cfa.Check(q); err != nil {
				t.Fatal(err)
			}
			for run := range uint64(12) {
				out, _, err := interp.Run(t.Context(), q, interp.RunOptions{Seed: run, MaxSteps: 20_000})
				executions++
				if err != nil {
					t.Fatal(err)
				}
				if out.Kind == interp.Violated && out.What == claim {
					t.Fatalf("seed %d, run %d: the invariant does not hold: %+v\n%s", seed, run, out, src)
				}
			}
		}
	}
	t.Logf("%d programs, %d with an invariant, %d claims, %d executions", programs, sound, claims, executions)
	if sound == 0 || claims == 0 {
		t.Error("nothing was tested")
	}
}

const claim = "the invariant does not hold"

// asserted returns a copy of a program in which what an invariant says of each
// location is checked there, and the number of its claims.
func asserted(p *cfa.Program, inv *invariant.Invariant) (*cfa.Program, int) {
	q := p.Clone()
	ts := q.Terms
	claims := 0
	regs := make(map[cfa.ProcID][]cfa.RegID)
	for r, reg := range q.Regs {
		regs[reg.Proc] = append(regs[reg.Proc], cfa.RegID(r))
	}
	for _, proc := range q.Procs {
		for l := range slices.Clone(proc.Locs) {
			at := cfa.LocID(l)
			if len(proc.Locs[l].Out) == 0 {
				continue
			}
			holds := ts.True()
			if _, reached := inv.At(proc.ID, at, q.Self); !reached {
				holds = ts.False()
				claims++
			}
			for _, r := range slices.Concat(regs[proc.ID], regs[cfa.NoProc]) {
				reg := q.Regs[r]
				v, _ := inv.At(proc.ID, at, r)
				if v.IsFull() || v.Width != max(reg.Sort.Width(), 1) {
					continue
				}
				claims++
				if reg.Sort.IsBool() {
					holds = ts.And(holds, ts.Eq(reg.Sym, ts.Bool(v.Lo == 1)))
					continue
				}
				off := ts.BVSub(reg.Sym, ts.BV(v.Width, v.Lo))
				holds = ts.And(holds, ts.BVUle(off, ts.BV(v.Width, v.Hi-v.Lo)))
			}
			if ts.IsTrue(holds) {
				continue
			}
			next, bad, end := proc.NewLoc(source.Pos{}), proc.NewLoc(source.Pos{}), proc.NewLoc(source.Pos{})
			edges := proc.Locs[l].Out
			for _, i := range edges {
				proc.Edges[i].From = next
			}
			for _, op := range []struct {
				from, to cfa.LocID
				op       cfa.Op
			}{
				{at, next, cfa.Assume{Cond: holds}}, {at, bad, cfa.Assume{Cond: ts.Not(holds)}},
				{bad, end, cfa.Violation{Property: "unreach-call", Message: claim}},
			} {
				q.NewEdge(proc, op.from, op.to, op.op, source.Pos{})
			}
			proc.Rebuild(func(*cfa.Edge) bool { return true })
		}
		for _, e := range proc.Edges {
			e.Origin = e.ID
		}
	}
	q.Origins = 0 // it is a program of its own
	return q, claims
}
