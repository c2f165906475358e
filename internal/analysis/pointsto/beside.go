package pointsto

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Pointers in an array and numbers beside it.
//
// A store of an address at an index that is not followed may, as far as this analysis knows, reach every
// other member of the structure around the array. So these may hold parts of addresses, where they are
// narrower than one. And a load at such an index may find numbers there, two of which are an address.
// AnalyseBeside leaves both out, and says which stores and loads it must be checked for that this does not
// occur: Strays, against each of the places of Narrow.

// A NarrowPlace is read or written at an exact offset of an object, in fewer bytes than an address has.
type NarrowPlace struct {
	Obj       ObjID
	Off, Size uint64
	Written   bool // loads must not stray there; else stores
}

// strays says which cells a load does not read in the executions of AnalyseBeside; nil: it reads all.
func (x *Result) strays(off absint.Congruence, size uint64) func(memCell) bool {
	ptr := uint64(x.prog.PtrWidth / 8)
	_, exact := off.Exact()
	switch {
	case !x.beside || exact == (size >= ptr) || size > ptr:
		return nil
	case exact:
		return func(c memCell) bool {
			_, exact := c.off.Exact()
			return !exact && c.size == ptr
		}
	}
	return func(c memCell) bool {
		_, exact := c.off.Exact()
		return exact && c.size < ptr
	}
}

// Narrow lists what the loads and stores of a program access of which strays leaves something out.
func (x *Result) Narrow() []NarrowPlace {
	var list []NarrowPlace
	seen := map[NarrowPlace]bool{}
	note := func(addr term.Term, size uint64, written bool) {
		for _, r := range x.Of(addr).Refs {
			for off := range r.offsets() {
				n, exact := off.Exact()
				p := NarrowPlace{r.Obj, uint64(n), size, written}
				if exact && x.strays(off, size) != nil && !seen[p] {
					seen[p] = true
					list = append(list, p)
				}
			}
		}
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Load:
				note(op.Addr, uint64(x.prog.Regs[op.Dst].Sort.Width()/8), false)
			case cfa.Store:
				if v := x.eval(op.Value); len(v.Refs) > 0 || v.Unknown {
					note(op.Addr, uint64(x.prog.Terms.Sort(op.Value).Width()/8), true)
				}
			}
		}
	}
	return list
}

// Strays reports whether a store may put an address at a place of which Narrow tells, or a load may take one
// from there, and through which reference.
func (x *Result) Strays(op cfa.Op, p NarrowPlace) (Ref, bool) {
	ptr := x.prog.PtrWidth
	var addr term.Term
	switch op := op.(type) {
	case cfa.Store:
		v := x.Of(op.Value)
		if p.Written || x.prog.Terms.Sort(op.Value).Width() != ptr || len(v.Refs) == 0 && !v.Unknown {
			return Ref{}, false
		}
		addr = op.Addr
	case cfa.Load:
		if !p.Written || x.prog.Regs[op.Dst].Sort.Width() != ptr {
			return Ref{}, false
		}
		addr = op.Addr
	default:
		return Ref{}, false
	}
	for _, r := range x.Of(addr).Refs {
		if _, exact := r.Off.Exact(); r.Obj == p.Obj && !exact && r.few.n == 0 &&
			r.Off.Overlaps(uint64(ptr/8), absint.Exactly(int64(p.Off)), p.Size) {
			return r, true
		}
	}
	return Ref{}, false
}
