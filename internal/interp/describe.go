package interp

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// objectName names an object for people: "queue", "malloc#3".
func (m *Machine) objectName(o *object) string {
	if o.static >= 0 {
		return m.code.prog.Objects[o.static].Name
	}
	name := o.op.Name
	switch {
	case o.kind == cfa.Stack && name != "":
		return name
	case name == "":
		name = "heap object "
	}
	return fmt.Sprintf("%s#%d", name, o.number)
}

func (m *Machine) layout(o *object) *cfa.Layout {
	if o.static >= 0 {
		return m.code.prog.Objects[o.static].Layout
	}
	return o.op.Layout
}

// nameAt names the size bytes at offset off of an object, such as
// "queue.items[3]", and returns the layout of what stands there, or nil.
func (m *Machine) nameAt(o *object, off, size uint64) (string, *cfa.Layout) {
	path, l := m.layout(o).Path(o.size, off, size)
	return m.objectName(o) + path, l
}

// pointerName writes an address as "&x" when it points into a live object
// or to a function, and as "" otherwise.
func (m *Machine) pointerName(addr uint64) string {
	o := m.mem.find(addr)
	if addr == 0 || o == nil || addr-o.addr > o.size {
		return ""
	}
	if o.static >= 0 && m.code.prog.Objects[o.static].Kind == cfa.Func {
		return m.objectName(o)
	}
	name := m.objectName(o) + m.layout(o).Pointee(o.size, addr-o.addr)
	if !o.live {
		name += " (dead)"
	}
	return "&" + name
}

// isPointer tells whether a type, as it is written in C or told in words, is that of pointers.
func isPointer(typ string) bool {
	return strings.HasSuffix(typ, "*") || strings.Contains(typ, "(*") || strings.HasPrefix(typ, "pointer to ")
}

// shown makes a value of memory for people.
func (m *Machine) shown(l *cfa.Layout, width int, lo, hi uint64) *trace.Value {
	v := &trace.Value{Bits: lo, High: hi, Width: width}
	if l != nil && int(l.Size)*8 == width {
		v.Signed = l.Signed
		if isPointer(l.Type) {
			v.Name = m.pointerName(lo)
		}
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
		v.Name = m.pointerName(lo)
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
