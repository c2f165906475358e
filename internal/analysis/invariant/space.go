package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// space is the address space: the abstract objects, and which values are addresses in them.
type space struct {
	prog     *cfa.Program
	out      *outcome
	byRegion map[uint64]int32 // the static objects
	statics  int              // how many
	objs     []*object
}

// object is an abstract object: a static object, or what one allocation makes in one context of calls.
type object struct {
	static *cfa.Object
	site   *cfa.Edge // that makes it; nil: it is static
	kind   cfa.AllocKind
	zero   bool
	// freed: the end of its life is not followed. ended: what leads to it from elsewhere may lead to an
	// instance of which the life has ended while only one thread saw it; what that held is not known any
	// more. left: there may be such instances.
	freed, ended, left bool
	// sized: least and most are the bounds of the size that is allocated.
	sized       bool
	least, most uint64
	readers     []reader
}

// address turns numbers that lie in the region of one static object into
// addresses in it: a number is an address wherever it comes from.
func (x *space) address(a value) value {
	if !a.some || a.width != x.prog.PtrWidth || a.num.Lo > a.num.Hi {
		return a
	}
	region := x.prog.RegionOf(a.num.Lo)
	if region == 0 || region != x.prog.RegionOf(a.num.Hi) {
		return a
	}
	o, ok := x.byRegion[region]
	if !ok {
		return a
	}
	in := ref{obj: o, off: a.num.Add(absint.Single(a.width, -x.objs[o].static.Addr))}
	return value{width: a.width, refs: mergeRefs(a.refs, []ref{in}, absint.Strided.Join)}
}

// addresses returns the addresses of a reference as numbers.
func (x *space) addresses(r ref) absint.Strided {
	w := x.prog.PtrWidth
	if o := x.objs[r.obj].static; o != nil {
		return r.off.Add(absint.Single(w, o.Addr))
	}
	// Dynamic objects lie after the static ones; the offset leads over no end of the region.
	if r.off.Lo <= r.off.Hi && r.off.Hi < 1<<(x.prog.OffsetBits-1) {
		return absint.Plain(absint.Span(w, x.prog.HeapBase, absint.Mask(w)))
	}
	return absint.Everything(w)
}

// numbers returns the value as numbers.
func (x *space) numbers(a value) absint.Strided {
	out, some := a.num, a.some
	for _, r := range a.refs {
		n := x.addresses(r)
		if some {
			n = out.Join(n)
		}
		out, some = n, true
	}
	return out
}

// resized cuts or zero-extends a value to the width of a sort.
func (x *space) resized(a value, width int) value {
	if a.width != width {
		x.out.concretely(a)
	}
	switch {
	case a.width == width:
		return a
	case a.empty():
		return value{width: width}
	case width > 64 || width == 0 || a.width > 64 || a.width == 0:
		return topOf(width)
	case width < a.width:
		return numberOf(x.numbers(a).Low(width))
	}
	return x.address(numberOf(x.numbers(a).ZeroExt(width - a.width)))
}

// foreign returns what the value is for other threads: none of its objects is
// the one that they have made last.
func (x *space) foreign(a value) value {
	return a.mapRefs(func(r ref) ref {
		r.old = r.old || x.objs[r.obj].static == nil
		return r
	})
}

// sameObject reports whether two references are to the same instance of an object.
func (x *space) sameObject(a, b ref) bool {
	return a.obj == b.obj && (x.objs[a.obj].static != nil || !a.old && !b.old)
}

// initialOf is what a place of n bytes of a static object holds at the start.
func (x *space) initialOf(o *cfa.Object, off uint64, n int) value {
	width := 8 * n
	if o.Undefined || width > 64 {
		return topOf(width)
	}
	var v uint64
	for i := range n {
		v |= uint64(x.initialByte(o, off+uint64(i))) << (8 * i)
	}
	return x.address(numberOf(absint.Single(width, v)))
}

func (x *space) initialByte(o *cfa.Object, off uint64) byte {
	i, ok := slices.BinarySearchFunc(o.Init, off, func(in cfa.Init,
		off uint64) int {
		return cmp.Compare(in.Offset, off)
	})
	if !ok {
		i--
	}
	if i < 0 {
		return 0
	}
	in := o.Init[i]
	d := off - in.Offset
	if d >= uint64(x.prog.Terms.Sort(in.Value).Width()/8) {
		return 0
	}
	if v, ok := x.prog.Terms.ConstUint64(in.Value); ok && d < 8 {
		return byte(v >> (8 * d))
	}
	big := x.prog.Terms.ConstBig(in.Value)
	var b byte
	for k := range 8 {
		b |= byte(big.Bit(int(8*d)+k)) << k
	}
	return b
}

// addAddress adds numbers to addresses; a sum of two addresses is a number.
func (x *space) addAddress(a, b value) value {
	if len(b.refs) > 0 && len(a.refs) > 0 {
		x.out.concretely(a)
		return numberOf(x.numbers(a).Add(x.numbers(b)))
	}
	if len(b.refs) > 0 {
		a, b = b, a
	}
	out := a.mapRefs(func(r ref) ref {
		r.off = r.off.Add(b.num)
		return r
	})
	if a.some {
		out.num = a.num.Add(b.num)
		return x.address(out)
	}
	return out
}

func (x *space) subAddress(a, b value) value {
	switch {
	case len(b.refs) == 0:
		return x.addAddress(a, numberOf(b.num.Neg()))
	case len(a.refs) == 1 && len(b.refs) == 1 && !a.some && !b.some && x.sameObject(a.refs[0], b.refs[0]):
		return x.address(numberOf(a.refs[0].off.Add(b.refs[0].off.Neg())))
	}
	x.out.concretely(a, b)
	return x.address(numberOf(x.numbers(a).Add(x.numbers(b).Neg())))
}

func (x *space) compareAddress(op term.Op, a, b value) value {
	if len(a.refs) == 1 && len(b.refs) == 1 && !a.some && !b.some && x.sameObject(a.refs[0], b.refs[0]) {
		// An order of offsets is one of addresses only without wrapping around.
		p, q := a.refs[0].off, b.refs[0].off
		limit := uint64(1) << (x.prog.OffsetBits - 1)
		if p.Lo <= p.Hi && q.Lo <= q.Hi && p.Hi < limit && q.Hi < limit {
			return numberOf(absint.Apply(op, 1, 0, p, q))
		}
	}
	x.out.compared(op, a, b)
	return numberOf(absint.Apply(op, 1, 0, x.numbers(a), x.numbers(b)))
}

// staysIn reports whether a reference leads to no other object than its own.
func (x *space) staysIn(r ref) bool {
	if x.objs[r.obj].static == nil {
		return r.off.Lo <= r.off.Hi && r.off.Hi < 1<<(x.prog.OffsetBits-1)
	}
	n, region := x.addresses(r), x.prog.RegionOf(x.objs[r.obj].static.Addr)
	return n.Lo <= n.Hi && x.prog.RegionOf(n.Lo) == region && x.prog.RegionOf(n.Hi) == region
}

// ends notes what is not followed of the lives of an object's instances.
func (x *space) ends(o *object, freed, ended bool) {
	if x.out.checking && (freed && !o.freed || ended && !o.ended) {
		x.out.giveUp("an object ends that was taken to live on")
	}
	o.freed, o.ended = o.freed || freed, o.ended || ended
}
