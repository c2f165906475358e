package cfa

import (
	"fmt"
	"strings"
)

// Path names the n bytes at offset off of an object of some size with this layout, as it is written after
// the name of the object: ".items[3]", "+2"; and returns the layout of what stands there, or nil. The layout
// itself may be nil.
func (l *Layout) Path(size, off, n uint64) (string, *Layout) {
	var path strings.Builder
	if l.Several(size) {
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

// Several reports whether an object of some size holds several such things, rather than one with room after
// it.
func (l *Layout) Several(size uint64) bool {
	if l == nil || l.Size == 0 || size < 2*l.Size {
		return false
	}
	n := len(l.Fields)
	return n == 0 || !l.Fields[n-1].flexible()
}

// flexible reports whether a member is an array that takes up what room there is.
func (f *Field) flexible() bool { return f.Layout != nil && f.Layout.Elem != nil && f.Layout.Size == 0 }

// Pointee says what of an object of some size, that holds such things, an address at an offset points to:
// "[2].next". Of all that begins there it is the largest, but an element of an array and not the array.
func (l *Layout) Pointee(size, off uint64) string {
	path := ""
	if l.Several(size) {
		path, off = fmt.Sprintf("[%d]", off/l.Size), off%l.Size
	}
	for l != nil {
		if l.Elem != nil && l.Elem.Size > 0 {
			path += fmt.Sprintf("[%d]", off/l.Elem.Size)
			off, l = off%l.Elem.Size, l.Elem
			continue
		}
		f := l.fieldAt(off, 1)
		if off == 0 || f == nil {
			break
		}
		if f.Name != "" {
			path += "." + f.Name
		}
		off, l = off-f.Offset, f.Layout
	}
	if off > 0 {
		path += fmt.Sprintf("+%d", off)
	}
	return path
}

// fieldAt picks the member that an access is about: of those that contain it,
// the smallest, since the members of a union overlap, or a flexible array at the end.
func (l *Layout) fieldAt(off, n uint64) *Field {
	var best *Field
	for i := range l.Fields {
		f := &l.Fields[i]
		if f.flexible() && off >= f.Offset && best == nil {
			best = f
			continue
		}
		if f.Layout == nil || off < f.Offset || off+n > f.Offset+f.Layout.Size {
			continue
		}
		if best == nil || f.Layout.Size < best.Layout.Size {
			best = f
		}
	}
	return best
}
