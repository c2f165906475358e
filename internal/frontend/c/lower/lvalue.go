package lower

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// lvalues finds the places that expressions designate.
type lvalues struct {
	low    *lowerer
	unit   *unit
	types  *repr.Types
	prog   *cfa.Program
	flow   *flow.Builder
	values *value.Values
	mem    *value.Memory
	arith  *value.Arith
	marks  *marker
	exprs  *expressions
	vars   *locals
	consts *constants
	inits  *initialisers
	// addressed is the operand of the & that is being lowered.
	addressed cc.ExpressionNode
}

// Lvalue lowers an expression that designates an object (or a function).
func (lv *lvalues) Lvalue(n cc.ExpressionNode) value.Place {
	n = syntax.Unparen(n)
	lv.exprs.seq.begin(n)
	p := lv.designated(n)
	lv.exprs.seq.access(n, p)
	p.Node = n
	p.Relaxed, p.Disputed = lv.volatility(n)
	return p
}

func (lv *lvalues) designated(n cc.ExpressionNode) value.Place {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return lv.identPlace(x)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return lv.stringPlace(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return lv.indexPlace(x)
		case cc.PostfixExpressionSelect:
			base := lv.aggregate(x.PostfixExpression)
			return lv.memberPlace(x, base.Addr, base.Type)
		case cc.PostfixExpressionPSelect:
			p := lv.exprs.Expr(x.PostfixExpression)
			st := repr.Elem(p.Type)
			if st == nil {
				lv.flow.Unsupported("-> on " + p.Type.String())
				return lv.mem.Nowhere(x.Type())
			}
			lv.marks.At(x)
			return lv.memberPlace(x, p.Term, st)
		case cc.PostfixExpressionComplit:
			return lv.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			if a, ok := syntax.Unparen(x.CastExpression).(*cc.UnaryExpression); ok &&
				a.Case == cc.UnaryExpressionAddrof && syntax.IsLvalue(a.CastExpression) {
				// *& is nothing (C11 6.5.3.2p3).
				if lv.addressed == n {
					lv.addressed = syntax.Unparen(a.CastExpression)
				}
				return lv.Lvalue(a.CastExpression)
			}
			p := lv.pointer(x)
			lv.marks.At(x)
			t := repr.Elem(p.Type)
			if t == nil {
				lv.flow.Unsupported("* on " + p.Type.String())
				return lv.mem.Nowhere(x.Type())
			}
			pl := lv.mem.At(p.Term, t)
			pl.Order = max(pl.Order, lv.atomicOrder(x.CastExpression))
			return pl
		}
	}
	// An aggregate that is no lvalue, such as a call's result, is in memory too.
	v := lv.exprs.Expr(n)
	if v.Addr != term.None {
		return lv.mem.At(v.Addr, v.Type)
	}
	lv.flow.Unsupported("the address of this expression")
	return lv.mem.Nowhere(v.Type)
}

// pointer is the operand of a *: *(a + i), where a is an array, is a[i], and *(a - i) is a[-i].
func (lv *lvalues) pointer(x *cc.UnaryExpression) value.Value {
	sum, ok := syntax.Unparen(x.CastExpression).(*cc.AdditiveExpression)
	if !ok || !isArray(sum.AdditiveExpression) || repr.IsPointer(lv.types.Of(sum.MultiplicativeExpression)) ||
		!lv.LooksInside() {
		return lv.exprs.Expr(x.CastExpression)
	}
	lv.exprs.seq.begin(sum)
	a := lv.exprs.Expr(sum.AdditiveExpression)
	i := lv.exprs.Expr(sum.MultiplicativeExpression)
	lv.marks.At(sum)
	if sum.Case == cc.AdditiveExpressionAdd {
		lv.checkInner(x, sum.AdditiveExpression, i)
		return lv.arith.Operate(sum, value.OpAdd, a, i)
	}
	back := lv.arith.Promote(i)
	back.Term = lv.low.Ts.BVNeg(back.Term)
	lv.checkInner(x, sum.AdditiveExpression, back)
	return lv.arith.Operate(sum, value.OpSub, a, i)
}

