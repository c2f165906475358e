package pointsto

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// Pointers in an array and numbers beside it.
//
// A store of an address at an index that is not followed may, as far as this analysis knows, reach every
// other member of the structure around the array. So these may hold parts of addresses, where they are
// narrower than one. AnalyseBeside leaves that out, and says which stores it must be checked for that this
// does not occur: Strays, against each of the places of Narrow.

// A NarrowPlace is read at an exact offset of an object, in fewer bytes than an address has.
type NarrowPlace struct {
	Obj       ObjID
	Off, Size uint64
}

// strays says which cells a load does not read in the executions of AnalyseBeside; nil: it reads all.
func (x *Result) strays(off absint.Congruence, size uint64) func(memCell) bool {
	ptr := uint64(x.prog.PtrWidth / 8)
	if _, exact := off.Exact(); !x.beside || !exact || size >= ptr {
		return nil
	}
	return func(c memCell) bool {
		_, exact := c.off.Exact()
		return !exact && c.size == ptr
	}
}

// Narrow lists what the loads of a program read of which strays leaves something out.
func (x *Result) Narrow() []NarrowPlace {
	var list []NarrowPlace
	seen := map[NarrowPlace]bool{}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Load)
			if !ok {
				continue
			}
			size := uint64(x.prog.Regs[op.Dst].Sort.Width() / 8)
			for _, r := range x.Of(op.Addr).Refs {
				if n, exact := r.Off.Exact(); exact && x.strays(r.Off, size) != nil {
					p := NarrowPlace{r.Obj, uint64(n), size}
					if !seen[p] {
						seen[p] = true
						list = append(list, p)
					}
				}
			}
		}
	}
	return list
}

// Strays reports whether a store may put an address at a place of which Narrow tells, and through which
// reference.
func (x *Result) Strays(op cfa.Store, p NarrowPlace) (Ref, bool) {
	ptr := uint64(x.prog.PtrWidth / 8)
	if uint64(x.prog.Terms.Sort(op.Value).Width()/8) != ptr {
		return Ref{}, false
	}
	if v := x.Of(op.Value); len(v.Refs) == 0 && !v.Unknown {
		return Ref{}, false
	}
	for _, r := range x.Of(op.Addr).Refs {
		if _, exact := r.Off.Exact(); r.Obj == p.Obj && !exact &&
			r.Off.Overlaps(ptr, absint.Exactly(int64(p.Off)), p.Size) {
			return r, true
		}
	}
	return Ref{}, false
}
