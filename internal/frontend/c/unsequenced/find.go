package unsequenced

import (
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// A Conflict is two accesses of an expression that nothing puts in an order, and of which one at least
// changes its object.
type Conflict struct {
	In     cc.ExpressionNode // the operator whose operands, or which itself, makes the two accesses
	A, B   cc.ExpressionNode // the expressions that designate the objects, without parentheses
	Same   bool              // they designate the same object, else the addresses decide
	Writes bool              // both change it
}

// access is what the evaluation of an expression does to an object.
type access struct {
	to    cc.ExpressionNode
	write bool
	done  bool // it is complete before the value of the expression is there
}

// finder collects what it finds in one function.
type finder struct {
	conflicts []Conflict
}

// Find returns the conflicts in the expressions of a function, in the order of its text.
func Find(def *cc.FunctionDefinition) []Conflict {
	f := &finder{}
	f.statements(def.CompoundStatement)
	return f.conflicts
}

// statements looks at the expressions below a node, each by itself.
func (f *finder) statements(n cc.Node) {
	syntax.Walk(n, func(n cc.Node) bool {
		if e, ok := n.(cc.ExpressionNode); ok {
			f.value(e)
			return false
		}
		return true
	})
}

// value is what the evaluation of an expression does.
func (f *finder) value(n cc.ExpressionNode) []access {
	if syntax.IsNil(n) {
		return nil
	}
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return f.read(n)
		case cc.PrimaryExpressionStmt:
			f.statements(x.CompoundStatement)
		case cc.PrimaryExpressionExpr:
			return f.value(x.ExpressionList)
		}
		return nil
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionCall:
			parts := [][]access{f.value(x.PostfixExpression)}
			for _, a := range syntax.Arguments(x) {
				parts = append(parts, f.value(a))
			}
			return complete(f.apart(n, parts...))
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return f.update(x.PostfixExpression)
		case cc.PostfixExpressionComplit:
			f.statements(x.InitializerList)
			return nil
		}
		return f.read(n)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return f.update(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			return f.designation(x.CastExpression)
		case cc.UnaryExpressionDeref:
			return f.read(n)
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionLabelAddr,
			cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return nil
		}
		return f.value(x.CastExpression)
	case *cc.CastExpression:
		return f.value(x.CastExpression)
	case *cc.ExpressionList:
		var all []access
		for l := x; l != nil; l = l.ExpressionList {
			all = append(complete(all), f.value(l.AssignmentExpression)...)
		}
		return all
	case *cc.LogicalAndExpression:
		return append(complete(f.value(x.LogicalAndExpression)), f.value(x.InclusiveOrExpression)...)
	case *cc.LogicalOrExpression:
		return append(complete(f.value(x.LogicalOrExpression)), f.value(x.LogicalAndExpression)...)
	case *cc.ConditionalExpression:
		all := complete(f.value(x.LogicalOrExpression))
		if !syntax.IsNil(x.ExpressionList) {
			all = append(all, f.value(x.ExpressionList)...)
		}
		return append(all, f.value(x.ConditionalExpression)...)
	case *cc.AssignmentExpression:
		return f.assignment(x)
	}
	if a, b := operands(n); a != nil {
		return f.apart(n, f.value(a), f.value(b))
	}
	return nil
}

// operands are those of an arithmetic operator or a comparison; nil if n is another expression.
func operands(n cc.ExpressionNode) (a, b cc.ExpressionNode) {
	switch x := n.(type) {
	case *cc.MultiplicativeExpression:
		return x.MultiplicativeExpression, x.CastExpression
	case *cc.AdditiveExpression:
		return x.AdditiveExpression, x.MultiplicativeExpression
	case *cc.ShiftExpression:
		return x.ShiftExpression, x.AdditiveExpression
	case *cc.AndExpression:
		return x.AndExpression, x.EqualityExpression
	case *cc.ExclusiveOrExpression:
		return x.ExclusiveOrExpression, x.AndExpression
	case *cc.InclusiveOrExpression:
		return x.InclusiveOrExpression, x.ExclusiveOrExpression
	case *cc.RelationalExpression:
		return x.RelationalExpression, x.ShiftExpression
	case *cc.EqualityExpression:
		return x.EqualityExpression, x.RelationalExpression
	}
	return nil, nil
}

// designation is what finding an object does that an expression designates, without any use of the object.
func (f *finder) designation(n cc.ExpressionNode) []access {
	n = syntax.Unparen(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			return nil
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return f.apart(n, f.base(x.PostfixExpression), f.base(x.ExpressionList))
		case cc.PostfixExpressionSelect:
			return f.designation(x.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return f.value(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return f.base(x.CastExpression)
		}
	}
	return f.value(n)
}

// base is the value of a pointer or an index, or the place of an array.
func (f *finder) base(n cc.ExpressionNode) []access {
	if t := objectType(n); t != nil && t.Kind() == cc.Array {
		return f.designation(n)
	}
	return f.value(n)
}

// read is the value of an object.
func (f *finder) read(n cc.ExpressionNode) []access {
	all := f.designation(n)
	if isScalar(objectType(n)) && !isConstant(n) {
		all = append(all, access{to: n})
	}
	return all
}

// update is that of ++ and --: the change comes after the use of the old value.
func (f *finder) update(operand cc.ExpressionNode) []access {
	n := syntax.Unparen(operand)
	return append(f.designation(n), access{to: n}, access{to: n, write: true})
}

func (f *finder) assignment(x *cc.AssignmentExpression) []access {
	left := syntax.Unparen(x.UnaryExpression)
	l, r := f.designation(left), f.value(x.AssignmentExpression)
	if x.Case != cc.AssignmentExpressionAssign {
		l = append(l, access{to: left})
	}
	all := f.apart(x, l, r)
	if !isScalar(objectType(left)) {
		return all
	}
	store := access{to: left, write: true}
	same := chained(x)
	for _, a := range all {
		if a.write && !a.done && !slices.Contains(same, a.to) {
			f.compare(x, a, store)
		}
	}
	return append(all, store)
}

// chained lists what else is assigned in a = b = c.
func chained(x *cc.AssignmentExpression) (out []cc.ExpressionNode) {
	for x.Case == cc.AssignmentExpressionAssign {
		inner, ok := syntax.Unparen(x.AssignmentExpression).(*cc.AssignmentExpression)
		if !ok || inner.Case != cc.AssignmentExpressionAssign {
			break
		}
		out = append(out, syntax.Unparen(inner.UnaryExpression))
		x = inner
	}
	return out
}

// apart joins what operands do that are evaluated in no order.
func (f *finder) apart(in cc.ExpressionNode, parts ...[]access) []access {
	var all []access
	for _, part := range parts {
		for _, a := range all {
			for _, b := range part {
				f.compare(in, a, b)
			}
		}
		all = append(all, part...)
	}
	return all
}

func (f *finder) compare(in cc.ExpressionNode, a, b access) {
	if !a.write && !b.write {
		return
	}
	if same, may := compare(a.to, b.to); may {
		f.conflicts = append(f.conflicts,
			Conflict{In: in, A: a.to, B: b.to, Same: same, Writes: a.write && b.write})
	}
}

// complete marks what comes before a sequence point.
func complete(all []access) []access {
	for i := range all {
		all[i].done = true
	}
	return all
}
