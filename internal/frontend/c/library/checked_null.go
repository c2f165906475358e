package library

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// around is the node that does something with the value of an expression, and the expression as that has it:
// with parentheses and casts of pointers.
func (b *body) around(n cc.ExpressionNode) (outer cc.Node, value cc.ExpressionNode) {
	for {
		outer = b.parent[n]
		x, ok := outer.(cc.ExpressionNode)
		if !ok {
			return outer, n
		}
		cast, isCast := x.(*cc.CastExpression)
		switch {
		case syntax.Unparen(x) == syntax.Unparen(n):
		case isCast && cast.Case == cc.CastExpressionCast && cast.Type().Kind() == cc.Ptr:
		default:
			return outer, n
		}
		n = x
	}
}

// test reports whether a node compares an expression below it with null, and what follows from that.
func (b *body) test(n cc.Node, value cc.ExpressionNode) (Check, bool) {
	is := func(x cc.ExpressionNode) bool { return syntax.Unparen(x) == syntax.Unparen(value) }
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case != cc.UnaryExpressionNot {
			return Unchecked, false
		}
		return b.decides(x), true
	case *cc.EqualityExpression:
		other := x.EqualityExpression
		if is(other) {
			other = x.RelationalExpression
		}
		if !isNull(other) {
			return Unchecked, false
		}
		return b.decides(x), true
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return b.decides(value), true
	case *cc.ConditionalExpression:
		return b.decides(value), is(x.LogicalOrExpression)
	case *cc.SelectionStatement:
		return b.decides(value), x.Case != cc.SelectionStatementSwitch && is(x.ExpressionList)
	case *cc.IterationStatement:
		cond := x.ExpressionList
		if x.Case == cc.IterationStatementFor {
			cond = x.ExpressionList2
		}
		return Checked, !syntax.IsNil(cond) && is(cond)
	}
	return Unchecked, false
}

// isNull reports whether an expression is a null pointer constant.
func isNull(n cc.ExpressionNode) bool {
	v, ok := syntax.ParserValue(syntax.Uncast(n))
	return ok && v == 0
}

// decides says what follows from a condition, or a part of one.
func (b *body) decides(n cc.ExpressionNode) Check {
	for {
		outer, value := b.around(n)
		is := func(x cc.ExpressionNode) bool { return syntax.Unparen(x) == syntax.Unparen(value) }
		switch x := outer.(type) {
		case *cc.UnaryExpression:
			n = x
		case *cc.EqualityExpression:
			n = x
		case *cc.LogicalAndExpression:
			if c := b.endsIn(x.InclusiveOrExpression); c != Checked && is(x.LogicalAndExpression) {
				return c
			}
			n = x
		case *cc.LogicalOrExpression:
			if c := b.endsIn(x.LogicalAndExpression); c != Checked && is(x.LogicalOrExpression) {
				return c
			}
			n = x
		case *cc.CastExpression:
			n = x
		case *cc.ArgumentExpressionList:
			call := b.parent[outer]
			if d := syntax.Called(call); d == nil || d.Name() != "__builtin_expect" {
				return Checked
			}
			n = call.(cc.ExpressionNode)
		case *cc.ConditionalExpression:
			if is(x.LogicalOrExpression) {
				return min(b.endsIn(x.ExpressionList), b.endsIn(x.ConditionalExpression))
			}
			return Checked
		case *cc.SelectionStatement:
			return min(b.ends(x.Statement, 0), b.ends(x.Statement2, 0))
		default:
			return Checked
		}
	}
}

// exits lists functions that end the program, printers those that may say why before.
var (
	exits = strings.Fields(`abort exit _exit _Exit quick_exit err errx verr verrx __builtin_abort
		__builtin_exit __builtin_trap __builtin_unreachable`)
	printers = strings.Fields(`perror printf fprintf puts fputs putchar putc fputc fflush vprintf vfprintf warn
		warnx syslog write`)
)

// maxDepth is how many functions of the program may be called to end it.
const maxDepth = 3

// ends says what a statement is that is executed where the result of a test is the one or the other.
func (b *body) ends(s *cc.Statement, depth int) Check {
	if s == nil {
		return Checked
	}
	switch s.Case {
	case cc.StatementExpr:
		return b.endsAt(s.ExpressionStatement.ExpressionList, depth)
	case cc.StatementCompound:
		return b.endsBlock(s.CompoundStatement, depth)
	}
	return Checked
}

func (b *body) endsBlock(s *cc.CompoundStatement, depth int) Check {
	for l := s.BlockItemList; l != nil; l = l.BlockItemList {
		switch {
		case l.BlockItem.Case == cc.BlockItemDecl && depth > 0: // the parser declares __func__
			continue
		case l.BlockItem.Case != cc.BlockItemStmt:
			return Checked
		}
		x := syntax.LastExpression(l.BlockItem.Statement)
		if d := syntax.Called(syntax.Uncast(orEmpty(x))); d != nil && slices.Contains(printers, d.Name()) {
			continue
		}
		return b.ends(l.BlockItem.Statement, depth)
	}
	return Checked
}

// orEmpty is an expression, or one that is no call.
func orEmpty(x cc.ExpressionNode) cc.ExpressionNode {
	if syntax.IsNil(x) {
		return &cc.PrimaryExpression{}
	}
	return x
}

func (b *body) endsIn(x cc.ExpressionNode) Check { return b.endsAt(x, 0) }

// endsAt is Unchecked for a failed assertion, CheckedAtExit for another end of the program, and Checked for
// other expressions.
func (b *body) endsAt(x cc.ExpressionNode, depth int) Check {
	if syntax.IsNil(x) {
		return Checked
	}
	x = syntax.Uncast(x)
	if list, ok := x.(*cc.PrimaryExpression); ok && list.Case == cc.PrimaryExpressionExpr { // (abort(), 0)
		if l, ok := list.ExpressionList.(*cc.ExpressionList); ok {
			return b.endsAt(l.AssignmentExpression, depth)
		}
	}
	if cond, ok := x.(*cc.ConditionalExpression); ok { // assert(0)
		if v, ok := syntax.ParserValue(cond.LogicalOrExpression); ok && v == 0 {
			return b.endsAt(cond.ConditionalExpression, depth)
		}
	}
	d := syntax.Called(x)
	if d == nil {
		return Checked
	}
	switch name := d.Name(); {
	case strings.HasPrefix(name, "__assert"), strings.HasPrefix(name, "__VERIFIER"), name == "reach_error":
		return Unchecked
	case b.defined[name] != nil && depth < maxDepth:
		return b.endsBlock(b.defined[name].CompoundStatement, depth+1)
	case slices.Contains(exits, name):
		return CheckedAtExit
	}
	return Checked
}
