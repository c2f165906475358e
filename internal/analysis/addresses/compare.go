package addresses

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// page is the size of the stretches at both ends of the address space where no object lies, whatever the
// layout.
const page = 4096

// sum is a sum: of an address and a number, or of two values of which either may be the address.
func (w *rewriter) sum(t, a, b term.Term) result {
	x, y := w.rewrite(a), w.rewrite(b)
	switch {
	case x.k == piece || y.k == piece:
		return result{w.again(t, w.blur(a, x), w.blur(b, y)), plain}
	case x.k == pointer && y.k == pointer:
		h := w.input(w.s.Sort(t), "the sum of addresses", x.t, y.t)
		both := w.s.And(w.leads(x.t, w.pts.Of(a)), w.leads(y.t, w.pts.Of(b)))
		return result{w.s.Ite(both, h, w.again(t, x.t, y.t)), pointer}
	}
	return result{w.again(t, x.t, y.t), max(x.k, y.k)}
}

// difference is that of an address and a number, or of two addresses.
func (w *rewriter) difference(t, a, b term.Term) result {
	x, y := w.rewrite(a), w.rewrite(b)
	va, vb := w.pts.Of(a), w.pts.Of(b)
	switch {
	case x.k == piece || y.k == piece || y.k == pointer && x.k == plain:
		return result{w.again(t, w.blur(a, x), w.blur(b, y)), plain}
	case y.k == plain:
		return result{w.again(t, x.t, y.t), x.k}
	case w.oneObject(va, vb) && !va.HasNum && !va.Unknown && !vb.HasNum && !vb.Unknown:
		return result{w.again(t, x.t, y.t), plain}
	}
	d := w.again(t, x.t, y.t)
	if va.HasNum || va.Unknown {
		h := w.input(w.s.Sort(t), "the number of an address, "+w.names(vb), x.t, y.t)
		d = w.s.Ite(w.s.And(w.s.Not(w.isObject(x.t, va)), w.leads(y.t, vb)), h, d)
	}
	if !w.oneObject(va, vb) {
		h := w.input(w.s.Sort(t), "the difference of addresses of "+w.both(va, vb), x.t, y.t)
		d = w.s.Ite(w.s.And(w.leads(y.t, vb), w.apart(x.t, y.t)), h, d)
	}
	if vb.HasNum || vb.Unknown {
		return result{d, pointer}
	}
	return result{d, plain}
}

// less is the order of two values.
func (w *rewriter) less(t, a, b term.Term, signed bool) term.Term {
	x, y := w.rewrite(a), w.rewrite(b)
	if x.k == piece || y.k == piece {
		return w.again(t, w.blur(a, x), w.blur(b, y))
	}
	r := w.again(t, x.t, y.t)
	if x.k == plain && y.k == plain {
		return r
	}
	va, vb := w.pts.Of(a), w.pts.Of(b)
	inX, inY := w.isObject(x.t, va), w.isObject(y.t, vb)
	depends := w.s.False()
	if x.k == pointer && y.k == pointer && !w.oneObject(va, vb) {
		depends = w.s.And(w.leads(x.t, va), w.leads(y.t, vb), w.apart(x.t, y.t))
		if !signed && w.inOrder(va, vb) {
			// What is past an object may be where another one is.
			in := w.s.And(w.isInside(x.t, va), w.isInside(y.t, vb))
			r = w.s.Ite(w.s.And(depends, in), w.s.BVUlt(w.rank(x.t, va), w.rank(y.t, vb)), r)
			depends = w.s.And(depends, w.s.Not(in))
		}
	}
	number := func(n result, v pointsto.Value, inN, inOther term.Term) {
		switch {
		case n.k == plain:
		case v.HasNum || v.Unknown:
			inOther = w.s.And(inOther, w.s.Not(inN))
		default:
			return
		}
		if !signed { // else it is open, too, which addresses are negative
			inOther = w.s.And(inOther, w.address(n.t))
		}
		depends = w.s.Or(depends, inOther)
	}
	if y.k == pointer {
		number(x, va, inX, inY)
	}
	if x.k == pointer {
		number(y, vb, inY, inX)
	}
	if w.s.IsFalse(depends) {
		return r
	}
	return w.s.Ite(depends, w.input(term.Bool, "the order of addresses of "+w.both(va, vb)), r)
}

