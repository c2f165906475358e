package model

import (
	"slices"
	"strings"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Access is an access to memory that a thread at a location can come to as its next step, or in the atomic
// section that is its next step, where Guard holds. Symbols that are neither shared cells nor rigid are its
// own.
type Access struct {
	From  int
	Guard term.Term
	// About is that the element which is followed is that of the access. A race need be excluded only where
	// this holds of one of its accesses.
	About term.Term
	// Addr is the address, of Size bytes, over the state before the step.
	Addr  term.Term
	Size  uint64
	Write bool
	// Plain says that it is no atomic operation and in no atomic section.
	Plain bool
	Pos   source.Pos
	may   pointsto.Value
}

// Conflict reports whether accesses of two threads may be of one place, one of them to write and one plain.
func (a *Access) Conflict(b *Access) bool {
	return (a.Write || b.Write) && (a.Plain || b.Plain) && overlap(a.may, a.Size, b.may, b.Size)
}

// overlap reports whether what two addresses may point to has a byte in common.
func overlap(a pointsto.Value, n uint64, b pointsto.Value, m uint64) bool {
	if a.Unknown || b.Unknown {
		return true
	}
	for _, x := range a.Refs {
		for _, y := range b.Refs {
			if x.Obj == y.Obj && x.Off.Overlaps(n, y.Off, m) {
				return true
			}
		}
	}
	return false
}

// Touch is the condition that two accesses share a byte; addr is the address of b, about another thread.
func (s *System) Touch(a, b *Access, addr term.Term) term.Term {
	st := s.Terms
	if st.Sort(a.Addr) != st.Sort(addr) {
		return st.True()
	}
	w := st.Sort(addr).Width()
	return st.Or(st.BVUlt(st.BVSub(a.Addr, addr), st.BV(w, b.Size)),
		st.BVUlt(st.BVSub(addr, a.Addr), st.BV(w, a.Size)))
}

// racing finds the accesses that may conflict with one of another thread, by what pointers may point to: each
// of them is a step of its own.
func (x *extractor) racing() map[*cfa.Edge]bool {
	type of struct {
		edge     *cfa.Edge
		template int
		Access
	}
	var all []of
	for i, w := range x.walkers {
		for _, e := range w.proc.Edges {
			if addr, size := x.access(e.Op); addr != term.None && !x.threads.Alone(w.proc.ID, e.From) {
				_, write := e.Op.(cfa.Store)
				all = append(all, of{e, i, Access{Write: write, Plain: plain(e.Op), Size: size,
					may: x.sharedTargets(addr)}})
			}
		}
	}
	out := map[*cfa.Edge]bool{}
	for k := range all {
		for j := range all[:k+1] {
			a, b := &all[k], &all[j]
			if (a.template != b.template || !x.walkers[a.template].single) && a.Conflict(&b.Access) {
				out[a.edge], out[b.edge] = true, true
			}
		}
	}
	return out
}

// plain reports whether an access is no atomic operation. One of which that is disputed counts as plain.
func plain(op cfa.Op) bool {
	switch op := op.(type) {
	case cfa.Load:
		return op.Order == cfa.Plain || op.Disputed
	case cfa.Store:
		return op.Order == cfa.Plain || op.Disputed
	}
	return false
}

// sharedTargets is what an address may point to, without the objects that threads keep to themselves.
func (x *extractor) sharedTargets(addr term.Term) pointsto.Value {
	v := x.pts.Of(addr)
	out := v
	out.Refs = nil
	for _, r := range v.Refs {
		if o := x.sites.byObj[r.Obj]; o == nil || o.owner < 0 {
			out.Refs = append(out.Refs, r)
		}
	}
	return out
}

// touches notes an access of a path.
func (p *path) touches(e *cfa.Edge, addr term.Term, size uint64, write bool) {
	x := p.w.x
	if !x.races[e] {
		return
	}
	p.Visible = true
	p.w.accesses = append(p.w.accesses, Access{From: p.from, Guard: p.Cond, About: p.aboutAccess(e),
		Addr: p.Apply(addr), Size: size, Write: write, Plain: plain(e.Op) && p.Atomic == 0, Pos: e.Pos,
		may: x.sharedTargets(addr)})
}

// printsShared reports whether output may read a string that is not constant.
func (p *path) printsShared(op cfa.Print) bool {
	text, ok := p.constantString(op.Format)
	if !ok {
		return true
	}
	return slices.ContainsFunc(op.Form.Strings(text), func(i int) bool {
		if i >= len(op.Args) {
			return true
		}
		_, ok := p.constantString(op.Args[i])
		return !ok
	})
}

// constantString is the string at an address, if it can never change.
func (p *path) constantString(addr term.Term) (text string, ok bool) {
	x := p.w.x
	at, ok := x.st.ConstUint64(p.Apply(addr))
	o := x.sites.byRegion[x.prog.RegionOf(at)]
	if !ok || o == nil || o.static == nil || !o.static.ReadOnly || at < o.addr {
		return "", false
	}
	var b strings.Builder
	for off := at - o.addr; off < o.size; off++ {
		t := x.sites.initial(o, off, 1)
		if t == term.None {
			return "", false
		}
		c, _ := x.st.ConstUint64(t)
		if c == 0 {
			return b.String(), true
		}
		b.WriteByte(byte(c))
	}
	return "", false
}