// aggregate lowers an expression of struct or union type to where it is.
func (lv *lvalues) aggregate(n cc.ExpressionNode) value.Place {
	if syntax.IsLvalue(n) {
		return lv.Lvalue(n)
	}
	v := lv.exprs.Expr(n)
	if v.Addr == term.None {
		lv.flow.Unsupported("a member of this expression")
		return lv.mem.Nowhere(v.Type)
	}
	return lv.mem.At(v.Addr, v.Type)
}

func (lv *lvalues) stringPlace(x *cc.PrimaryExpression) value.Place {
	b, size := lv.StringBytes(x)
	o := lv.low.StringObject(b, size)
	t := x.Type()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Undecay()
	}
	return lv.mem.At(lv.low.AddrOf(o), t)
}

// StringBytes are the bytes of a string literal with its terminator, and the size of one character.
func (lv *lvalues) StringBytes(x *cc.PrimaryExpression) (string, uint64) {
	if strings.HasPrefix(x.Token.SrcStr(), "u8") {
		// The parser takes the prefix for characters.
		lv.flow.Unsupported("a string literal with the prefix u8")
		return "\x00", 1
	}
	if src := x.Token.SrcStr(); x.Case == cc.PrimaryExpressionLString &&
		(strings.Contains(src, `\x`) || strings.Contains(src, `\u`) || strings.Contains(src, `\U`)) {
		// The parser reads such escapes as bytes.
		lv.flow.Unsupported("an escape for a character code in a wide string")
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
	lv.flow.Unsupported("this string literal")
	return "\x00", 1
}

func (lv *lvalues) indexPlace(x *cc.PostfixExpression) value.Place {
	base, index := x.PostfixExpression, x.ExpressionList
	if repr.IsVector(lv.types.Of(base)) {
		return lv.vectorIndex(lv.aggregate(base), lv.exprs.Expr(index), x)
	}
	b := lv.exprs.Expr(base)
	i := lv.exprs.Expr(index)
	if !repr.IsPointer(b.Type) && repr.IsPointer(i.Type) {
		b, i = i, b
		base = index
	}
	lv.marks.At(x)
	t := repr.Elem(b.Type)
	if t == nil {
		lv.flow.Unsupported("[] on " + b.Type.String())
		return lv.mem.Nowhere(x.Type())
	}
	lv.checkInner(x, base, i)
	p := lv.mem.At(lv.arith.Offset(b.Term, lv.arith.Promote(i), lv.vars.stride(t)), t)
	p.Order = max(p.Order, lv.atomicOrder(base))
	return p
}

// stride is the size of what a pointer points to; void and functions count one.
func (ls *locals) stride(t cc.Type) term.Term {
	if repr.IsVoid(t) || t.Kind() == cc.Function {
		return ls.prog.Ptr(1)
	}
	if repr.IsVLA(t) {
		return ls.vlaSize(t)
	}
	n, ok := ls.types.Size(t)
	if !ok {
		ls.flow.Unsupported("arithmetic on a pointer to the incomplete type " + t.String())
	}
	return ls.prog.Ptr(n)
}

// memberPlace is a member of the struct or union at an address.
func (lv *lvalues) memberPlace(x *cc.PostfixExpression, base term.Term, st cc.Type) value.Place {
	m, ok := lv.types.Member(st, x.Token2.SrcStr())
	if !ok {
		lv.flow.Unsupported("the member " + x.Token2.SrcStr() + " of " + repr.Name(st))
		return lv.mem.Nowhere(x.Type())
	}
	return lv.mem.Member(base, &m)
}

// vectorIndex is an element of a vector.
func (lv *lvalues) vectorIndex(base value.Place, index value.Value, n cc.Node) value.Place {
	of, ok := lv.types.Lanes(base.Type)
	if !ok {
		lv.flow.Unsupported("[] on " + base.Type.String())
		return lv.mem.Nowhere(base.Type)
	}
	lv.marks.At(n)
	p := lv.mem.At(lv.arith.Offset(base.Addr, lv.arith.Promote(index), lv.prog.Ptr(uint64(of.Size()))),
		of.Elem)
	p.Relaxed, p.Disputed = base.Relaxed, base.Disputed
	return p
}

// identPlace is the object or function that an identifier names.
func (lv *lvalues) identPlace(x *cc.PrimaryExpression) value.Place {
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if lo := lv.vars.Vars[d]; lo != nil {
			return lv.LocalPlace(lo, d)
		}
		if d.Name() == "__func__" || d.Name() == "__FUNCTION__" || d.Name() == "__PRETTY_FUNCTION__" {
			if lv.vars.def != nil {
				o := lv.low.StringObject(lv.vars.def.Declarator.Name()+"\x00", 1)
				return lv.mem.At(lv.low.AddrOf(o), d.Type())
			}
		}
		if d.StorageDuration() == cc.Automatic && d.Type().Kind() != cc.Function && d.LexicalScope() != nil &&
			d.LexicalScope().Parent != nil && !d.IsSynthetic() {
			// Declared, but not reached by control flow in this order: a jump over the declaration.
			lv.vars.declareEarly(d)
			if lo := lv.vars.Vars[d]; lo != nil {
				return lv.LocalPlace(lo, d)
			}
		}
		return lv.globalPlace(d)
	case *cc.Parameter:
		if d.Declarator != nil {
			if lo := lv.vars.Vars[d.Declarator]; lo != nil {
				return lv.LocalPlace(lo, d.Declarator)
			}
		}
	}
	lv.flow.Unsupported("the name " + x.Token.SrcStr())
	return lv.mem.Nowhere(x.Type())
}