// leads is the condition that a value was made of the address of an object, whether or not it is still in it.
// Where it may be a number that is not known, only addresses in their objects are told from these.
func (w *rewriter) leads(t term.Term, v pointsto.Value) term.Term {
	n, exact := v.Num.Exact()
	switch {
	case v.Unknown || v.HasNum && (!exact || n <= -page || n >= page):
		return w.isObject(t, v)
	case v.HasNum: // as where a pointer may be null
		return w.s.Not(w.s.Eq(t, w.prog.Ptr(uint64(n))))
	}
	return w.s.True()
}

// address is the condition that a plain number may be the address of an object.
func (w *rewriter) address(t term.Term) term.Term {
	last := w.s.BVNeg(w.prog.Ptr(page))
	return w.s.And(w.s.Not(w.s.BVUlt(t, w.prog.Ptr(page))), w.s.BVUlt(t, last))
}

// equal is the equality of two values.
func (w *rewriter) equal(t, a, b term.Term) term.Term {
	x, y := w.rewrite(a), w.rewrite(b)
	if x.k == piece || y.k == piece {
		return w.again(t, w.blur(a, x), w.blur(b, y))
	}
	if y.k == pointer && x.k == plain {
		a, b, x, y = b, a, y, x
	}
	r := w.s.Eq(x.t, y.t)
	va, vb := w.pts.Of(a), w.pts.Of(b)
	switch {
	case x.k == plain:
		return r
	case y.k == plain:
		depends := w.s.And(w.leads(x.t, va), w.address(y.t))
		if w.s.IsFalse(depends) {
			return r
		}
		return w.s.Ite(depends, w.input(term.Bool, "whether a number is the address of "+w.names(va)), r)
	}
	apart := w.s.And(w.leads(x.t, va), w.leads(y.t, vb), w.apart(x.t, y.t))
	if out := w.s.Or(w.movedOut(x.t, va), w.movedOut(y.t, vb)); !w.s.IsFalse(out) {
		h := w.input(term.Bool,
			"whether addresses that are moved out of their objects are equal, of "+w.both(va, vb))
		r = w.s.Or(r, w.s.And(apart, out, h))
	}
	if w.mayTouch(va, vb) {
		// One points to the start of its object, and the other one may point after the end of its own.
		end := w.s.Or(w.s.And(w.s.Eq(w.offset(x.t), w.place(0)), w.atEnd(y.t, vb)),
			w.s.And(w.s.Eq(w.offset(y.t), w.place(0)), w.atEnd(x.t, va)))
		h := w.input(term.Bool, "whether one of "+w.both(va, vb)+" begins where another ends")
		r = w.s.Or(r, w.s.And(apart, end, h))
	}
	if w.mayShare(va, vb) {
		r = w.s.Or(r, w.s.And(apart, w.input(term.Bool, "whether literals share their bytes")))
	}
	if followed, possible := w.stale(va, vb); possible {
		again := cfa.Havoc{Gone: []term.Term{x.t, y.t}, Stale: followed,
			What: "whether an object has the address of one that is gone, of " + w.both(va, vb)}
		r = w.s.Or(r, w.s.And(apart, w.take(term.Bool, again)))
	}
	return r
}

// movedOut is the condition that an address, one of those of v, lies in front of its object or further past
// it than at its end. That is not asked of places that are not followed in objects whose size is not known.
func (w *rewriter) movedOut(t term.Term, v pointsto.Value) term.Term {
	var any []term.Term
	for _, r := range v.Refs {
		size, known := w.sizeOf(r)
		off, exact := r.Off.Exact()
		if !known || exact && off >= 0 && uint64(off) <= size {
			continue
		}
		any = append(any, w.s.And(w.mayBeOf(t, r), w.s.BVUlt(w.place(size), w.offset(t))))
	}
	return w.s.Or(any...)
}

