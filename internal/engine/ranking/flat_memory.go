package ranking

import (
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// look finds what memory is loose. It is false if the program calls or starts what is not known.
//
// An object is loose if it is not made once and for all by the initial thread, with a constant size; if a
// procedure that is entered writes it, which happens while an execution that does not enter it goes on; and,
// where there are threads, if one that is started reads it while others write it. An access that may go to a
// loose object, or to several, is one of loose memory; what it writes may be in any of them, so these are
// loose, too.
func (x *flattening) look() bool {
	graph := cfa.NewCallGraph(x.from, x.pts.Callees)
	used := graph.Reach(x.entry, true)
	entered := make([]bool, len(x.from.Procs))
	threads := false
	for i, proc := range x.from.Procs {
		if !used[i] {
			continue
		}
		for _, e := range proc.Edges {
			id := cfa.NoProc
			switch op := e.Op.(type) {
			case cfa.Call:
				id = op.Proc
			case cfa.Spawn:
				id, threads = op.Proc, true
			case cfa.Havoc:
				x.all = x.all || len(op.Reaches) > 0
				continue
			default:
				continue
			}
			if id == cfa.NoProc || id == x.entry {
				return false
			}
			for other, in := range graph.Reach(id, true) {
				entered[other] = entered[other] || in
			}
		}
	}
	written, read := map[pointsto.ObjID]bool{}, map[pointsto.ObjID]bool{}
	for i, proc := range x.from.Procs {
		if !used[i] {
			continue
		}
		order := analysis.WTO(proc)
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Alloc:
				obj, ok := x.pts.Site(e)
				if _, fixed := x.from.Terms.ConstUint64(op.Size); ok && (!fixed || proc.ID != x.entry ||
					!order.Reaches(e.From) || order.Head(e.From) != analysis.NoLoc) {
					x.loose[obj] = true
				}
			case cfa.Store:
				for _, r := range x.pts.Of(op.Addr).Refs {
					written[r.Obj] = true
					x.loose[r.Obj] = x.loose[r.Obj] || entered[i]
				}
			case cfa.Load:
				for _, r := range x.pts.Of(op.Addr).Refs {
					read[r.Obj] = read[r.Obj] || entered[i]
				}
			}
		}
	}
	for o := range read {
		x.loose[o] = x.loose[o] || threads && written[o]
	}
	x.spread()
	return true
}

// spread makes loose what is written through pointers that may lead to loose memory.
func (x *flattening) spread() {
	edges := x.edges()
	for again := true; again && !x.all; {
		again = false
		for _, e := range edges {
			op, ok := e.Op.(cfa.Store)
			if !ok || !x.isLoose(op.Addr) {
				continue
			}
			v := x.pts.Of(op.Addr)
			x.all = x.all || v.Unknown
			for _, r := range v.Refs {
				if !x.loose[r.Obj] {
					x.loose[r.Obj], again = true, true
				}
			}
		}
	}
}

// isLoose reports whether an access to an address is one of loose memory.
func (x *flattening) isLoose(addr term.Term) bool {
	ref, ok := x.pts.Of(addr).Only()
	return x.all || !ok || x.loose[ref.Obj]
}

// takenValid notes that an access of loose memory is taken to be valid, unless it is sure to be.
func (x *flattening) takenValid(e *cfa.Edge, addr term.Term, size int) {
	x.out.loose = true
	if x.from.StaticPlace(addr, uint64(size/8)) == nil && !x.inObject(addr, int64(size/8)) {
		x.out.invalid = append(x.out.invalid, e.Pos)
	}
}

// inObject reports whether an address is one in an object of constant size whose end nothing outlives.
func (x *flattening) inObject(addr term.Term, size int64) bool {
	v := x.pts.Of(addr)
	ref, ok := v.Only()
	if !ok || v.HasNum || ref.Off.Mod != 0 || ref.Off.Rem < 0 {
		return false
	}
	o := x.pts.Objects[ref.Obj]
	al, ok := o.Alloc()
	if !ok || x.ended.Site(o.Site) {
		return false
	}
	n, fixed := x.from.Terms.ConstUint64(al.Size)
	return fixed && uint64(ref.Off.Rem+size) <= n
}

func (x *flattening) load(b *body, e *cfa.Edge, op cfa.Load) {
	from, to := b.locs[e.From], b.locs[e.To]
	old := e.Op.(cfa.Load)
	if !x.isLoose(old.Addr) {
		x.add(from, to, op, e)
		return
	}
	x.takenValid(e, old.Addr, x.from.Regs[old.Dst].Sort.Width())
	q := x.out.prog
	cond := term.None
	value := q.NewReg(cfa.Reg{Name: "loaded", Sort: q.Regs[op.Dst].Sort, Proc: x.proc.ID})
	if x.links != nil {
		cond = x.linked(e, op.Addr, q.Sym(value))
	}
	from = x.then(from, cfa.Havoc{Dst: value, What: "what is not followed"}, e)
	if cond != term.None {
		from = x.then(from, cfa.Assume{Cond: cond}, e)
	}
	x.add(from, to, cfa.Assign{Dst: op.Dst, Value: q.Sym(value)}, e)
}

func (x *flattening) store(b *body, e *cfa.Edge, op cfa.Store) {
	from, to := b.locs[e.From], b.locs[e.To]
	old := e.Op.(cfa.Store)
	if !x.isLoose(old.Addr) {
		x.add(from, to, op, e)
		return
	}
	x.takenValid(e, old.Addr, x.from.Terms.Sort(old.Value).Width())
	q := x.out.prog
	if x.links != nil {
		if cond := x.linked(e, op.Addr, op.Value); cond != term.None {
			on := x.then(from, cfa.Assume{Cond: cond}, e)
			off := x.then(from, cfa.Assume{Cond: q.Terms.Not(cond)}, e)
			x.then(off, cfa.Unsupported{What: looseLinks}, e)
			from = on
		}
	}
	x.add(from, to, cfa.Fence{}, e)
}

func (x *flattening) alloc(b *body, e *cfa.Edge, op cfa.Alloc) {
	from, to := b.locs[e.From], b.locs[e.To]
	obj, ok := x.pts.Site(e)
	if ok && !x.all && !x.loose[obj] {
		x.add(from, to, op, e)
		return
	}
	from = x.then(from, cfa.Havoc{Dst: op.Dst, What: "an address"}, e)
	if x.links == nil {
		st := x.out.prog.Terms
		x.add(from, to, cfa.Assume{Cond: st.Not(st.Eq(x.out.prog.Sym(op.Dst), x.out.prog.Ptr(0)))}, e)
		return
	}
	x.add(x.newest(from, op.Dst, e), to, cfa.Fence{}, e)
}

// free keeps what ends objects that are followed.
func (x *flattening) free(b *body, e *cfa.Edge, op cfa.Free) {
	var kept cfa.Op = op
	if op.Kind.IsHeap() || x.isLoose(e.Op.(cfa.Free).Addr) {
		kept = cfa.Fence{}
	}
	x.add(b.locs[e.From], b.locs[e.To], kept, e)
}
