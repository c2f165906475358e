package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
)

// gcc -O0 computes __builtin_object_size from the expression alone: it knows the size of what a name or a
// string literal designates, and follows members, constant indices, casts and constant offsets. Everything
// else, values of pointers above all, is unknown to it. What it would find with optimisation plays no part
// here.

// designation is a part of a named object.
type designation struct {
	node cc.ExpressionNode // the name or string literal
	size uint64            // of the object
	off  uint64            // of the part
	// end is where the closest surrounding member or array ends; hasEnd is unset behind pointer arithmetic.
	end    uint64
	hasEnd bool
	// unsure marks members and elements of what a cast points to: gcc follows some of them.
	unsure bool
}

// inside returns a part of d that starts at off and belongs to the member or array that ends at end.
func (d designation) inside(off, end uint64) designation {
	d.off, d.end, d.hasEnd = off, end, true
	return d
}

// remaining is the number of bytes from the part on, up to an end.
func (d designation) remaining(end uint64) uint64 { return end - min(d.off, end) }

// objectSizeCall is __builtin_object_size(p, mode): p is not evaluated.
func objectSizeCall(f *fn, c *callCtx) value.Value {
	if len(c.args) != 2 {
		return f.values.Unsupported(f.types.SizeT, c.name)
	}
	mode, ok := f.constSize(c.args[1])
	if !ok || mode > 3 {
		return f.values.Unsupported(f.types.SizeT, c.name+" with this second argument")
	}
	unknown := ^uint64(0)
	if mode >= 2 {
		unknown = 0
	}
	d, ok := f.pointsTo(c.args[0])
	switch {
	case d.unsure:
		return f.values.Unsupported(f.types.SizeT, c.name+" of a part of what a cast points to")
	case !ok || mode&1 == 1 && !d.hasEnd:
		return f.values.Const(f.types.SizeT, unknown)
	case mode&1 == 1:
		return f.values.Const(f.types.SizeT, d.remaining(d.end))
	}
	return f.values.Const(f.types.SizeT, d.remaining(d.size))
}

// pointsTo finds what an expression points to, if that shows in the expression itself.
func (f *fn) pointsTo(n cc.ExpressionNode) (d designation, ok bool) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return f.part(x.CastExpression)
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && !repr.IsAggregate(x.Type()) {
			return f.pointsTo(x.CastExpression)
		}
	case *cc.ConditionalExpression:
		if x.Case != cc.ConditionalExpressionCond {
			break
		}
		cond, then := x.LogicalOrExpression, x.ExpressionList
		if then == nil { // a ?: b
			then = cond
		}
		if _, named := f.pointsTo(cond); named {
			return f.pointsTo(then)
		}
		v, isConst := f.constInt(cond)
		if isConst && v == 0 {
			return f.pointsTo(x.ConditionalExpression)
		}
		d, ok = f.pointsTo(then)
		if other, known := f.pointsTo(x.ConditionalExpression); !isConst &&
			(!known || syntax.Excerpt(other.node) != syntax.Excerpt(d.node) || other.off != d.off) {
			return d, false
		}
		return d, ok
	case *cc.AdditiveExpression:
		a, b := cc.ExpressionNode(x.AdditiveExpression), cc.ExpressionNode(x.MultiplicativeExpression)
		if x.Case == cc.AdditiveExpressionAdd && repr.Elem(a.Type()) == nil {
			a, b = b, a
		}
		if x.Case == cc.AdditiveExpressionAdd || x.Case == cc.AdditiveExpressionSub {
			return f.moved(a, b, x.Case == cc.AdditiveExpressionSub)
		}
	}
	if t := undecayed(n); t != nil && t.Kind() == cc.Array && !repr.IsVLA(t) {
		return f.part(n)
	}
	return d, false
}