// atEnd is the condition that an address, one of those of v, may point just after its object. Where the size
// is not known it is that it does not point to the start.
func (w *rewriter) atEnd(t term.Term, v pointsto.Value) term.Term {
	var any []term.Term
	for _, r := range v.Refs {
		if !w.mayEnd(r) {
			continue
		}
		end := w.s.Not(w.s.Eq(w.offset(t), w.place(0)))
		if size, known := w.sizeOf(r); known {
			end = w.s.Eq(w.offset(t), w.place(size))
		}
		any = append(any, w.s.And(w.mayBeOf(t, r), end))
	}
	return w.s.Or(any...)
}

// mayBeOf is the condition that an address belongs to the object of a reference, as far as its region says.
func (w *rewriter) mayBeOf(t term.Term, r pointsto.Ref) term.Term {
	if o := w.pts.Objects[r.Obj].Static; o != nil {
		return w.s.Eq(w.region(t), w.region(w.prog.Ptr(o.Addr)))
	}
	return w.s.Not(w.s.BVUlt(t, w.prog.Ptr(w.prog.HeapBase)))
}

// offset is how far an address is past the start of its object, and place such a number.
func (w *rewriter) offset(t term.Term) term.Term {
	n := w.prog.OffsetBits
	return w.s.BVSub(w.s.Extract(n-1, 0, t), w.s.BV(n, 1<<(n-2)))
}

func (w *rewriter) place(n uint64) term.Term { return w.s.BV(w.prog.OffsetBits, n) }

// sizeOf is the size of the object of a reference, if it is constant.
func (w *rewriter) sizeOf(r pointsto.Ref) (uint64, bool) {
	o := w.pts.Objects[r.Obj]
	if o.Static != nil {
		return o.Static.Size, true
	}
	op, ok := o.Alloc()
	if !ok {
		return 0, false
	}
	return w.orig.Terms.ConstUint64(op.Size)
}

func (w *rewriter) both(a, b pointsto.Value) string {
	x, y := w.names(a), w.names(b)
	switch {
	case x == "" || y == "":
		return x + y + " and a number"
	case x == y:
		return x
	}
	return x + " and " + y
}

// mayTouch reports whether one value may point after the end of its object and the other one to the start of
// another.
func (w *rewriter) mayTouch(a, b pointsto.Value) bool {
	for _, p := range a.Refs {
		for _, q := range b.Refs {
			if p.Obj == q.Obj &&
				w.oneObject(pointsto.Value{Refs: []pointsto.Ref{p}},
					pointsto.Value{Refs: []pointsto.Ref{q}}) {
				continue
			}
			if w.mayEnd(p) && mayStart(q) || w.mayEnd(q) && mayStart(p) {
				return true
			}
		}
	}
	return false
}

func mayStart(r pointsto.Ref) bool {
	n, exact := r.Off.Exact()
	return !exact || n == 0
}

// mayEnd reports whether a reference may point after the end of its object.
func (w *rewriter) mayEnd(r pointsto.Ref) bool {
	n, exact := r.Off.Exact()
	if w.pts.Objects[r.Obj].IsFunc() {
		return false
	}
	size, known := w.sizeOf(r)
	if !known {
		return !exact || n != 0
	}
	if exact {
		return n == int64(size)
	}
	return r.Off.Overlaps(1, absint.Congruence{Rem: int64(size)}, 1)
}

// mayShare reports whether the values may point to different literals, whose bytes may be the same.
func (w *rewriter) mayShare(a, b pointsto.Value) bool {
	for _, p := range a.Refs {
		for _, q := range b.Refs {
			if p.Obj != q.Obj && w.isLiteral(p) && w.isLiteral(q) {
				return true
			}
		}
	}
	return false
}

func (w *rewriter) isLiteral(r pointsto.Ref) bool {
	o := w.pts.Objects[r.Obj].Static
	return o != nil && o.Kind == cfa.ConstData
}
