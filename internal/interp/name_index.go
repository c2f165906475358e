package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/trace"
)

// index names a place outside of an object as that of an element which its array does not have: "index 3 of
// m.e[3]", "index 2 of grid[2][5]"; it is empty where the object is no array, and does not begin or end with
// one. off is that of the place and end the size of the object, both without what the library keeps in front.
func (n *names) index(o *memory.Object, off, end int64) string {
	l, _ := n.layout(o)
	if l == nil || off >= 0 && off < end {
		return ""
	}
	name := n.object(o)
	if l.Several(uint64(end)) {
		return outside(name, l, off, end)
	}
	for {
		switch {
		case l.Elem != nil && (end >= 2*int64(l.Elem.Size) || l.Elem.Elem == nil && len(l.Elem.Fields) == 0):
			return outside(name, l.Elem, off, end)
		case l.Elem != nil: // of one element: that has parts
			name, l = name+"[0]", l.Elem
		case len(l.Fields) > 0:
			f := &l.Fields[0]
			if off >= 0 {
				f = &l.Fields[len(l.Fields)-1]
			}
			if f.Layout == nil || off < 0 && f.Offset > 0 {
				return ""
			}
			name, l = name+"."+f.Name, f.Layout
			off, end = off-int64(f.Offset), end-int64(f.Offset)
		default:
			return ""
		}
		if l.Size > 0 {
			end = min(end, int64(l.Size))
		}
	}
}

// outside names a place as that of an element of an array of so many bytes that it does not have.
func outside(name string, elem *cfa.Layout, off, end int64) string {
	size := int64(elem.Size)
	if size <= 0 || end < size {
		return ""
	}
	i := off / size
	if off%size < 0 {
		i--
	}
	text := fmt.Sprintf("index %d of %s[%d]", i, name, end/size)
	for elem.Elem != nil && elem.Elem.Size > 0 {
		text += fmt.Sprintf("[%d]", elem.Size/elem.Elem.Size)
		elem = elem.Elem
	}
	return text
}

// told are the moments in the lives of objects for people; some may be nil.
func (n *names) told(objects []*memory.Object) []trace.Life {
	var out []trace.Life
	add := func(o *memory.Object, role string, at moment) {
		if at.where == "" {
			return
		}
		_, header := n.layout(o)
		out = append(out, trace.Life{Role: role, Object: n.object(o), Size: n.size(o) - header,
			Thread: at.thread, Pos: at.pos, Where: at.where})
	}
	seen := map[moment]bool{}
	for _, o := range objects {
		switch {
		case o == nil:
		case o.Static >= 0:
			if x := n.prog.Objects[o.Static]; x.Pos.IsValid() && !x.ReadOnly && !x.Made {
				add(o, "declared", moment{where: n.position(x.Pos), thread: trace.NoThread, pos: x.Pos})
			}
		default:
			l := n.life(o)
			if seen[l.born] {
				continue
			}
			seen[l.born] = true
			if o.Kind.IsHeap() {
				add(o, "freed", l.died)
				add(o, "allocated", l.born)
			} else {
				add(o, "lifetime ended", l.died)
				add(o, "declared", l.born)
			}
			add(o, "lost", l.lost)
		}
	}
	return out
}
