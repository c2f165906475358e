package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// inMemory is the place of a type at an address.
func (l *lowerer) inMemory(addr term.Term, ty cc.Type) place {
	return place{ty: ty, reg: cfa.NoReg, addr: addr, order: l.types.Order(ty)}
}

// lvalue lowers an expression that designates an object (or a function).
func (f *fn) lvalue(n cc.ExpressionNode) place {
	n = syntax.Unparen(n)
	p := f.designated(n)
	p.node, p.volatile = n, f.isVolatile(n)
	return p
}

func (f *fn) designated(n cc.ExpressionNode) place {
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
			return f.memberPlace(x, base.addr, base.ty)
		case cc.PostfixExpressionPSelect:
			p := f.expr(x.PostfixExpression)
			st := repr.Elem(p.ty)
			if st == nil {
				f.flow.Unsupported("-> on " + p.ty.String())
				return f.badPlace(x.Type())
			}
			f.at(x)
			return f.memberPlace(x, p.t, st)
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			p := f.expr(x.CastExpression)
			f.at(x)
			t := repr.Elem(p.ty)
			if t == nil {
				f.flow.Unsupported("* on " + p.ty.String())
				return f.badPlace(x.Type())
			}
			pl := f.inMemory(p.t, t)
			pl.order = max(pl.order, f.atomicOrder(x.CastExpression))
			return pl
		}
	}
	// An aggregate that is no lvalue, such as a call's result, is in memory too.
	v := f.expr(n)
	if v.addr != term.None {
		return f.inMemory(v.addr, v.ty)
	}
	f.flow.Unsupported("the address of this expression")
	return f.badPlace(v.ty)
}

func (f *fn) badPlace(ty cc.Type) place { return f.inMemory(f.prog.Ptr(0), ty) }

// aggregate lowers an expression of struct or union type to where it is.
func (f *fn) aggregate(n cc.ExpressionNode) place {
	if syntax.IsLvalue(n) {
		return f.lvalue(n)
	}
	v := f.expr(n)
	if v.addr == term.None {
		f.flow.Unsupported("a member of this expression")
		return f.badPlace(v.ty)
	}
	return f.inMemory(v.addr, v.ty)
}

func (f *fn) stringPlace(x *cc.PrimaryExpression) place {
	b, size := f.stringBytes(x)
	o := f.stringObject(b, size)
	t := x.Type()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Undecay()
	}
	return f.inMemory(f.addrOf(o), t)
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

func (f *fn) indexPlace(x *cc.PostfixExpression) place {
	base, index := x.PostfixExpression, x.ExpressionList
	if repr.IsVector(f.types.Of(base)) {
		return f.vectorIndex(f.aggregate(base), f.expr(index), x)
	}
	b := f.expr(base)
	i := f.expr(index)
	if !repr.IsPointer(b.ty) && repr.IsPointer(i.ty) {
		b, i = i, b
		base = index
	}
	f.at(x)
	t := repr.Elem(b.ty)
	if t == nil {
		f.flow.Unsupported("[] on " + b.ty.String())
		return f.badPlace(x.Type())
	}
	p := f.inMemory(f.offset(b.t, f.promote(i), f.stride(t)), t)
	p.order = max(p.order, f.atomicOrder(base))
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

// offset adds index*stride to a pointer.
func (f *fn) offset(ptr term.Term, index value, stride term.Term) term.Term {
	s := f.types.Scalar(index.ty)
	i := f.resize(index.t, s.Width, f.prog.PtrWidth, s.Signed)
	return f.prog.PtrAdd(ptr, f.ts.BVMul(i, stride))
}

// memberPlace is a member of the struct or union at an address.
func (f *fn) memberPlace(x *cc.PostfixExpression, base term.Term, st cc.Type) place {
	m, ok := f.types.Member(st, x.Token2.SrcStr())
	if !ok {
		f.flow.Unsupported("the member " + x.Token2.SrcStr() + " of " + repr.Name(st))
		return f.badPlace(x.Type())
	}
	return f.placeOfMember(base, &m)
}

func (f *fn) placeOfMember(base term.Term, m *repr.Member) place {
	off, p := m.Off, f.inMemory(base, m.Type)
	if m.IsBit {
		off, p.bit = m.Container()
	}
	p.addr = f.prog.PtrAdd(base, f.prog.Ptr(off))
	if m.Atomic {
		p.order = cfa.SeqCst
	}
	return p
}