// moved is what base + index points to, or base - index.
func (f *fn) moved(base, index cc.ExpressionNode, back bool) (d designation, ok bool) {
	t := repr.Elem(base.Type().Decay())
	i, isConst := f.constInt(index)
	if t == nil || !isConst {
		return d, false
	}
	if back {
		i = -i
	}
	size, ok := f.types.Size(t)
	if repr.IsVoid(t) {
		size, ok = 1, true
	}
	d, named := f.pointsTo(base)
	if !ok || !named || i < 0 || i > 1<<32 {
		return d, false
	}
	if i != 0 {
		d.off, d.hasEnd = d.off+uint64(i)*size, false
	}
	return d, true
}

// part is what an lvalue designates, if that is a part of a named object.
func (f *fn) part(n cc.ExpressionNode) (d designation, ok bool) {
	n = syntax.Unparen(n)
	if size, ok := f.namedSize(n); ok {
		return designation{node: n, size: size, end: size, hasEnd: true}, true
	}
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return f.pointsTo(x.CastExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			base, index := cc.ExpressionNode(x.PostfixExpression), cc.ExpressionNode(x.ExpressionList)
			if repr.Elem(base.Type().Decay()) == nil {
				base, index = index, base
			}
			if t := undecayed(base); t == nil || t.Kind() != cc.Array {
				return f.moved(base, index, false)
			}
			if throughCast(base) {
				return designation{unsure: true}, false
			}
			d, ok = f.part(base)
			i, isConst := f.constSize(index)
			size, known := f.types.Size(repr.Elem(base.Type().Decay()))
			if !ok || !isConst || !known || i > 1<<32 {
				return d, false
			}
			if whole, known := f.types.Size(undecayed(base)); known {
				d.end, d.hasEnd = d.off+whole, true
			}
			d.off += i * size
			return d, true
		case cc.PostfixExpressionSelect:
			if throughCast(x.PostfixExpression) {
				return designation{unsure: true}, false
			}
			if d, ok = f.part(x.PostfixExpression); ok {
				return f.memberPart(d, x.PostfixExpression.Type(), x.Token2.SrcStr())
			}
		case cc.PostfixExpressionPSelect:
			if isCast(x.PostfixExpression) {
				return designation{unsure: true}, false
			}
			if d, ok = f.pointsTo(x.PostfixExpression); ok {
				return f.memberPart(d, repr.Elem(x.PostfixExpression.Type().Decay()), x.Token2.SrcStr())
			}
		}
	}
	return d, false
}

func isCast(n cc.ExpressionNode) bool { _, ok := syntax.Unparen(n).(*cc.CastExpression); return ok }

// throughCast recognises p[i] and *p where p is a cast.
func throughCast(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionIndex && isCast(x.PostfixExpression)
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref && isCast(x.CastExpression)
	}
	return false
}

// memberPart is a member of a structure or union.
func (f *fn) memberPart(d designation, t cc.Type, name string) (designation, bool) {
	m, ok := f.types.Member(t, name)
	if !ok || m.IsBit {
		return d, false
	}
	off := d.off + m.Off
	size, complete := f.types.Size(m.Type)
	if !complete { // a flexible array member
		return d.inside(off, d.size), true
	}
	return d.inside(off, off+size), true
}

// namedSize is the size of what a name or a string literal designates.
func (f *fn) namedSize(n cc.ExpressionNode) (uint64, bool) {
	x, ok := n.(*cc.PrimaryExpression)
	if !ok {
		return 0, false
	}
	switch x.Case {
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		b, _ := f.stringBytes(x)
		return uint64(len(b)), true
	case cc.PrimaryExpressionIdent:
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok || d.Type().Kind() == cc.Function || repr.IsVLA(d.Type()) || d.IsParam() &&
			d.Type().Undecay().Kind() == cc.Array {
			return 0, false
		}
		switch d.Name() {
		case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
			if f.def != nil {
				return uint64(len(f.def.Declarator.Name())) + 1, true
			}
		}
		if f.locals[d] != nil || d.StorageDuration() == cc.Automatic {
			return f.types.Size(d.Type())
		}
		return f.objectSize(f.resolve(f.unit, d))
	}
	return 0, false
}

// undecayed is the type of an expression before an array becomes a pointer.
func undecayed(n cc.ExpressionNode) cc.Type {
	if t := n.Type(); t != nil {
		return t.Undecay()
	}
	return nil
}
