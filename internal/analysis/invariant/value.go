package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// value is a set of values of a term: numbers, and addresses in objects. The
// zero aval is the empty set. Values are never changed in place.
type value struct {
	width int // in bits, 1 for Bool; what is wider than 64 bits is not followed
	// some says that num holds numbers; of something wider than 64 bits, any.
	some bool
	num  absint.Strided
	// refs are addresses, ascending by object, only of pointer width.
	refs []ref
}

// ref are the addresses in one object of an invariant: of the instance that
// the thread has made last or, with old set, of any other instance and of
// those that the thread got to know through shared memory.
type ref struct {
	obj int32
	old bool
	off absint.Strided // from the start of the object
}

func (r ref) before(s ref) int {
	if c := cmp.Compare(r.obj, s.obj); c != 0 {
		return c
	}
	return cmp.Compare(absint.Bit(r.old), absint.Bit(s.old))
}

// maxRefs bounds the objects that one value may point to.
const maxRefs = 24

func topOf(width int) value {
	if width > 64 || width == 0 {
		return value{width: width, some: true}
	}
	return value{width: width, some: true, num: absint.Everything(width)}
}

func numberOf(s absint.Strided) value { return value{width: s.Width, some: true, num: s} }

func (a value) empty() bool { return !a.some && len(a.refs) == 0 }

// isTop reports whether the value may be any number.
func (a value) isTop() bool { return a.some && (a.width > 64 || a.width == 0 || a.num.IsFull()) }

// isZero reports whether the value is the number 0.
func (a value) isZero() bool {
	v, ok := a.num.Const()
	return a.some && len(a.refs) == 0 && a.width <= 64 && a.width > 0 && ok && v == 0
}

func (a value) contains(b value) bool {
	if b.some && !(a.some && (a.width > 64 || a.width == 0 || a.num.Contains(b.num))) {
		return false
	}
	for _, r := range b.refs {
		i, ok := slices.BinarySearchFunc(a.refs, r, ref.before)
		if !ok || !a.refs[i].off.Contains(r.off) {
			return false
		}
	}
	return true
}

// join returns a set over both.
func (a value) join(b value) value { return a.merge(b, absint.Strided.Join) }

// widen returns a set over both for a chain that is to end.
func (a value) widen(b value, stops absint.Thresholds) value {
	return a.merge(b, func(x, y absint.Strided) absint.Strided { return x.Widen(y, stops) })
}

func (a value) merge(b value, f func(x, y absint.Strided) absint.Strided) value {
	switch {
	case a.empty():
		return b
	case b.empty() || a.contains(b):
		return a
	case a.width > 64 || a.width == 0:
		return topOf(a.width)
	}
	out := value{width: a.width, some: a.some || b.some, num: a.num}
	if b.some {
		out.num = b.num
		if a.some {
			out.num = f(a.num, b.num)
		}
	}
	out.refs = a.refs
	if len(b.refs) > 0 {
		out.refs = mergeRefs(a.refs, b.refs, f)
	}
	if len(out.refs) > maxRefs {
		return topOf(a.width)
	}
	return out
}

func mergeRefs(a, b []ref, f func(x, y absint.Strided) absint.Strided) []ref {
	out := make([]ref, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := a[0].before(b[0]); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			r := a[0]
			r.off = f(r.off, b[0].off)
			out, a, b = append(out, r), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// mapRefs returns the value with f applied to each reference.
func (a value) mapRefs(f func(ref) ref) value {
	same := true
	for _, r := range a.refs {
		same = same && f(r) == r
	}
	if same {
		return a
	}
	out := a
	out.refs = nil
	for _, r := range a.refs {
		out.refs = mergeRefs(out.refs, []ref{f(r)}, absint.Strided.Join)
	}
	return out
}

// foreign returns what the value is for other threads: none of its objects is
// the one that they have made last.
func (x *Invariant) foreign(a value) value {
	return a.mapRefs(func(r ref) ref {
		r.old = r.old || x.objs[r.obj].static == nil
		return r
	})
}

// numbers returns the value as numbers.
func (x *Invariant) numbers(a value) absint.Strided {
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

// addresses returns the addresses of a reference as numbers.
func (x *Invariant) addresses(r ref) absint.Strided {
	w := x.prog.PtrWidth
	if o := x.objs[r.obj].static; o != nil {
		return r.off.Add(absint.Single(w, o.Addr))
	}
	// Dynamic objects lie behind the static ones; the offset leads over no
	// end of the region.
	if r.off.Lo <= r.off.Hi && r.off.Hi < 1<<(x.prog.OffsetBits-1) {
		return absint.Plain(absint.Span(w, x.prog.HeapBase, absint.Mask(w)))
	}
	return absint.Everything(w)
}

// address turns numbers that lie in the region of one static object into
// addresses in it: a number is an address wherever it comes from.
func (x *Invariant) address(a value) value {
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

// resized cuts or zero-extends a value to the width of a sort.
func (x *Invariant) resized(a value, width int) value {
	if a.width != width {
		x.concretely(a)
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

// initialOf is what a place of n bytes of a static object holds at the start.
func (x *Invariant) initialOf(o *cfa.Object, off uint64, n int) value {
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

func (x *Invariant) initialByte(o *cfa.Object, off uint64) byte {
	i, ok := slices.BinarySearchFunc(o.Init, off, func(in cfa.Init, off uint64) int { return cmp.Compare(in.Offset, off) })
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
