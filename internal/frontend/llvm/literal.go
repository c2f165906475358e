package llvm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// literal is a constant argument as C writes it.
func (l *lowerer) literal(m *ir.Module, v ir.Value) (string, bool) {
	switch v.Kind {
	case ir.ConstInt:
		if v.X != nil || v.Type.Kind != ir.Int || v.Type.Bits > 64 {
			return "", false
		}
		if v.Type.Bits == 32 {
			return fmt.Sprintf("(int)%dU", v.N), true
		}
		if v.Type.Bits == 64 {
			return fmt.Sprintf("(long long)%dULL", v.N), true
		}
		t, _ := carrier(v.Type, m.Layout.PointerBits())
		return fmt.Sprintf("(%s)%dU", t, v.N), v.Type.Bits <= 32
	case ir.ConstFloat:
		return floatLiteral(v)
	case ir.Null:
		return "(void *)0", v.Type.Kind == ir.Pointer
	case ir.Expr:
		// The address of the first byte, as LLVM 14 writes it.
		if v.X.Op == ir.BitCast && len(v.X.Elems) == 1 {
			return l.literal(m, v.X.Elems[0])
		}
		if v.X.Op == ir.GetElementPtr {
			for _, e := range v.X.Elems[1:] {
				if e.Kind != ir.ConstInt || e.N != 0 {
					return "", false
				}
			}
			return l.literal(m, v.X.Elems[0])
		}
	case ir.Global:
		s := l.lookup(m, v.X.Name)
		if s == nil {
			return "", false
		}
		if s.fn != nil {
			return s.shadow, s.shadow != ""
		}
		if s.isText() {
			return quote(trimZero(s.v.Init.X.Name)), true
		}
	}
	return "", false
}

// isText reports whether a variable is a string literal of the source. Its object is that of the literal in
// the shadow: what a function finds in it may be compared with its address.
func (s *symbol) isText() bool {
	g := s.v
	return g != nil && g.Constant && g.Linkage == ir.Private && g.Init.Kind == ir.Bytes &&
		strings.HasSuffix(g.Init.X.Name, "\x00") && strings.Count(g.Init.X.Name, "\x00") == 1
}

// floatLiteral is a constant number as C writes it; there is none for what is no number.
func floatLiteral(v ir.Value) (string, bool) {
	x, suffix, bits := math.Float64frombits(v.N), "", 64
	switch v.Type.Kind {
	case ir.Float:
		x, suffix, bits = float64(math.Float32frombits(uint32(v.N))), "f", 32
	case ir.Double:
	default:
		return "", false
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "", false
	}
	return strconv.FormatFloat(x, 'x', -1, bits) + suffix, true
}

// quote writes a string literal.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '?':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			b.WriteString("\\" + fmt.Sprintf("%03s", strconv.FormatUint(uint64(c), 8)))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
