package ranking

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

// A list that is walked to its end ends since its links lead to older objects only, or to newer ones only:
// each is null or has one of these orders, in an object of the heap. Where the objects lie makes no
// difference to a program (package addresses), so let each lie after all that were made before it, in
// memory without end; regions of addresses tell the order. What a program reads of a link is assumed to be in
// order, and what it writes there must be: otherwise what is not supported is reached. An object that is made
// has its links written before any is read, or made zero.
//
// Memory is not without end, so where objects are made in a loop an address is no number of which there are
// finitely many, and no measure of such a loop is made of addresses: see search.ofData. Any finite part of an
// execution is one with addresses that fit, so invariants may speak of them.
type links struct {
	cut *pass.Cells
	// order has the classes of cells that are links in order.
	order map[int]linkOrder
}

// linkOrder is the order of links.
type linkOrder uint8

const (
	unordered linkOrder = iota
	toOlder
	toNewer
)

// looseLinks is what a program does where it writes a link that is not in order.
const looseLinks = "a link that may lead back"

// findLinks proposes orders for the links of loose memory; nil: there are none.
func findLinks(ctx context.Context, x *flattening) (*links, error) {
	cut, err := pass.CutCells(ctx, x.from, x.pts)
	if err != nil {
		return nil, err
	}
	l := &links{cut: cut, order: map[int]linkOrder{}}
	if threads, _ := x.starts(); threads {
		return nil, nil
	}
	for class := range cut.Classes {
		if o := x.orderOf(&cut.Classes[class]); o != unordered && x.written(class, cut) {
			l.order[class] = o
		}
	}
	if len(l.order) == 0 {
		return nil, nil
	}
	return l, nil
}

// orderOf is the order that the stores to a class of cells of loose memory suggest, by what was just made.
func (x *flattening) orderOf(c *pass.Class) linkOrder {
	if c.Unknown || c.Size != uint64(x.from.PtrWidth/8) {
		return unordered
	}
	found := unordered
	for _, e := range c.Edges {
		addr, value := term.None, term.None
		switch op := e.Op.(type) {
		case cfa.Load:
			addr = op.Addr
			if x.from.Regs[op.Dst].Sort.Width() != x.from.PtrWidth {
				return unordered
			}
		case cfa.Store:
			addr, value = op.Addr, op.Value
			if x.from.Terms.Sort(value).Width() != x.from.PtrWidth {
				return unordered
			}
		}
		if !x.isLoose(addr) {
			return unordered
		}
		if value == term.None || x.from.Terms.IsConst(value) {
			continue
		}
		if !slices.ContainsFunc(x.pts.Of(value).Refs, func(r pointsto.Ref) bool { return x.isMade(r.Obj) }) {
			return unordered
		}
		order := x.suggested(x.procOf(e), addr, value)
		if order == unordered {
			continue
		}
		if found != unordered && found != order {
			return unordered
		}
		found = order
	}
	return found
}

// isMade reports whether an object is one that the program makes.
func (x *flattening) isMade(o pointsto.ObjID) bool {
	_, ok := x.pts.Objects[o].Alloc()
	return ok
}

// procOf is the procedure of an edge.
func (x *flattening) procOf(e *cfa.Edge) *cfa.Proc {
	for _, proc := range x.from.Procs {
		if slices.Contains(proc.Edges, e) {
			return proc
		}
	}
	return nil
}

// suggested is the order that a store suggests: of two objects that were just made, which was first.
func (x *flattening) suggested(proc *cfa.Proc, addr, value term.Term) linkOrder {
	from, to := x.made(proc, addr, 0), x.made(proc, value, 0)
	switch {
	case from == nil && to == nil:
		return unordered
	case from != nil && to != nil:
		if order := analysis.WTO(proc); order.Index[from.From] < order.Index[to.From] {
			return toNewer
		}
		return toOlder
	case from != nil:
		return toOlder
	}
	return toNewer
}

// made is where the object of an address was just made, as far as registers tell that are set in one place;
// nil: that is not known.
func (x *flattening) made(proc *cfa.Proc, addr term.Term, depth int) *cfa.Edge {
	regs := x.regs.Of(addr)
	if len(regs) != 1 || depth > 8 {
		return nil
	}
	var set *cfa.Edge
	for _, e := range proc.Edges {
		if cfa.Def(e.Op) != regs[0] {
			continue
		}
		if set != nil {
			return nil
		}
		set = e
	}
	if set == nil {
		return nil
	}
	switch op := set.Op.(type) {
	case cfa.Alloc:
		return set
	case cfa.Assign:
		return x.made(proc, op.Value, depth+1)
	}
	return nil
}

