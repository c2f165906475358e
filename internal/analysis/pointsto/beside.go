package pointsto

import (
	"cmp"
	"context"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Pointers in an array and numbers beside it.
//
// A store of an address at an index that is not followed may, as far as this analysis knows, reach every
// other member of the structure around the array. So these may hold parts of addresses, or be addresses. A
// load at such an index may find numbers there, two of which are an address; and one in an array of
// characters may find parts of the pointers after it. Beside leaves all of that out, and Avoids says what an
// access must not meet for that. Where an array begins is the place from which an index moves a pointer
// (Ref.start), and that is all that is guessed: what is guessed wrongly is found by the checks.

// An Area is what an access must not meet: bytes of the object to which a reference of its address leads.
type Area struct {
	Ref       Ref
	Off, Size uint64 // Size is Rest for all bytes from Off on
	Every     uint64 // not 0: and as many bytes at all multiples from Off on, in both directions
}

// Rest is the size of an area without an end.
const Rest = ^uint64(0)

// sides says how loads are told apart from stores beside them.
type sides struct {
	looked  func(cfa.RegID) bool // what depends on the number in a register that was loaded
	numbers map[placeID]bool     // places as wide as an address that hold numbers
	objects []sidesOf            // by object; made when the first access asks
}

type placeID struct {
	obj ObjID
	off int64
}

// sidesOf lists, of an object, what is accessed otherwise than its neighbours.
type sidesOf struct {
	read   []Area    // numbers that are read at exact offsets
	parts  []Area    // parts of addresses, and addresses, that are written at exact offsets
	loads  []indexed // from which numbers are read at an index
	stores []indexed // into which addresses are written
}

// indexed is what is accessed at an index.
type indexed struct {
	start start
	off   absint.Congruence
	size  uint64
}

// byElement says that a number that is read at an index and an address that is written at one are told apart
// within the structures of an array: each has its place there.
func (load indexed) byElement(store start) bool {
	return load.off.Mod > maxScalar && load.start.known && store.known &&
		(store.every > 0 || absint.Distance(load.start.at, store.at) < load.off.Mod)
}

// byStart says that they are told apart by where the arrays begin.
func (load indexed) byStart(store start) bool {
	a, b := load.start, store
	return a.known && b.known && a.every == 0 && b.every == 0 && a.at != b.at && !load.byElement(store)
}

// Beside analyses the same program again, in the executions in which each access keeps away from its Avoids.
// Of what loads put into registers for which looked is false nothing depends on the number if it is a part
// of an address.
func (x *Result) Beside(ctx context.Context, looked func(cfa.RegID) bool) (*Result, error) {
	return newPointsTo(ctx, x.prog, x.regs, &sides{looked: looked, numbers: x.computed()})
}

// computed finds the places as wide as an address where the result of arithmetic is stored.
func (x *Result) computed() map[placeID]bool {
	places := map[placeID]bool{}
	t := x.prog.Terms
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Store)
			if !ok || t.Sort(op.Value).Width() != x.prog.PtrWidth {
				continue
			}
			switch t.Op(op.Value) {
			case term.OpSymbol, term.OpConst, term.OpIte:
				continue
			}
			if !x.Of(op.Value).HasNum {
				continue
			}
			for _, r := range x.Of(op.Addr).Refs {
				for _, n := range r.exactly() {
					places[placeID{r.Obj, n}] = true
				}
			}
		}
	}
	return places
}

// strays says which cells a load does not read in the executions of Beside; nil: it reads all.
func (x *Result) strays(op cfa.Load, r Ref, off absint.Congruence) func(memCell) bool {
	ptr, size := uint64(x.prog.PtrWidth/8), uint64(x.prog.Regs[op.Dst].Sort.Width()/8)
	n, exact := off.Exact()
	switch {
	case x.sides == nil || size > ptr:
		return nil
	case exact && (size < ptr || x.sides.numbers[placeID{r.Obj, n}]):
		return func(c memCell) bool {
			_, exact := c.off.Exact()
			return !exact && c.size == ptr
		}
	case !exact && size == ptr:
		return func(c memCell) bool {
			_, exact := c.off.Exact()
			return exact && c.size < ptr
		}
	case !exact && x.sides.looked(op.Dst):
		return func(c memCell) bool {
			_, exact := c.off.Exact()
			load := indexed{r.start, off, size}
			return c.size == ptr && (exact || load.byElement(c.start) || load.byStart(c.start))
		}
	}
	return nil
}

