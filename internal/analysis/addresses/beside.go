package addresses

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// keepApart puts before a store or load that its address does not lead from an array of pointers to numbers
// beside it, or the other way round. That ends the execution in something that is not supported.
func (w *rewriter) keepApart(proc *cfa.Proc, i int32) bool {
	orig, e := w.orig.Procs[proc.ID].Edges[i], proc.Edges[i]
	var addr term.Term
	var size uint64
	what := "an address that is stored across numbers beside an array of pointers"
	switch op := e.Op.(type) {
	case cfa.Store:
		addr, size = op.Addr, uint64(w.prog.PtrWidth/8)
	case cfa.Load:
		addr, size = op.Addr, uint64(w.prog.Regs[op.Dst].Sort.Width()/8)
		what = "an address that is read from numbers beside an array of pointers"
		if size < uint64(w.prog.PtrWidth/8) {
			what = "a part of the number of an address, read at an index of an array beside it"
		}
	default:
		return false
	}
	n := w.prog.OffsetBits
	low := w.s.Extract(n-1, 0, addr)
	var meets []term.Term
	for _, a := range w.pts.Avoids(orig) {
		// Objects begin at this offset of their regions.
		first := uint64(1)<<(n-2) + a.Off
		bytes := a.Size
		if bytes == pointsto.Rest {
			bytes = 1<<n - first
		}
		if first -= size - 1; a.Every > 0 && first > 1<<(n-2) {
			first -= a.Every // so that it lies before all offsets
		}
		from := w.s.BVSub(low, w.s.BV(n, first))
		if a.Every > 0 {
			from = w.s.BVURem(from, w.s.BV(n, a.Every))
		}
		across := w.s.BVUlt(from, w.s.BV(n, bytes+size-1))
		meets = append(meets, w.s.And(w.isObject(addr, pointsto.Value{Refs: []pointsto.Ref{a.Ref}}), across))
	}
	some := w.s.Or(meets...)
	if w.s.IsFalse(some) {
		return false
	}
	from, pos := e.From, e.Pos
	at := proc.Locs[from].Pos
	checked, bad, end := proc.NewLoc(at), proc.NewLoc(at), proc.NewLoc(at)
	e.From = checked
	w.prog.NewEdge(proc, from, checked, cfa.Assume{Cond: w.s.Not(some), Bytes: true}, pos)
	w.prog.NewEdge(proc, from, bad, cfa.Assume{Cond: some, Bytes: true}, pos)
	w.prog.NewEdge(proc, bad, end, cfa.Unsupported{What: what}, pos)
	return true
}

// lookedAt finds the registers of which something depends on the number if they hold a part of an address:
// those of which an input was made, and those whose values come there.
func (w *rewriter) lookedAt() map[cfa.RegID]bool {
	looked := map[cfa.RegID]bool{}
	for _, r := range w.looked {
		looked[r] = true
	}
	from := func(to cfa.RegID, t term.Term) (changed bool) {
		if to == cfa.NoReg || !looked[to] || t == term.None {
			return false
		}
		w.regs.Uses(cfa.Assign{Dst: cfa.NoReg, Value: t}, func(r cfa.RegID) {
			changed = changed || !looked[r]
			looked[r] = true
		})
		return changed
	}
	for changed := true; changed; {
		changed = false
		pass := func(e *cfa.Edge, args []term.Term) {
			for _, c := range w.pts.Callees(e) {
				params := w.orig.Procs[c].Params
				for i, a := range args[:min(len(args), len(params))] {
					changed = from(params[i], a) || changed
				}
			}
		}
		for _, proc := range w.orig.Procs {
			for _, e := range proc.Edges {
				switch op := e.Op.(type) {
				case cfa.Assign:
					changed = from(op.Dst, op.Value) || changed
				case cfa.Spawn:
					pass(e, op.Args)
				case cfa.Call:
					pass(e, op.Args)
				case cfa.Return:
					for _, c := range w.callersOf(proc.ID) {
						changed = from(c.edge.Op.(cfa.Call).Dst, op.Value) || changed
					}
				}
			}
		}
	}
	return looked
}
