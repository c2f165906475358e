package repr

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
)

// Member is a member of a struct or union. Bit-fields have bits > 0 (or are
// unnamed with zero width) and start bitOff bits after the byte off.
type Member struct {
	Name   string
	Off    uint64
	Type   cc.Type
	IsBit  bool
	BitOff int // from the begin of the struct
	Bits   int
	// first and end are the bytes, from the begin of the struct, by which a bit-field is accessed.
	first, end int
	Atomic     bool
	Flexible   bool
}

// Size is the size of a type in bytes; ok is false for incomplete types.
func (ts *Types) Size(t cc.Type) (n uint64, ok bool) {
	n, err := ts.lay.Sizeof(t)
	return n, err == nil
}

// Align is the alignment of a type in bytes.
func (ts *Types) Align(t cc.Type) uint64 {
	n, err := ts.lay.Alignof(t)
	if err != nil {
		return 1
	}
	return max(n, 1)
}

// Members lists the members of a struct or union in order.
func (ts *Types) Members(t cc.Type) []Member {
	if m, ok := ts.members[t]; ok {
		return m
	}
	fields, err := ts.lay.Fields(t)
	if err != nil {
		return nil
	}
	out := make([]Member, 0, len(fields))
	for _, f := range fields {
		m := Member{Name: f.Name, Off: f.Offset, Type: f.Type}
		if f.Member != nil {
			m.Flexible = f.Member.IsFlexibleArrayMember()
			if d := f.Member.Declarator(); d != nil {
				m.Atomic = DeclOrder(d) != cfa.Plain
			}
		}
		if f.IsBitField {
			m.IsBit = true
			m.Bits = int(f.BitWidth)
			m.BitOff = int(8*f.Offset) + int(f.BitOffset)
			m.first, m.end = m.BitOff/8, (m.BitOff+m.Bits+7)/8
			if ts.WholeLocations {
				m.first, m.end = int(f.First), int(f.End)
			}
		}
		out = append(out, m)
	}
	ts.members[t] = out
	return out
}

// Member looks a member up by name, also inside unnamed structs and unions; its offsets are relative to t.
func (ts *Types) Member(t cc.Type, name string) (Member, bool) {
	for _, m := range ts.Members(t) {
		if m.Name == name && name != "" {
			return m, true
		}
		if m.Name == "" && (m.Type.Kind() == cc.Struct || m.Type.Kind() == cc.Union) {
			if in, ok := ts.Member(m.Type, name); ok {
				return in.Moved(m.Off), true
			}
		}
	}
	return Member{}, false
}

// Moved is the member as one of a structure in which m's own begins by bytes further on.
func (m *Member) Moved(by uint64) Member {
	c := *m
	c.Off += by
	c.BitOff += int(8 * by)
	c.first += int(by)
	c.end += int(by)
	return c
}

// Container says how a bit-field is accessed: the byte offset and width of the memory that is read and
// written, and where the field stands in it. It covers the fewest whole bytes, or all of the memory location
// (see Types.WholeLocations), so that no member beside the bit-field's own neighbours is touched.
func (m *Member) Container() (off uint64, b *BitField) {
	first, end := m.first, m.end
	var beside []Span
	if end-first > widest {
		first, end = m.BitOff/8, (m.BitOff+m.Bits+7)/8
		beside = append(spans(m.first-first, 0), spans(end-first, m.end-first)...)
	}
	return uint64(first), &BitField{Off: m.BitOff - 8*first, Width: m.Bits, Container: 8 * (end - first),
		At: uint64(first), Beside: beside}
}

// widest is the number of bytes that are read and written at once.
const widest = 16

// spans divides the bytes from one place on up to another one.
func spans(from, to int) []Span {
	var out []Span
	for ; from < to; from += widest {
		out = append(out, Span{At: from, Size: min(widest, to-from)})
	}
	return out
}

// BitField says where in its container a bit-field stands.
type BitField struct {
	Off, Width int    // bits, from the container's least significant
	Container  int    // bits, a multiple of 8
	At         uint64 // where the container stands in its structure, in bytes
	// Beside are further bytes of the same memory location, where it is too large for one access.
	Beside []Span
}

// Span is Size bytes that begin At bytes after the begin of a container.
type Span struct{ At, Size int }
