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
	// end is where the closest surrounding member or array ends; hasEnd is unset after pointer arithmetic.
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
	mode, ok := f.consts.constSize(c.args[1])
	if !ok || mode > 3 {
		return f.values.Unsupported(f.types.SizeT, c.name+" with this second argument")
	}
	unknown := ^uint64(0)
	if mode >= 2 {
		unknown = 0
	}
	d, ok := f.named.pointsTo(c.args[0])
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

// designations finds the named objects that expressions designate or point to.
type designations struct {
	low     *lowerer
	unit    *unit
	types   *repr.Types
	lvalues *lvalues
	vars    *locals
	consts  *constants
}

// pointsTo finds what an expression points to, if that shows in the expression itself.
func (de *designations) pointsTo(n cc.ExpressionNode) (d designation, ok bool) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return de.part(x.CastExpression)
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && !repr.IsAggregate(x.Type()) {
			return de.pointsTo(x.CastExpression)
		}
	case *cc.ConditionalExpression:
		if x.Case != cc.ConditionalExpressionCond {
			break
		}
		cond, then := x.LogicalOrExpression, x.ExpressionList
		if then == nil { // a ?: b
			then = cond
		}
		if _, named := de.pointsTo(cond); named {
			return de.pointsTo(then)
		}
		v, isConst := de.consts.constInt(cond)
		if isConst && v == 0 {
			return de.pointsTo(x.ConditionalExpression)
		}
		d, ok = de.pointsTo(then)
		if other, known := de.pointsTo(x.ConditionalExpression); !isConst &&
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
			return de.moved(a, b, x.Case == cc.AdditiveExpressionSub)
		}
	}
	if t := undecayed(n); t != nil && t.Kind() == cc.Array && !repr.IsVLA(t) {
		return de.part(n)
	}
	return d, false
}

// moved is what base + index points to, or base - index.
func (de *designations) moved(base, index cc.ExpressionNode, back bool) (d designation, ok bool) {
	t := repr.Elem(base.Type().Decay())
	i, isConst := de.consts.constInt(index)
	if t == nil || !isConst {
		return d, false
	}
	if back {
		i = -i
	}
	size, ok := de.types.Size(t)
	if repr.IsVoid(t) {
		size, ok = 1, true
	}
	d, named := de.pointsTo(base)
	if !ok || !named || i < 0 || i > 1<<32 {
		return d, false
	}
	if i != 0 {
		d.off, d.hasEnd = d.off+uint64(i)*size, false
	}
	return d, true
}

// part is what an lvalue designates, if that is a part of a named object.
func (de *designations) part(n cc.ExpressionNode) (d designation, ok bool) {
	n = syntax.Unparen(n)
	if size, ok := de.namedSize(n); ok {
		return designation{node: n, size: size, end: size, hasEnd: true}, true
	}
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return de.pointsTo(x.CastExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			base, index := cc.ExpressionNode(x.PostfixExpression), cc.ExpressionNode(x.ExpressionList)
			if repr.Elem(base.Type().Decay()) == nil {
				base, index = index, base
			}
			if t := undecayed(base); t == nil || t.Kind() != cc.Array {
				return de.moved(base, index, false)
			}
			if throughCast(base) {
				return designation{unsure: true}, false
			}
			d, ok = de.part(base)
			i, isConst := de.consts.constSize(index)
			size, known := de.types.Size(repr.Elem(base.Type().Decay()))
			if !ok || !isConst || !known || i > 1<<32 {
				return d, false
			}
			if whole, known := de.types.Size(undecayed(base)); known {
				d.end, d.hasEnd = d.off+whole, true
			}
			d.off += i * size
			return d, true
		case cc.PostfixExpressionSelect:
			if throughCast(x.PostfixExpression) {
				return designation{unsure: true}, false
			}
			if d, ok = de.part(x.PostfixExpression); ok {
				return de.memberPart(d, x.PostfixExpression.Type(), x.Token2.SrcStr())
			}
		case cc.PostfixExpressionPSelect:
			if isCast(x.PostfixExpression) {
				return designation{unsure: true}, false
			}
			if d, ok = de.pointsTo(x.PostfixExpression); ok {
				return de.memberPart(d, repr.Elem(x.PostfixExpression.Type().Decay()), x.Token2.SrcStr())
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
func (de *designations) memberPart(d designation, t cc.Type, name string) (designation, bool) {
	m, ok := de.types.Member(t, name)
	if !ok || m.IsBit {
		return d, false
	}
	off := d.off + m.Off
	size, complete := de.types.Size(m.Type)
	if !complete { // a flexible array member
		return d.inside(off, d.size), true
	}
	return d.inside(off, off+size), true
}

// namedSize is the size of what a name or a string literal designates.
func (de *designations) namedSize(n cc.ExpressionNode) (uint64, bool) {
	x, ok := n.(*cc.PrimaryExpression)
	if !ok {
		return 0, false
	}
	switch x.Case {
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		b, _ := de.lvalues.stringBytes(x)
		return uint64(len(b)), true
	case cc.PrimaryExpressionIdent:
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok || d.Type().Kind() == cc.Function || repr.IsVLA(d.Type()) || d.IsParam() &&
			d.Type().Undecay().Kind() == cc.Array {
			return 0, false
		}
		switch d.Name() {
		case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
			if de.vars.def != nil {
				return uint64(len(de.vars.def.Declarator.Name())) + 1, true
			}
		}
		if de.vars.vars[d] != nil || d.StorageDuration() == cc.Automatic {
			return de.types.Size(d.Type())
		}
		return de.low.objectSize(de.low.resolve(de.unit, d))
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
