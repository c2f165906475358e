package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/trace"
)

// index names a place outside of an object as that of an element which its array does not have: "index 3 of
// m.e[3]"; it is empty where the object is, or ends in, no array. off is that of the place and end the size
// of
// the object, both without what the library keeps in front.
func (n *names) index(o *memory.Object, off, end int64) string {
	l, _ := n.layout(o)
	name := n.object(o)
	if l == nil || off >= 0 && off < end {
		return ""
	}
	if !l.Several(uint64(end)) && l.Elem == nil && len(l.Fields) > 0 {
		f := &l.Fields[len(l.Fields)-1]
		if off < 0 || f.Layout == nil {
			return ""
		}
		name, l = name+"."+f.Name, f.Layout
		off, end = off-int64(f.Offset), end-int64(f.Offset)
		if l.Size > 0 {
			end = min(end, int64(l.Size))
		}
	}
	size := int64(l.Size)
	if l.Elem != nil {
		size = int64(l.Elem.Size)
		if l.Elem.Elem != nil {
			return "" // which of the indices is wrong is not known
		}
	}
	if size <= 0 || end < size || l.Elem == nil && end == size {
		return ""
	}
	i := off / size
	if off%size < 0 {
		i--
	}
	return fmt.Sprintf("index %d of %s[%d]", i, name, end/size)
}

// told are the moments in the lives of objects for people; some may be nil.
func (n *names) told(objects []*memory.Object) []trace.Life {
	var out []trace.Life
	add := func(o *memory.Object, role string, at moment) {
		if at.where == "" {
			return
		}
		_, header := n.layout(o)
		out = append(out, trace.Life{Role: role, Object: n.object(o), Size: o.Size - header,
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
			if o.Kind == cfa.Heap {
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
