package htmlreport

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// learn remembers the structures in a layout.
func (w *opWords) learn(l *cfa.Layout, depth int) {
	if l == nil || depth > 8 {
		return
	}
	if len(l.Fields) > 0 {
		if l.Type == "" || w.layouts[l.Type] != nil {
			return
		}
		w.layouts[l.Type] = l
	}
	w.learn(l.Elem, depth+1)
	for i := range l.Fields {
		w.learn(l.Fields[i].Layout, depth+1)
	}
}

// pointee is the layout of the structure that a pointer points to, nil if it is not known.
func (w *opWords) pointee(t term.Term) *cfa.Layout {
	r, ok := w.regs[t]
	if !ok {
		return nil
	}
	if name, ok := strings.CutPrefix(w.p.Regs[r].Type, "pointer to "); ok {
		return w.layouts[name]
	}
	if load, ok := w.meaning[r].(cfa.Load); ok && w.sets[r] == 1 && w.nested < maxDepth {
		w.nested++
		defer func() { w.nested-- }()
		if _, l := w.place(load.Addr, uint64(max(w.p.Regs[r].Sort.Width()/8, 1))); l != nil {
			return w.layouts[strings.TrimSuffix(l.Type, " *")]
		}
	}
	return nil
}

// pointer returns the object of static storage that a constant points into, with its name.
func (w *opWords) pointer(addr uint64, n uint64) (string, bool) {
	if o := w.objectAround(addr); o != nil && addr >= o.Addr && addr < o.Addr+max(o.Size, 1) {
		off := addr - o.Addr
		if l := o.Layout; l != nil && l.Elem != nil && l.Elem.Size > 0 && off%l.Elem.Size == 0 {
			// the element, not what it begins with
			return fmt.Sprintf("%s[%d]", o.Name, off/l.Elem.Size), true
		}
		path, _ := o.Layout.Path(o.Size, off, n)
		return o.Name + path, true
	}
	return "", false
}

// cell names memory of some width at an address: "counter", "buffer[i]", "e->value".
func (w *opWords) cell(addr term.Term, width int) string {
	text, _ := w.place(addr, uint64(max(width/8, 1)))
	return text
}

// place names n bytes of memory, and says what they are if that is known.
func (w *opWords) place(addr term.Term, n uint64) (string, *cfa.Layout) {
	s := w.p.Terms
	if v, ok := s.ConstUint64(addr); ok {
		if o := w.objectAround(v); o != nil && v >= o.Addr && v < o.Addr+max(o.Size, 1) {
			path, l := o.Layout.Path(o.Size, v-o.Addr, n)
			return o.Name + path, l
		}
		return fmt.Sprintf("*%#x", v), nil
	}
	var parts []term.Term
	w.sum(addr, &parts)
	base, offset, rest := "", uint64(0), []term.Term{}
	var layout *cfa.Layout
	var size uint64
	for _, t := range parts {
		if v, ok := s.ConstUint64(t); ok {
			if base == "" {
				if o := w.objectAround(v); o != nil {
					base, layout, size = o.Name, o.Layout, o.Size
					offset += v - o.Addr
					continue
				}
			}
			offset += v
			continue
		}
		if r, ok := w.regs[t]; ok && base == "" {
			if a, ok := w.memory[r]; ok && w.sets[r] == 1 {
				base, layout = a.Name, a.Layout
				size, _ = s.ConstUint64(a.Size)
				continue
			}
		}
		rest = append(rest, t)
	}
	var index []string
	if base == "" && len(rest) == 1 {
		if l := w.pointee(rest[0]); l != nil && offset+n <= l.Size {
			if path, field := l.Path(l.Size, offset, n); strings.HasPrefix(path, ".") {
				return w.expr(rest[0], bindUnary) + "->" + path[1:], field
			}
		}
	}
	for _, t := range rest {
		index = append(index, w.index(t, n))
	}
	if base == "" {
		text := strings.Join(index, " + ")
		if offset == 0 {
			if len(index) > 1 {
				text = "(" + text + ")"
			}
			return "*" + text, nil
		}
		return "*(" + text + fmt.Sprintf(" + %d)", offset), nil
	}
	if len(index) == 0 {
		path, l := layout.Path(size, offset, n)
		return base + path, l
	}
	if offset != 0 {
		index = append(index, fmt.Sprintf("+%d", offset))
	}
	return base + "[" + strings.Join(index, " + ") + "]", nil
}

// index tells an offset in elements of n bytes where it is a multiple of that.
func (w *opWords) index(t term.Term, n uint64) string {
	s := w.p.Terms
	if s.Op(t) == term.OpBVMul && s.NumArgs(t) == 2 {
		if v, ok := s.ConstUint64(s.Arg(t, 1)); ok && v == n {
			return w.expr(s.Arg(t, 0), 0)
		}
	}
	if s.Op(t) == term.OpConcat && s.NumArgs(t) == 2 {
		if v, ok := s.ConstUint64(s.Arg(t, 1)); ok && v == 0 && uint64(1)<<s.Sort(s.Arg(t, 1)).Width() == n {
			return w.expr(s.Arg(t, 0), 0)
		}
	}
	return w.expr(t, 4)
}

// objectAround is the object in whose region an address lies.
func (w *opWords) objectAround(addr uint64) *cfa.Object {
	region := addr >> w.p.OffsetBits
	i, ok := slices.BinarySearchFunc(w.p.Objects, region,
		func(o *cfa.Object, r uint64) int { return cmp.Compare(o.Addr>>w.p.OffsetBits, r) })
	if !ok {
		return nil
	}
	return w.p.Objects[i]
}

// sum lists the operands of a sum.
func (w *opWords) sum(t term.Term, out *[]term.Term) {
	if s := w.p.Terms; s.Op(t) == term.OpBVAdd && len(*out) < 16 {
		for i := range s.NumArgs(t) {
			w.sum(s.Arg(t, i), out)
		}
		return
	}
	*out = append(*out, t)
}
