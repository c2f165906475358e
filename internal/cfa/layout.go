package cfa

import (
	"fmt"
	"strings"
)

// Path names the n bytes at offset off of an object of some size with this layout, as it is written behind the name of
// the object: ".items[3]", "+2"; and returns the layout of what stands there, or nil. The layout itself may be nil.
func (l *Layout) Path(size, off, n uint64) (string, *Layout) {
	var path strings.Builder
	if l != nil && l.Size > 0 && size >= 2*l.Size {
		// Several of them, as malloc(n * sizeof(T)) makes.
		fmt.Fprintf(&path, "[%d]", off/l.Size)
		off %= l.Size
	}
	for l != nil && (l.Elem != nil || len(l.Fields) > 0) {
		if l.Elem != nil {
			if l.Elem.Size == 0 || l.Elem.Size < n {
				break
			}
			fmt.Fprintf(&path, "[%d]", off/l.Elem.Size)
			off, l = off%l.Elem.Size, l.Elem
			continue
		}
		f := l.fieldAt(off, n)
		if f == nil {
			break
		}
		if f.Name != "" {
			path.WriteString("." + f.Name)
		}
		off, l = off-f.Offset, f.Layout
	}
	if off > 0 {
		fmt.Fprintf(&path, "+%d", off)
		l = nil
	}
	return path.String(), l
}

// fieldAt picks the member that an access is about: of those that contain it,
// the smallest, since the members of a union overlap.
func (l *Layout) fieldAt(off, n uint64) *Field {
	var best *Field
	for i := range l.Fields {
		f := &l.Fields[i]
		if f.Layout == nil || off < f.Offset || off+n > f.Offset+f.Layout.Size {
			continue
		}
		if best == nil || f.Layout.Size < best.Layout.Size {
			best = f
		}
	}
	return best
}
