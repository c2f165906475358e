package c

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/layout"
)

// member is a member of a struct or union. Bit-fields have bits > 0 (or are
// unnamed with zero width) and start bitOff bits after the byte off.
type member struct {
	name     string
	off      uint64
	ty       cc.Type
	isBit    bool
	bitOff   int // from the begin of the struct
	bits     int
	atomic   bool
	flexible bool
}

// layoutCache answers questions about sizes and members, remembering answers.
type layoutCache struct {
	lay     *layout.Layout
	members map[cc.Type][]member
	views   map[cc.Type]*cfa.Layout
}

func newLayoutCache(l *lowerer) *layoutCache {
	lay := layout.New(l.cfg.DataModel)
	for _, u := range l.units {
		lay.AddUnit(u.ast, u.pack)
	}
	return &layoutCache{lay: lay, members: map[cc.Type][]member{}, views: map[cc.Type]*cfa.Layout{}}
}

// sizeOf is the size of a type in bytes; ok is false for incomplete types.
func (c *layoutCache) sizeOf(t cc.Type) (n uint64, ok bool) {
	n, err := c.lay.Sizeof(t)
	return n, err == nil
}

// alignOf is the alignment of a type in bytes.
func (c *layoutCache) alignOf(t cc.Type) uint64 {
	n, err := c.lay.Alignof(t)
	if err != nil {
		return 1
	}
	return max(n, 1)
}

// membersOf lists the members of a struct or union in order.
func (c *layoutCache) membersOf(t cc.Type) []member {
	if m, ok := c.members[t]; ok {
		return m
	}
	fields, err := c.lay.Fields(t)
	if err != nil {
		return nil
	}
	out := make([]member, 0, len(fields))
	for _, f := range fields {
		m := member{name: f.Name, off: f.Offset, ty: f.Type}
		if f.Member != nil {
			m.flexible = f.Member.IsFlexibleArrayMember()
			if d := f.Member.Declarator(); d != nil {
				m.atomic = declOrder(d) != cfa.Plain
			}
		}
		if f.IsBitField {
			m.isBit = true
			m.bits = int(f.BitWidth)
			m.bitOff = int(8*f.Offset) + int(f.BitOffset)
		}
		out = append(out, m)
	}
	c.members[t] = out
	return out
}

// find looks a member up by name, also inside unnamed structs and unions; its
// offsets are relative to t.
func (c *layoutCache) find(t cc.Type, name string) (member, bool) {
	for _, m := range c.membersOf(t) {
		if m.name == name && name != "" {
			return m, true
		}
		if m.name == "" && (m.ty.Kind() == cc.Struct || m.ty.Kind() == cc.Union) {
			if in, ok := c.find(m.ty, name); ok {
				in.off += m.off
				in.bitOff += int(8 * m.off)
				return in, true
			}
		}
	}
	return member{}, false
}

// container says how a bit-field is accessed: the byte offset and width of
// the memory that is read and written, and where the field stands in it. It
// covers the fewest whole bytes, so that no member beside the bit-field's own
// neighbours is touched.
func (m *member) container() (off uint64, b *bitField) {
	first := m.bitOff / 8
	last := (m.bitOff + m.bits - 1) / 8
	n := last - first + 1
	return uint64(first), &bitField{off: m.bitOff - 8*first, width: m.bits, container: 8 * n,
		at: uint64(first)}
}

// layoutOf describes a type for people.
func (l *lowerer) layoutOf(t cc.Type) *cfa.Layout {
	if v := l.lay.views[t]; v != nil {
		return v
	}
	size, _ := l.lay.sizeOf(t)
	v := &cfa.Layout{Type: typeName(t), Size: size}
	l.lay.views[t] = v
	switch x := t.(type) {
	case *cc.ArrayType:
		if !x.Elem().IsIncomplete() {
			v.Elem, v.Len = l.layoutOf(x.Elem()), uint64(max(x.Len(), 0))
		}
	case *cc.StructType, *cc.UnionType:
		for _, m := range l.lay.membersOf(t) {
			v.Fields = append(v.Fields, cfa.Field{Name: m.name, Offset: m.off, Layout: l.layoutOf(m.ty)})
		}
	default:
		if of, ok := l.lanesOf(t); ok {
			v.Elem, v.Len = l.layoutOf(of.elem), uint64(of.n)
			break
		}
		v.Signed = l.scalarOf(t).signed
	}
	return v
}

// typeName prints a type as C does, as far as that is readable.
func typeName(t cc.Type) string {
	if n := t.Typedef(); n != nil && n.Name() != "" {
		return n.Name()
	}
	switch x := t.(type) {
	case *cc.PointerType:
		if x.Elem().Kind() == cc.Function {
			return "function *"
		}
		s := typeName(x.Elem())
		if strings.HasSuffix(s, "*") {
			return s + "*"
		}
		return s + " *"
	case *cc.ArrayType:
		return typeName(x.Elem()) + " []"
	case *cc.StructType:
		if tag := tagName(x.Tag()); tag != "" {
			return "struct " + tag
		}
		return "struct"
	case *cc.UnionType:
		if tag := tagName(x.Tag()); tag != "" {
			return "union " + tag
		}
		return "union"
	case *cc.EnumType:
		if tag := tagName(x.Tag()); tag != "" {
			return "enum " + tag
		}
		return "enum"
	case *cc.FunctionType:
		return "function"
	}
	return t.Kind().String()
}

func tagName(t cc.Token) string { return t.SrcStr() }
