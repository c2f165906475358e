package interp

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// objectName names an object for people: "queue", "node#3".
func (m *Machine) objectName(o *object) string {
	if o.static >= 0 {
		return m.code.prog.Objects[o.static].Name
	}
	if o.kind == cfa.Stack && o.op.Name != "" {
		return o.op.Name
	}
	if m.rec != nil {
		if made, ok := m.rec.made[o.key]; ok {
			return made.name
		}
	}
	return fmt.Sprintf("%s#%d", allocName(o.op), o.number)
}

// layout describes an object behind the bytes that the library keeps for itself; there are so many of these.
func (m *Machine) layout(o *object) (l *cfa.Layout, header uint64) {
	if o.static >= 0 {
		return m.code.prog.Objects[o.static].Layout, 0
	}
	header = min(o.op.Header, o.size)
	if m.rec != nil {
		if made, ok := m.rec.made[o.key]; ok {
			return made.layout, header
		}
	}
	return o.op.Layout, header
}

// nameAt names the size bytes at offset off of an object, such as
// "queue.items[3]", and returns the layout of what stands there, or nil.
func (m *Machine) nameAt(o *object, off, size uint64) (string, *cfa.Layout) {
	l, header := m.layout(o)
	if off < header {
		return trace.SizeOf + m.objectName(o), nil
	}
	path, l := l.Path(o.size-header, off-header, size)
	return m.objectName(o) + path, l
}

// pointerName writes an address as "&x" when it points into a live object, as "f" when it is that of a
// function, and as "" otherwise.
func (m *Machine) pointerName(addr uint64) string {
	o := m.mem.find(addr)
	if addr == 0 || o == nil || addr-o.addr > o.size {
		return ""
	}
	name := m.objectName(o)
	if o.static >= 0 && m.code.prog.Objects[o.static].Kind == cfa.Func {
		return name
	}
	switch l, header := m.layout(o); {
	case addr-o.addr < header:
		name = trace.SizeOf + name
	default:
		name += l.Pointee(o.size-header, addr-o.addr-header)
	}
	if !o.live {
		name += " (dead)"
	}
	return "&" + name
}

// pointerValue is pointerName for what certainly is a pointer.
func (m *Machine) pointerValue(addr uint64) string {
	if addr == 0 {
		return "NULL"
	}
	return m.pointerName(addr)
}

// isPointer tells whether a type, as it is written in C or told in words, is that of pointers.
func isPointer(typ string) bool {
	return strings.HasSuffix(typ, "*") || strings.Contains(typ, "(*") || strings.HasPrefix(typ, "pointer to ")
}

// shown makes a value of memory for people.
func (m *Machine) shown(l *cfa.Layout, width int, lo, hi uint64) *trace.Value {
	v := &trace.Value{Bits: lo, High: hi, Width: width}
	switch {
	case l != nil && int(l.Size)*8 == width:
		v.Signed = l.Signed
		if isPointer(l.Type) {
			v.Name = m.pointerValue(lo)
		}
	case l == nil && width == m.code.prog.PtrWidth:
		// The type is not known: what is the address of an object most likely is a pointer to it.
		v.Name = m.pointerName(lo)
	}
	return v
}

// assigned makes an assignment to a register for people, or nil when the
// register does not stand for a variable of the source.
func (m *Machine) assigned(r cfa.RegID, lo, hi uint64) *trace.Assignment {
	if r == cfa.NoReg {
		return nil
	}
	reg := &m.code.prog.Regs[r]
	if reg.Type == "" {
		return nil
	}
	v := trace.Value{Bits: lo, High: hi, Width: reg.Sort.Width(), Signed: reg.Signed}
	if isPointer(reg.Type) {
		v.Name = m.pointerValue(lo)
	}
	return &trace.Assignment{Name: reg.Name, Type: reg.Type, Value: v}
}

// position prints a position.
func (m *Machine) position(p source.Pos) string {
	if m.code.prog.Files == nil {
		return "-"
	}
	return m.code.prog.Files.Format(p)
}

// sourceLine returns the trimmed source line at p, or "".
func (m *Machine) sourceLine(p source.Pos) string {
	if m.code.prog.Files == nil {
		return ""
	}
	line, _ := m.code.prog.Files.Line(p)
	return strings.TrimSpace(line)
}