// region is the object that an address is in, as a number.
func (x *flattening) region(addr term.Term) term.Term {
	q := x.out.prog
	return q.Terms.Extract(q.PtrWidth-1, q.OffsetBits, addr)
}

// within is an address in the same object as another one: without a constant that is added, which must not
// lead out of the object.
func (x *flattening) within(addr term.Term) term.Term {
	st := x.out.prog.Terms
	if st.Op(addr) == term.OpBVAdd && st.NumArgs(addr) == 2 {
		for i := range 2 {
			if st.IsConst(st.Arg(addr, i)) && st.Op(st.Arg(addr, 1-i)) == term.OpSymbol {
				return st.Arg(addr, 1-i)
			}
		}
	}
	return addr
}

// linked is the condition that what an edge reads from, or writes to, a link is in order; None: it is no
// link. The address and the value are those of the copy.
func (x *flattening) linked(e *cfa.Edge, addr, value term.Term) term.Term {
	class, ok := x.links.cut.ByEdge[e]
	if !ok || x.links.order[class] == unordered {
		return term.None
	}
	st := x.out.prog.Terms
	null := st.Eq(value, x.out.prog.Ptr(0))
	from, to := x.region(x.within(addr)), x.region(value)
	if x.links.order[class] == toOlder {
		return st.Or(null, st.BVUlt(to, from))
	}
	return st.Or(null, st.And(st.BVUlt(from, to), st.BVUle(to, x.region(x.out.prog.Sym(x.out.made)))))
}

// begin is where a flat program starts.
func (x *flattening) begin(first *body) cfa.LocID {
	entry := first.locs[first.proc.Entry]
	if x.links == nil {
		return entry
	}
	q := x.out.prog
	x.out.made = q.NewReg(cfa.Reg{Name: "made", Sort: term.BitVec(q.PtrWidth), Proc: x.proc.ID})
	start := x.proc.NewLoc(first.proc.Pos)
	oldest := cfa.Assign{Dst: x.out.made, Value: q.Ptr(q.HeapBase)}
	e := q.NewEdge(x.proc, start, entry, oldest, first.proc.Pos)
	e.Origin = cfa.NoEdge
	return start
}

// newest makes a register, which is an input so far, the address of an object past all others.
func (x *flattening) newest(from cfa.LocID, r cfa.RegID, like *cfa.Edge) cfa.LocID {
	q := x.out.prog
	st, made := q.Terms, q.Sym(x.out.made)
	from = x.then(from, cfa.Assume{Cond: st.And(st.BVUlt(x.region(made), x.region(q.Sym(r))),
		st.Eq(st.Extract(q.OffsetBits-1, 0, q.Sym(r)), st.BV(q.OffsetBits, 0)))}, like)
	return x.then(from, cfa.Assign{Dst: x.out.made, Value: q.Sym(r)}, like)
}

// advance lets objects be made by a procedure that is not entered.
func (x *flattening) advance(from cfa.LocID, callee cfa.ProcID, like *cfa.Edge) cfa.LocID {
	if x.links == nil || !x.mayMake(callee) {
		return from
	}
	q := x.out.prog
	later := q.NewReg(cfa.Reg{Name: "later", Sort: term.BitVec(q.PtrWidth), Proc: x.proc.ID})
	from = x.then(from, cfa.Havoc{Dst: later, What: "an address"}, like)
	from = x.then(from, cfa.Assume{Cond: q.Terms.BVUle(x.region(q.Sym(x.out.made)),
		x.region(q.Sym(later)))}, like)
	return x.then(from, cfa.Assign{Dst: x.out.made, Value: q.Sym(later)}, like)
}

// mayMake reports whether a procedure, or one that it calls, makes objects.
func (x *flattening) mayMake(id cfa.ProcID) bool {
	reached := cfa.NewCallGraph(x.from, x.pts.Callees).Reach(id, true)
	for i, proc := range x.from.Procs {
		if reached[i] && slices.ContainsFunc(proc.Edges, func(e *cfa.Edge) bool {
			_, ok := e.Op.(cfa.Alloc)
			return ok
		}) {
			return true
		}
	}
	return false
}
