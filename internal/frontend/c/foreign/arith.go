package foreign

import (
	"fmt"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// operators are the binary operators by what C writes.
var operators = map[string]value.Operator{"+": value.OpAdd, "-": value.OpSub, "*": value.OpMul,
	"/": value.OpDiv, "%": value.OpRem, "<<": value.OpShl, ">>": value.OpShr, "&": value.OpAnd,
	"^": value.OpXor, "|": value.OpOr, "<": value.OpLt, "<=": value.OpLe, "==": value.OpEq}

// integer is a type of at least some bits; nil: there is none.
func (b *Body) integer(bits int, signed bool) cc.Type {
	t := b.f.Types
	choose := func(s, u cc.Type) cc.Type {
		if signed {
			return s
		}
		return u
	}
	switch {
	case bits <= 32:
		return choose(t.Int, t.Uint)
	case bits <= 64:
		return choose(t.Llong, t.Ullong)
	}
	return nil
}

// Integers applies an operator to integers as C does with a signed type or an unsigned one: with what is
// undefined about it.
func (b *Body) Integers(op string, x, y term.Term, signed bool) term.Term {
	ts := b.f.Ts
	bits := ts.Sort(x).Width()
	t := b.integer(bits, signed)
	if t == nil {
		b.f.Flow.Unsupported(fmt.Sprintf("arithmetic on integers of %d bits", bits))
		return x
	}
	width := b.f.Types.Scalar(t).Width
	v := func(t1 term.Term) value.Value {
		return value.Value{Term: b.f.Values.Resize(t1, bits, width, signed), Type: t}
	}
	r := b.f.Arith.Operate(nil, operators[op], v(x), v(y))
	return ts.Extract(bits-1, 0, r.Term)
}

func (b *Body) floating(bits int) cc.Type {
	if bits == 32 {
		return b.f.Types.Float
	}
	return b.f.Types.Double
}

// Floats applies an operator to numbers of type float or double. The result of a comparison has one bit.
func (b *Body) Floats(op string, x, y term.Term) term.Term {
	t := b.floating(b.f.Ts.Sort(x).Width())
	r := b.f.Arith.Operate(nil, operators[op], value.Value{Term: x, Type: t}, value.Value{Term: y, Type: t})
	if r.Cond != term.None {
		return b.f.Ts.Ite(r.Cond, b.f.Ts.BV(1, 1), b.f.Ts.BV(1, 0))
	}
	return r.Term
}

// Convert converts a number to another type: float and double, and integers of 8, 16, 32 or 64 bits.
func (b *Body) Convert(x term.Term, fromFloat, toFloat, signed bool, bits int) term.Term {
	typ := func(bits int, float bool) cc.Type {
		if float {
			return b.floating(bits)
		}
		return b.integer(bits, signed)
	}
	width := b.f.Ts.Sort(x).Width()
	from, to := typ(width, fromFloat), typ(bits, toFloat)
	if from == nil || to == nil {
		b.f.Flow.Unsupported("a conversion of floating-point numbers and wide integers")
		return b.f.Values.Zero(bits)
	}
	if s := b.f.Types.Scalar(from); s.Class == repr.Integer {
		x = b.f.Values.Resize(x, width, s.Width, signed)
	}
	r := b.f.Arith.Convert(value.Value{Term: x, Type: from}, to).Term
	return b.f.Ts.Extract(bits-1, 0, r)
}
