package races

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A target is where an access may be: what pointers may point to, and bounds on the offsets that follow from
// the values of indices.
type target struct {
	pointsto.Value
	spans map[pointsto.ObjID]span // nil: not known
}

// span is from the first to the last offset, which lie apart so.
type span struct {
	first, last uint64
	steps       absint.Congruence
}

// address is where an edge may access memory. Objects to which the values of registers do not lead are left
// out. Pointers are followed in all executions without undefined behaviour, values in all.
func (l *locks) address(e *cfa.Edge, addr term.Term) target {
	t, ok := l.addr[e.ID]
	if !ok {
		t.Value = l.pts.Of(addr)
		t.spans = l.spans(e, addr)
		if t.spans != nil && !t.Unknown {
			t.Refs = slices.DeleteFunc(slices.Clone(t.Refs), func(r pointsto.Ref) bool {
				_, ok := t.spans[r.Obj]
				return !ok
			})
			for i, r := range t.Refs {
				// Pointers are told by numbers of any size: that an index is a small one is known here.
				if s := t.spans[r.Obj]; s.steps.Mod == 0 || s.steps.Mod > r.Off.Mod && r.Off.Mod != 0 {
					t.Refs[i].Off = s.steps
				}
			}
		}
		l.addr[e.ID] = t
	}
	return t
}

// spans are the bounds on where an edge accesses memory.
func (l *locks) spans(e *cfa.Edge, addr term.Term) map[pointsto.ObjID]span {
	list, ok := l.inv.TargetsAt(l.procOf[e.ID], e.From, addr)
	if !ok {
		return nil
	}
	out := map[pointsto.ObjID]span{}
	for _, t := range list {
		o := pointsto.ObjID(t.Static)
		if t.Site != nil {
			if o, ok = l.pts.Site(t.Site); !ok {
				return nil
			}
		}
		s := span{t.First, t.Last, absint.CongruentTo(t.Step, int64(t.First))}
		if old, more := out[o]; more {
			s = span{min(s.first, old.first), max(s.last, old.last), s.steps.Join(old.steps)}
		}
		out[o] = s
	}
	return out
}

// within is where in an object the access may be.
func (t target) within(o pointsto.ObjID) (off absint.Congruence, bounds span) {
	off, bounds = absint.AnyInt, span{last: ^uint64(0)}
	for _, r := range t.Refs {
		if r.Obj == o {
			off = r.Off
		}
	}
	if s, ok := t.spans[o]; ok {
		bounds = s
	}
	return off, bounds
}

// meets reports whether an access of so many bytes, 0: to whole objects, may be to a word.
func (t target) meets(size uint64, w word) bool {
	if t.Unknown {
		return true
	}
	if !slices.ContainsFunc(t.Refs, func(r pointsto.Ref) bool { return r.Obj == w.obj }) {
		return false
	}
	off, bounds := t.within(w.obj)
	return size == 0 || off.Overlaps(size, w.offset(), w.size) &&
		(!w.exact() || bounds.overlaps(size, span{first: uint64(w.off), last: uint64(w.off)}, w.size))
}

// overlaps reports whether n bytes at an offset within s and m bytes at one within r can share a byte.
func (s span) overlaps(n uint64, r span, m uint64) bool {
	return !after(s.first, r.last, m) && !after(r.first, s.last, n)
}

// after reports whether an offset is past n bytes at another one.
func after(off, other, n uint64) bool { return off >= other && off-other >= n }

// overlap reports whether two accesses to an object may share a byte.
func (t target) overlap(n uint64, u target, m uint64, o pointsto.ObjID) bool {
	a, s := t.within(o)
	b, r := u.within(o)
	return a.Overlaps(n, b, m) && s.overlaps(n, r, m)
}
