package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// gcc -O0 computes __builtin_object_size from the expression alone: it knows the size of what a name or a
// string literal designates, and follows members, constant indices, casts and constant offsets. Everything
// else, values of pointers above all, is unknown to it. What it would find with optimisation plays no part
// here.

// designation is a part of a named object.
type designation struct {
	node cc.ExpressionNode // the name or string literal
	Size uint64            // of the object
	off  uint64            // of the part
	// End is where the closest surrounding member or array ends; HasEnd is unset after pointer arithmetic.
	End    uint64
	HasEnd bool
	// Unsure marks members and elements of what a cast points to: gcc follows some of them.
	Unsure bool
}

// inside returns a part of d that starts at off and belongs to the member or array that ends at end.
func (d designation) inside(off, end uint64) designation {
	d.off, d.End, d.HasEnd = off, end, true
	return d
}

// Remaining is the number of bytes from the part on, up to an end.
func (d designation) Remaining(end uint64) uint64 { return end - min(d.off, end) }

// designations finds the named objects that expressions designate or point to.
type designations struct {
	low     *lowerer
	unit    *unit
	types   *repr.Types
	lvalues *lvalues
	vars    *locals
	consts  *constants
}

// PointsTo finds what an expression points to, if that shows in the expression itself.
func (de *designations) PointsTo(n cc.ExpressionNode) (d designation, ok bool) {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return de.part(x.CastExpression)
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && !repr.IsAggregate(x.Type()) {
			return de.PointsTo(x.CastExpression)
		}
	case *cc.ConditionalExpression:
		if x.Case != cc.ConditionalExpressionCond {
			break
		}
		cond, then := x.LogicalOrExpression, x.ExpressionList
		if then == nil { // a ?: b
			then = cond
		}
		if _, named := de.PointsTo(cond); named {
			return de.PointsTo(then)
		}
		v, isConst := de.consts.ConstInt(cond)
		if isConst && v == 0 {
			return de.PointsTo(x.ConditionalExpression)
		}
		d, ok = de.PointsTo(then)
		if other, known := de.PointsTo(x.ConditionalExpression); !isConst &&
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
	i, isConst := de.consts.ConstInt(index)
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
	d, named := de.PointsTo(base)
	if !ok || !named || i < 0 || i > 1<<32 {
		return d, false
	}
	if i != 0 {
		d.off, d.HasEnd = d.off+uint64(i)*size, false
	}
	return d, true
}

// part is what an lvalue designates, if that is a part of a named object.
func (de *designations) part(n cc.ExpressionNode) (d designation, ok bool) {
	n = syntax.Unparen(n)
	if size, ok := de.namedSize(n); ok {
		return designation{node: n, Size: size, End: size, HasEnd: true}, true
	}
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return de.PointsTo(x.CastExpression)
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
				return designation{Unsure: true}, false
			}
			d, ok = de.part(base)
			i, isConst := de.consts.ConstSize(index)
			size, known := de.types.Size(repr.Elem(base.Type().Decay()))
			if !ok || !isConst || !known || i > 1<<32 {
				return d, false
			}
			if whole, known := de.types.Size(undecayed(base)); known {
				d.End, d.HasEnd = d.off+whole, true
			}
			d.off += i * size
			return d, true
		case cc.PostfixExpressionSelect:
			if throughCast(x.PostfixExpression) {
				return designation{Unsure: true}, false
			}
			if d, ok = de.part(x.PostfixExpression); ok {
				return de.memberPart(d, x.PostfixExpression.Type(), x.Token2.SrcStr())
			}
		case cc.PostfixExpressionPSelect:
			if isCast(x.PostfixExpression) {
				return designation{Unsure: true}, false
			}
			if d, ok = de.PointsTo(x.PostfixExpression); ok {
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
		return d.inside(off, d.Size), true
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
		b, _ := de.lvalues.StringBytes(x)
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
		if de.vars.Vars[d] != nil || d.StorageDuration() == cc.Automatic {
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

// PointeeType is the type in whose units size bytes can be copied between two
// pointers: what both point to, before they become void pointers.
func (de *designations) PointeeType(a, b cc.ExpressionNode, size uint64) cc.Type {
	ta, tb := de.Pointee(a), de.Pointee(b)
	if ta == nil || tb == nil {
		return nil
	}
	na, ok1 := de.types.Size(ta)
	nb, ok2 := de.types.Size(tb)
	if !ok1 || !ok2 || na == 0 || na != nb || size%na != 0 {
		return nil
	}
	if ta.Kind() != tb.Kind() && repr.IsAggregate(ta) != repr.IsAggregate(tb) {
		return nil
	}
	ls, ok := de.types.WholeObject(ta)
	if !ok || uint64(len(ls))*(size/na) > repr.MaxLeaves {
		return nil
	}
	return ta
}

// Pointee is what a pointer argument points to under its casts to void *.
func (de *designations) Pointee(n cc.ExpressionNode) cc.Type {
	n = syntax.Unparen(n)
	for {
		x, ok := n.(*cc.CastExpression)
		if !ok || x.Case != cc.CastExpressionCast {
			break
		}
		if p, ok := x.TypeName.Type().(*cc.PointerType); !ok || !repr.IsVoid(p.Elem()) &&
			p.Elem().Size() != 1 {
			break
		}
		n = syntax.Unparen(x.CastExpression)
	}
	t := n.Type()
	if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof {
		t = x.CastExpression.Type().Undecay()
		if t.Kind() == cc.Function || t.IsIncomplete() {
			return nil
		}
		return t
	}
	e := repr.Elem(t.Decay())
	if e == nil || repr.IsVoid(e) || e.IsIncomplete() || e.Kind() == cc.Function {
		return nil
	}
	return e
}