// declareEarly makes a variable whose declaration has not been lowered yet.
func (ls *locals) declareEarly(d *cc.Declarator) {
	ty := d.Type()
	if repr.IsVLA(ty) {
		return
	}
	if ls.inRegister(d, ty) && ls.types.Scalar(ty).Class != repr.None {
		s := ls.types.Scalar(ty)
		ls.Vars[d] = &Local{Ty: ty, Reg: ls.flow.NewReg(d.Name(), s.Sort(), ty.String(), s.Signed),
			Addr: cfa.NoReg}
		return
	}
	ls.memory(d, ty, d.Name())
}

// LocalPlace is where a local variable lies.
func (lv *lvalues) LocalPlace(lo *Local, d *cc.Declarator) value.Place {
	p := value.Place{Type: lo.Ty, Reg: lo.Reg, Opaque: lo.opaque}
	if lo.Reg == cfa.NoReg {
		p.Addr = lv.flow.Sym(lo.Addr)
		p.Order = max(lv.types.Order(lo.Ty), repr.DeclOrder(d))
	}
	return p
}

// globalPlace is an object with linkage or a static local.
func (lv *lvalues) globalPlace(d *cc.Declarator) value.Place {
	e := lv.low.resolve(lv.unit, d)
	if e.isAbsent() {
		return lv.mem.At(lv.prog.Ptr(0), e.Typ)
	}
	if e.isFunc() || d.Type().Kind() == cc.Function {
		if !e.isFunc() {
			e.Typ = d.Type()
		}
		return lv.mem.At(lv.low.AddrOf(lv.low.Object(e)), e.Typ)
	}
	if e.ThreadLocal {
		return lv.ThreadLocalPlace(e)
	}
	o := lv.low.Object(e)
	p := lv.mem.At(lv.low.AddrOf(o), e.Typ)
	p.Order = max(p.Order, repr.DeclOrder(d))
	return p
}
