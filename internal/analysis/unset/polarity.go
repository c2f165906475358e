package unset

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Memory begins with zeros, and only a small object is worth a store for each of its words where it begins.
// So the bits of the shadow of a large object say what they have to say by being set: that bits of a large
// array of the heap have been written, that those of a large static array have become undefined. Objects that
// one access may lead to are alike.

// polarities says which objects are alike, and what a bit of their shadows means that is set.
type polarities struct {
	parent []pointsto.ObjID
	// undefined is set for those, by the first of those that are alike, where such a bit is undefined.
	undefined []bool
}

func (q *polarities) first(o pointsto.ObjID) pointsto.ObjID {
	for q.parent[o] != o {
		q.parent[o] = q.parent[q.parent[o]]
		o = q.parent[o]
	}
	return o
}

// findPolarities chooses them for the objects that have a shadow.
func (x *instrumenter) findPolarities() {
	n := len(x.pts.Objects)
	x.polarity = polarities{make([]pointsto.ObjID, n), make([]bool, n)}
	q := &x.polarity
	for i := range q.parent {
		q.parent[i] = pointsto.ObjID(i)
	}
	x.eachShadowAccess(func(addr term.Term) {
		v := x.pts.Of(addr)
		for _, r := range v.Refs {
			q.parent[q.first(r.Obj)] = q.first(v.Refs[0].Obj)
		}
		if v.Unknown { // it may lead to any object
			for i := range q.parent {
				if o := pointsto.ObjID(i); !x.pts.Objects[o].IsFunc() {
					x.shaded[o] = true
					q.parent[q.first(o)] = q.first(0)
				}
			}
		}
	})
	full, empty := make([]bool, n), make([]bool, n) // where a large object begins so
	for i := range q.parent {
		o := pointsto.ObjID(i)
		if !x.shaded[o] || x.isSmall(o) {
			continue
		}
		if a, ok := x.pts.Objects[o].Alloc(); ok && !written(a) {
			empty[q.first(o)] = true
		} else {
			full[q.first(o)] = true
		}
	}
	for i := range q.parent {
		q.undefined[i] = full[i] && !empty[i]
	}
	for i, o := range x.p.Objects {
		x.missing = x.missing || o.Kind != cfa.Func && !x.hasShadow(pointsto.ObjID(i), o)
	}
}

// eachShadowAccess yields the addresses of loads and stores that need the shadow of what they access.
func (x *instrumenter) eachShadowAccess(yield func(addr term.Term)) {
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Load:
				if x.loads[e] {
					yield(op.Addr)
				}
			case cfa.Store:
				if x.touches(op.Addr) {
					yield(op.Addr)
				}
			}
		}
	}
}

// isSmall reports whether each word of an object's shadow can be set where the object begins.
func (x *instrumenter) isSmall(id pointsto.ObjID) bool {
	o := x.pts.Objects[id]
	if o.Static != nil {
		return o.Static.Size <= maxShadow
	}
	size, ok := x.sizes[o.Site]
	return ok && size >= 0 && size <= maxShadow
}

// setMeansUndefined says what a bit means that is set in the shadow of an object.
func (x *instrumenter) setMeansUndefined(o pointsto.ObjID) bool {
	return x.polarity.undefined[x.polarity.first(o)]
}

// asStored is the shadow of a value as it is kept in memory, and the other way round.
func (x *instrumenter) asStored(addr, shadow term.Term) term.Term {
	o := pointsto.ObjID(0) // as all others, if it is not known which
	if refs := x.pts.Of(addr).Refs; len(refs) > 0 {
		o = refs[0].Obj
	}
	if x.setMeansUndefined(o) {
		return shadow
	}
	return x.p.Terms.BVNot(shadow)
}

// follows reports whether the shadow of what an address leads to can be found.
func (x *instrumenter) follows(addr term.Term) bool {
	v := x.pts.Of(addr)
	if v.Unknown {
		return !x.missing
	}
	for _, r := range v.Refs {
		s := x.pts.Objects[r.Obj].Static
		if s != nil && (s.Kind == cfa.Func || !x.hasShadow(r.Obj, s)) {
			return false
		}
	}
	return true
}

// hasShadow reports whether a static object can have a shadow.
func (x *instrumenter) hasShadow(id pointsto.ObjID, o *cfa.Object) bool {
	return o.Size <= x.distance() && (x.isSmall(id) || x.setMeansUndefined(id))
}

// staticShadows gives static objects shadows.
func (x *instrumenter) staticShadows() {
	for i, o := range x.p.Objects {
		id := pointsto.ObjID(i)
		if !x.shaded[id] || o.Kind == cfa.Func || !x.hasShadow(id, o) {
			continue
		}
		c := *o
		if !x.setMeansUndefined(id) {
			for at := uint64(0); at < o.Size; at += 8 {
				n := int(8 * min(o.Size-at, 8))
				c.Init = append(c.Init[:len(c.Init):len(c.Init)], cfa.Init{Offset: x.distance() + at,
					Value: x.p.Terms.BVNot(x.p.Terms.BV(n, 0))})
			}
		}
		c.Size = x.distance() + o.Size
		x.p.Objects[i] = &c
	}
}

// alloc gives an object a shadow. All of it begins with zeros: what is undefined decides nothing, so that its
// value does not matter.
func (x *instrumenter) alloc(old, e *cfa.Edge, op cfa.Alloc) {
	id, ok := x.pts.Site(old)
	if !ok || !x.shaded[id] {
		return
	}
	ts := x.p.Terms
	full, inverted := written(op), x.setMeansUndefined(id)
	set := full != inverted
	fill := set || full && !op.Zero // the environment gives the object its content, with the shadow
	if fill && !x.isSmall(id) || op.Partial || op.From != "" {
		x.refuse(e, "a large object with a content, beside memory that may be uninitialised")
		return
	}
	size := op.Size
	large := ts.BVUlt(x.p.Ptr(x.distance()), size)
	op.Size = ts.Ite(large, x.p.Ptr(x.p.MaxObject()+1), ts.BVAdd(size, x.p.Ptr(x.distance())))
	op.Zero = op.Zero || !full
	e.Op = op
	if !fill {
		return
	}
	n := uint64(x.sizes[old])
	x.atomically(e, func(g *gap) {
		for at := uint64(0); at < n; at += 8 {
			word := ts.BV(int(8*min(n-at, 8)), 0)
			if set {
				word = ts.BVNot(word)
			}
			x.add(g, cfa.Store{Addr: x.p.PtrAdd(x.p.Sym(op.Dst), x.p.Ptr(x.distance()+at)), Value: word,
				Order: cfa.Relaxed}, e.Pos)
		}
	})
}
