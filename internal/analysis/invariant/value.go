package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/absint"
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

// ref are the addresses in one object of an invariant: of the instance that the thread has made last or, with
// old set, of any other instance and of those that the thread got to know through shared memory.
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
