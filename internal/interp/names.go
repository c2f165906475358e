package interp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// names says what objects, values and positions are called in the words of the source.
type names struct {
	prog *cfa.Program
	mem  *memory.Memory
	// made names the objects of the heap by what they are used for; nil: the execution is not recorded.
	made *madeNames
}

// object names an object: "queue", "node#3".
func (n *names) object(o *memory.Object) string {
	if o.Static >= 0 {
		return n.prog.Objects[o.Static].Name
	}
	if o.Kind == cfa.Stack && o.Op.Name != "" {
		return o.Op.Name
	}
	if made, ok := n.made.find(o); ok {
		return made.name
	}
	return fmt.Sprintf("%s#%d", allocName(o.Op), o.Number)
}

// layout describes an object after the header that the library keeps for itself, of so many bytes.
func (n *names) layout(o *memory.Object) (l *cfa.Layout, header uint64) {
	if o.Static >= 0 {
		return n.prog.Objects[o.Static].Layout, 0
	}
	header = min(o.Op.Header, o.Size)
	if made, ok := n.made.find(o); ok {
		return made.layout, header
	}
	return o.Op.Layout, header
}

// size is that of an object without what a pass has put after it.
func (n *names) size(o *memory.Object) uint64 {
	if o.Size < n.prog.Behind {
		return o.Size
	}
	return o.Size - n.prog.Behind
}

// part names the size bytes at offset off of an object, such as
// "queue.items[3]", and returns the layout of what stands there, or nil.
func (n *names) part(o *memory.Object, off, size uint64) (string, *cfa.Layout) {
	l, header := n.layout(o)
	if off < header {
		return trace.SizeOf + n.object(o), nil
	}
	path, l := l.Path(n.size(o)-header, off-header, size)
	return n.object(o) + path, l
}

// pointer writes an address as "&x" when it points into a live object, as "f" when it is that of a
// function, and as "" otherwise.
func (n *names) pointer(addr uint64) string {
	o := n.mem.Find(addr)
	if addr == 0 || o == nil || addr-o.Addr > o.Size {
		return ""
	}
	name := n.object(o)
	if o.Static >= 0 && n.prog.Objects[o.Static].Kind == cfa.Func {
		return name
	}
	switch l, header := n.layout(o); {
	case addr-o.Addr < header:
		name = trace.SizeOf + name
	default:
		name += l.Pointee(n.size(o)-header, addr-o.Addr-header)
	}
	return "&" + name
}

// typed is the name of a value of a type, as it is written in C or told in words: "" of what is no pointer.
func (n *names) typed(typ string, v uint64) string {
	if name := floating(typ, v); name != "" {
		return name
	}
	switch {
	case typ == "char":
		return character(byte(v))
	case !strings.HasSuffix(typ, "*") && !strings.Contains(typ, "(*") &&
		!strings.HasPrefix(typ, "pointer to "):
		return ""
	case v == 0:
		return "NULL"
	}
	return n.pointer(v)
}

// floating is a floating-point number of a type as C writes it, or nearly; "" of another type.
func floating(typ string, bits uint64) string {
	var text string
	switch typ[strings.LastIndexByte(typ, ' ')+1:] {
	case "double":
		text = strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64)
	case "float":
		text = strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	default:
		return ""
	}
	switch {
	case strings.HasSuffix(text, "Inf"):
		return strings.Replace(strings.TrimPrefix(text, "+"), "Inf", "INFINITY", 1)
	case text == "NaN":
		return "NAN"
	case strings.Trim(text, "-0123456789") == "":
		return text + ".0"
	}
	return text
}

// function is the name of the function at an address, whose type need not show that it is one.
func (n *names) function(addr uint64) string {
	if o := n.mem.Find(addr); o != nil && o.Addr == addr && o.Static >= 0 &&
		n.prog.Objects[o.Static].Kind == cfa.Func {
		return n.object(o)
	}
	return ""
}

// content makes a value of memory for people; l is the layout of where it stands, or nil.
func (n *names) content(l *cfa.Layout, width int, lo, hi uint64) *trace.Value {
	v := &trace.Value{Bits: lo, High: hi, Width: width}
	switch {
	case l != nil && int(l.Size)*8 == width:
		v.Signed, v.Name = l.Signed, n.typed(l.Type, lo)
		if v.Name == "" && width == n.prog.PtrWidth {
			v.Name = n.function(lo)
		}
	case width == n.prog.PtrWidth:
		// The type is not known, or of no part with a name: what is the address of an object most likely is
		// a pointer to it.
		v.Name = n.pointer(lo)
	}
	return v
}

// register makes a value of a register for people.
func (n *names) register(r cfa.RegID, lo, hi uint64) *trace.Value {
	v := &trace.Value{Bits: lo, High: hi}
	if r != cfa.NoReg {
		reg := &n.prog.Regs[r]
		v.Width, v.Signed = reg.Sort.Width(), reg.Signed
	}
	return v
}

// assigned makes an assignment to a register for people, or nil when the
// register does not stand for a variable of the source.
func (n *names) assigned(r cfa.RegID, lo, hi uint64) *trace.Assignment {
	if r == cfa.NoReg || n.prog.Regs[r].Type == "" {
		return nil
	}
	reg, v := &n.prog.Regs[r], *n.register(r, lo, hi)
	v.Name = n.typed(reg.Type, lo)
	return &trace.Assignment{Name: reg.Name, Type: reg.Type, Value: v}
}

// position prints a position.
func (n *names) position(p source.Pos) string {
	if n.prog.Files == nil {
		return "-"
	}
	return n.prog.Files.Format(p)
}

// line returns the trimmed source line at p, or "".
func (n *names) line(p source.Pos) string {
	if n.prog.Files == nil {
		return ""
	}
	line, _ := n.prog.Files.Line(p)
	return strings.TrimSpace(line)
}

// character writes a value of type char as C does, if it is one that people read; else it is empty.
func character(c byte) string {
	switch {
	case c == '\n':
		return `'\n'`
	case c == '\t':
		return `'\t'`
	case c == '\'' || c == '\\':
		return `'\` + string(rune(c)) + `'`
	case c >= ' ' && c < 0x7f:
		return "'" + string(rune(c)) + "'"
	}
	return ""
}
