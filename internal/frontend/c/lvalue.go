package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// lvalue lowers an expression that designates an object (or a function).
func (f *fn) lvalue(n cc.ExpressionNode) value.Place {
	n = syntax.Unparen(n)
	p := f.designated(n)
	p.Node = n
	p.Relaxed, p.Disputed = f.volatility(n)
	return p
}

func (f *fn) designated(n cc.ExpressionNode) value.Place {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return f.identPlace(x)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringPlace(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return f.indexPlace(x)
		case cc.PostfixExpressionSelect:
			base := f.aggregate(x.PostfixExpression)
			return f.memberPlace(x, base.Addr, base.Type)
		case cc.PostfixExpressionPSelect:
			p := f.expr(x.PostfixExpression)
			st := repr.Elem(p.Type)
			if st == nil {
				f.flow.Unsupported("-> on " + p.Type.String())
				return f.mem.Nowhere(x.Type())
			}
			f.at(x)
			return f.memberPlace(x, p.Term, st)
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			p := f.expr(x.CastExpression)
			f.at(x)
			t := repr.Elem(p.Type)
			if t == nil {
				f.flow.Unsupported("* on " + p.Type.String())
				return f.mem.Nowhere(x.Type())
			}
			pl := f.mem.At(p.Term, t)
			pl.Order = max(pl.Order, f.atomicOrder(x.CastExpression))
			return pl
		}
	}
	// An aggregate that is no lvalue, such as a call's result, is in memory too.
	v := f.expr(n)
	if v.Addr != term.None {
		return f.mem.At(v.Addr, v.Type)
	}
	f.flow.Unsupported("the address of this expression")
	return f.mem.Nowhere(v.Type)
}

// aggregate lowers an expression of struct or union type to where it is.
func (f *fn) aggregate(n cc.ExpressionNode) value.Place {
	if syntax.IsLvalue(n) {
		return f.lvalue(n)
	}
	v := f.expr(n)
	if v.Addr == term.None {
		f.flow.Unsupported("a member of this expression")
		return f.mem.Nowhere(v.Type)
	}
	return f.mem.At(v.Addr, v.Type)
}

func (f *fn) stringPlace(x *cc.PrimaryExpression) value.Place {
	b, size := f.stringBytes(x)
	o := f.stringObject(b, size)
	t := x.Type()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Undecay()
	}
	return f.mem.At(f.addrOf(o), t)
}

// stringBytes are the bytes of a string literal with its terminator, and the
// size of one character.
func (f *fn) stringBytes(x *cc.PrimaryExpression) (string, uint64) {
	if strings.HasPrefix(x.Token.SrcStr(), "u8") {
		// The parser takes the prefix for characters.
		f.flow.Unsupported("a string literal with the prefix u8")
		return "\x00", 1
	}
	if src := x.Token.SrcStr(); x.Case == cc.PrimaryExpressionLString &&
		(strings.Contains(src, `\x`) || strings.Contains(src, `\u`) || strings.Contains(src, `\U`)) {
		// The parser reads such escapes as bytes.
		f.flow.Unsupported("an escape for a character code in a wide string")
		return "\x00\x00\x00\x00", 4
	}
	switch v := x.Value().(type) {
	case cc.StringValue:
		return string(v), 1
	case cc.UTF16StringValue:
		var b []byte
		for _, c := range v {
			b = append(b, byte(c), byte(c>>8))
		}
		return string(b), 2
	case cc.UTF32StringValue:
		var b []byte
		for _, c := range v {
			b = append(b, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
		}
		return string(b), 4
	}
	f.flow.Unsupported("this string literal")
	return "\x00", 1
}

func (f *fn) indexPlace(x *cc.PostfixExpression) value.Place {
	base, index := x.PostfixExpression, x.ExpressionList
	if repr.IsVector(f.types.Of(base)) {
		return f.vectorIndex(f.aggregate(base), f.expr(index), x)
	}
	b := f.expr(base)
	i := f.expr(index)
	if !repr.IsPointer(b.Type) && repr.IsPointer(i.Type) {
		b, i = i, b
		base = index
	}
	f.at(x)
	t := repr.Elem(b.Type)
	if t == nil {
		f.flow.Unsupported("[] on " + b.Type.String())
		return f.mem.Nowhere(x.Type())
	}
	p := f.mem.At(f.arith.Offset(b.Term, f.arith.Promote(i), f.stride(t)), t)
	p.Order = max(p.Order, f.atomicOrder(base))
	return p
}

// stride is the size of what a pointer points to; void and functions count one.
func (f *fn) stride(t cc.Type) term.Term {
	if repr.IsVoid(t) || t.Kind() == cc.Function {
		return f.prog.Ptr(1)
	}
	if repr.IsVLA(t) {
		return f.vlaSize(t)
	}
	n, ok := f.types.Size(t)
	if !ok {
		f.flow.Unsupported("arithmetic on a pointer to the incomplete type " + t.String())
	}
	return f.prog.Ptr(n)
}

// memberPlace is a member of the struct or union at an address.
func (f *fn) memberPlace(x *cc.PostfixExpression, base term.Term, st cc.Type) value.Place {
	m, ok := f.types.Member(st, x.Token2.SrcStr())
	if !ok {
		f.flow.Unsupported("the member " + x.Token2.SrcStr() + " of " + repr.Name(st))
		return f.mem.Nowhere(x.Type())
	}
	return f.mem.Member(base, &m)
}

// vectorIndex is an element of a vector.
func (f *fn) vectorIndex(base value.Place, index value.Value, n cc.Node) value.Place {
	of, ok := f.types.Lanes(base.Type)
	if !ok {
		f.flow.Unsupported("[] on " + base.Type.String())
		return f.mem.Nowhere(base.Type)
	}
	f.at(n)
	p := f.mem.At(f.arith.Offset(base.Addr, f.arith.Promote(index), f.prog.Ptr(uint64(of.Size()))), of.Elem)
	p.Relaxed, p.Disputed = base.Relaxed, base.Disputed
	return p
}