// Avoids lists what an access must keep away from.
func (x *Result) Avoids(e *cfa.Edge) []Area {
	if x.sides == nil {
		return nil
	}
	if x.sides.objects == nil {
		x.sides.objects = x.besides()
	}
	ptr := uint64(x.prog.PtrWidth / 8)
	var list []Area
	avoid := func(r Ref, size uint64, areas []Area) {
		for _, a := range areas {
			if r.Off.Overlaps(size, absint.Exactly(int64(a.Off)), a.Size) {
				a.Ref = r
				list = append(list, a)
			}
		}
	}
	// keep has a reference on its side of where two arrays begin.
	keep := func(r Ref, other start) {
		if r.start.at < other.at {
			list = append(list, Area{Ref: r, Off: uint64(other.at), Size: Rest})
		} else {
			list = append(list, Area{Ref: r, Size: uint64(r.start.at)})
		}
	}
	switch op := e.Op.(type) {
	case cfa.Store:
		v := x.Of(op.Value)
		if x.prog.Terms.Sort(op.Value).Width() != int(8*ptr) || len(v.Refs) == 0 && !v.Unknown {
			return nil
		}
		for _, r := range x.inexact(op.Addr) {
			avoid(r, ptr, x.sides.objects[r.Obj].read)
			for _, load := range x.sides.objects[r.Obj].loads {
				switch {
				case load.byElement(r.start):
					list = append(list, Area{r, uint64(load.off.Rem), load.size, load.off.Mod})
				case load.byStart(r.start):
					keep(r, load.start)
				}
			}
		}
	case cfa.Load:
		size := uint64(x.prog.Regs[op.Dst].Sort.Width() / 8)
		if size > ptr || size < ptr && !x.sides.looked(op.Dst) {
			return nil
		}
		for _, r := range x.inexact(op.Addr) {
			var areas []Area
			for _, a := range x.sides.objects[r.Obj].parts {
				if (size == ptr) == (a.Size < ptr) {
					areas = append(areas, a)
				}
			}
			avoid(r, size, areas)
			for _, store := range x.sides.objects[r.Obj].stores {
				if load := (indexed{r.start, r.Off, size}); size < ptr && load.byStart(store.start) {
					keep(r, store.start)
				}
			}
		}
	}
	slices.SortFunc(list, compareAreas)
	return slices.CompactFunc(list, func(a, b Area) bool { return compareAreas(a, b) == 0 })
}

func compareAreas(a, b Area) int {
	return cmp.Or(cmp.Compare(a.Ref.Obj, b.Ref.Obj), cmp.Compare(a.Off, b.Off), cmp.Compare(a.Size, b.Size),
		cmp.Compare(a.Every, b.Every))
}

// inexact lists the references of an address that are not followed.
func (x *Result) inexact(addr term.Term) []Ref {
	var list []Ref
	for _, r := range x.Of(addr).Refs {
		if len(r.exactly()) == 0 {
			list = append(list, r)
		}
	}
	return list
}

// besides finds what the accesses of Avoids have beside them.
func (x *Result) besides() []sidesOf {
	ptr := uint64(x.prog.PtrWidth / 8)
	list := make([]sidesOf, len(x.Objects))
	areas := map[Area]bool{}
	area := func(to *[]Area, o ObjID, off int64, size uint64) {
		id := Area{Ref{Obj: o}, uint64(off), size, 0}
		if off >= 0 && !areas[id] {
			areas[id] = true
			*to = append(*to, Area{Off: uint64(off), Size: size})
		}
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Load)
			if !ok {
				continue
			}
			size := uint64(x.prog.Regs[op.Dst].Sort.Width() / 8)
			for _, r := range x.Of(op.Addr).Refs {
				o := &list[r.Obj]
				for _, n := range r.exactly() {
					if size < ptr || size == ptr && x.sides.numbers[placeID{r.Obj, n}] {
						area(&o.read, r.Obj, n, size)
					}
				}
				load := indexed{r.start, r.Off, size}
				if len(r.exactly()) == 0 && size < ptr && r.start.known && x.sides.looked(op.Dst) &&
					!slices.Contains(o.loads, load) {
					o.loads = append(o.loads, load)
				}
			}
		}
	}
	clear(areas)
	for i, m := range x.memory {
		for _, c := range m.cells {
			n, exact := c.off.Exact()
			switch {
			case exact && c.size <= ptr:
				area(&list[i].parts, ObjID(i), n, c.size)
			case !exact && c.size == ptr && c.start.known:
				list[i].stores = append(list[i].stores, indexed{c.start, c.off, ptr})
			}
		}
	}
	return list
}
