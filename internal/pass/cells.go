package pass

import (
	"cmp"
	"context"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
)

// Cells divides memory into cells. Accesses that may touch common bytes belong to one class; a class has one
// cell size, such that each access of the class covers whole cells and nothing else. Where all accesses agree
// in size and alignment a cell is the scalar they access; else it is their common refinement, down to single
// bytes, and one access is several cells of one step.
type Cells struct {
	// Classes are the classes, in the order of their first access.
	Classes []Class
	// ByEdge gives the class of each Load and Store edge of a procedure that a thread may enter.
	ByEdge map[*cfa.Edge]int
	// ByObject gives the classes that lie in each abstract object, ascending;
	// an object may have several, for fields that are never mixed.
	ByObject [][]int
}

// Class is a set of places that accesses of one class may touch.
type Class struct {
	// Size is the number of bytes of a cell, a power of two; Align is the residue of the first byte of its
	// cells modulo Size, the same in each object, counted from the start of the object.
	Size, Align uint64
	// Edges are the accesses; Objects the abstract objects they may touch.
	Edges   []*cfa.Edge
	Objects []pointsto.ObjID
	// Unknown says that an access may go through an unknown address. Such
	// accesses make one class of everything.
	Unknown bool
}

// place is what one access may touch.
type place struct {
	edge *cfa.Edge
	addr pointsto.Value
	size uint64
}

// CutCells divides the memory of a program. It stops with ctx's error.
func CutCells(ctx context.Context, p *cfa.Program, pts *pointsto.Result) (*Cells, error) {
	var places []place
	used := cfa.NewCallGraph(p, pts.Callees).Reach(p.Entry, true)
	for i, proc := range p.Procs {
		if !used[i] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, e := range proc.Edges {
			if a, ok := step.BytesOf(p, e.Op); ok {
				places = append(places, place{e, pts.Of(a.Addr), a.Size})
			}
		}
	}
	classOf := joinPlaces(places, len(pts.Objects))
	c := &Cells{ByEdge: make(map[*cfa.Edge]int), ByObject: make([][]int, len(pts.Objects))}
	number := make(map[int]int)
	members := make(map[int][]place)
	for i, pl := range places {
		root := classOf.find(i)
		n, ok := number[root]
		if !ok {
			n = len(c.Classes)
			number[root] = n
			c.Classes = append(c.Classes, Class{})
		}
		cl := &c.Classes[n]
		cl.Edges = append(cl.Edges, pl.edge)
		cl.Unknown = cl.Unknown || pl.addr.Unknown
		for _, r := range pl.addr.Refs {
			cl.Objects = append(cl.Objects, r.Obj)
		}
		members[n] = append(members[n], pl)
		c.ByEdge[pl.edge] = n
	}
	for n := range c.Classes {
		cl := &c.Classes[n]
		slices.Sort(cl.Objects)
		cl.Objects = slices.Compact(cl.Objects)
		cl.Size, cl.Align = refine(members[n])
		for _, o := range cl.Objects {
			c.ByObject[o] = append(c.ByObject[o], n)
		}
	}
	return c, nil
}

// joinPlaces puts accesses that may touch a common byte into one class. Within an object the accesses are
// first gathered by their offsets and sizes, so that the many accesses of one field are compared once.
func joinPlaces(places []place, objects int) *unionFind {
	u := newUnionFind(len(places))
	type spot struct {
		off  absint.Congruence
		size uint64
		who  int
	}
	spots := make([][]spot, objects)
	unknown := -1
	for i, pl := range places {
		if pl.addr.Unknown {
			if unknown >= 0 {
				u.union(unknown, i)
			}
			unknown = i
		}
	next:
		for _, r := range pl.addr.Refs {
			for _, s := range spots[r.Obj] {
				if s.off == r.Off && s.size == pl.size {
					u.union(s.who, i)
					continue next
				}
			}
			spots[r.Obj] = append(spots[r.Obj], spot{r.Off, pl.size, i})
		}
	}
	for _, list := range spots {
		for i, a := range list {
			if unknown >= 0 {
				u.union(unknown, a.who)
			}
			for _, b := range list[:i] {
				if a.off.Overlaps(a.size, b.off, b.size) {
					u.union(a.who, b.who)
				}
			}
		}
	}
	return u
}

// refine returns the largest power of two that divides the sizes of the
// accesses and the distances of their offsets, and the residue of the offsets.
func refine(members []place) (size, align uint64) {
	size = 16 // the widest scalar
	first, some := int64(0), false
	for _, pl := range members {
		size = min(size, pl.size&-pl.size)
		if pl.addr.Unknown {
			size = 1
		}
		for _, r := range pl.addr.Refs {
			if r.Off.Mod != 0 {
				size = min(size, r.Off.Mod&-r.Off.Mod)
			}
			if !some {
				first, some = r.Off.Rem, true
			}
			if d := uint64(r.Off.Rem - first); d != 0 {
				size = min(size, d&-d)
			}
		}
	}
	return size, uint64(first) & (size - 1)
}

// unionFind is a partition of 0..n-1.
type unionFind struct{ up []int }

func newUnionFind(n int) *unionFind {
	u := &unionFind{up: make([]int, n)}
	for i := range u.up {
		u.up[i] = i
	}
	return u
}

func (u *unionFind) find(i int) int {
	for u.up[i] != i {
		u.up[i] = u.up[u.up[i]]
		i = u.up[i]
	}
	return i
}

// union keeps the smaller number as the representative.
func (u *unionFind) union(i, j int) {
	i, j = u.find(i), u.find(j)
	switch cmp.Compare(i, j) {
	case -1:
		u.up[j] = i
	case 1:
		u.up[i] = j
	}
}
