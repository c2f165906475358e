package ranking

import (
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

// written reports whether the cells of a class in an object are written before any of the class is read, and
// static objects have null there.
func (x *flattening) written(class int, cut *pass.Cells) bool {
	for _, o := range cut.Classes[class].Objects {
		if static := x.pts.Objects[o].Static; static != nil {
			if static.Undefined || len(static.Init) > 0 {
				return false
			}
			continue
		}
		if al, ok := x.pts.Objects[o].Alloc(); !ok {
			return false
		} else if al.Zero {
			continue
		}
		if !x.single(class, cut, o) || !x.writtenFirst(class, cut, o) {
			return false
		}
	}
	return true
}

// single reports whether the class has one cell in an object, at one offset.
func (x *flattening) single(class int, cut *pass.Cells, o pointsto.ObjID) bool {
	at, known := int64(0), false
	for _, e := range cut.Classes[class].Edges {
		addr := cfa.Terms(e.Op)[0]
		for _, r := range x.pts.Of(addr).Refs {
			switch {
			case r.Obj != o:
			case r.Off.Mod != 0 || known && r.Off.Rem != at:
				return false
			default:
				at, known = r.Off.Rem, true
			}
		}
	}
	return known
}

// writtenFirst reports whether, on each way from where an object is made, its cell of the class is written
// through a register that is sure to have its address, before a cell of the class is read or the procedure is
// left.
func (x *flattening) writtenFirst(class int, cut *pass.Cells, o pointsto.ObjID) bool {
	for _, proc := range x.from.Procs {
		for _, e := range proc.Edges {
			if site, ok := x.pts.Site(e); ok && site == o {
				w := &writes{flattening: x, cut: cut, class: class, proc: proc, budget: 2000}
				if !w.onAll(e.To, []cfa.RegID{e.Op.(cfa.Alloc).Dst}) {
					return false
				}
			}
		}
	}
	return true
}

// writes looks at the ways from where an object is made.
type writes struct {
	*flattening
	cut    *pass.Cells
	class  int
	proc   *cfa.Proc
	budget int // steps
}

// onAll reports whether the cell is written on all ways from a location; the registers have the address.
func (w *writes) onAll(at cfa.LocID, have []cfa.RegID) bool {
	for {
		out := w.proc.Locs[at].Out
		if w.budget -= 1 + len(out); w.budget < 0 {
			return false
		}
		if len(out) != 1 {
			for _, k := range out {
				if !w.onAll(w.proc.Edges[k].To, have) {
					return false
				}
			}
			return len(out) > 0
		}
		e := w.proc.Edges[out[0]]
		switch op := e.Op.(type) {
		case cfa.Load:
			if class, ok := w.cut.ByEdge[e]; !ok || class == w.class {
				return false
			}
		case cfa.Store:
			if w.cut.ByEdge[e] == w.class {
				regs := w.regs.Of(op.Addr)
				if len(regs) == 1 && slices.Contains(have, regs[0]) && w.plainSum(op.Addr, regs[0]) {
					return true
				}
			}
		case cfa.Call, cfa.Spawn, cfa.Return:
			return false
		case cfa.Alloc:
			if slices.Contains(have, op.Dst) {
				return false
			}
		}
		if cfa.Ends(e.Op) {
			return true // the thread does: a Return was met before
		}
		if d := cfa.Def(e.Op); d != cfa.NoReg {
			same := false
			if op, ok := e.Op.(cfa.Assign); ok {
				regs := w.regs.Of(op.Value)
				same = len(regs) == 1 && slices.Contains(have, regs[0]) && op.Value == w.from.Sym(regs[0])
			}
			have = slices.DeleteFunc(slices.Clone(have), func(r cfa.RegID) bool { return r == d })
			if same {
				have = append(have, d)
			}
		}
		at = e.To
	}
}

// plainSum reports whether an address is a register and a constant.
func (x *flattening) plainSum(addr term.Term, r cfa.RegID) bool {
	st, sym := x.from.Terms, x.from.Sym(r)
	return addr == sym || st.Op(addr) == term.OpBVAdd && st.NumArgs(addr) == 2 &&
		(st.Arg(addr, 0) == sym && st.IsConst(st.Arg(addr, 1)) ||
			st.Arg(addr, 1) == sym && st.IsConst(st.Arg(addr, 0)))
}
