package syntax

import "modernc.org/cc/v4"

// EachDropped visits the expressions of the expression statements of a declaration, except those that are the
// values of statement expressions.
func EachDropped(ed *cc.ExternalDeclaration, visit func(cc.ExpressionNode)) {
	values := map[cc.ExpressionNode]bool{}
	Walk(ed, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionStmt {
				if e := BlockValue(x.CompoundStatement); e != nil {
					values[e] = true
				}
			}
		case *cc.ExpressionStatement:
			if e := x.ExpressionList; e != nil && !values[e] {
				visit(Unparen(e))
			}
		}
		return true
	})
}

// BlockValue is the expression that gives the block of a statement expression its value; nil: there is none.
func BlockValue(n *cc.CompoundStatement) cc.ExpressionNode {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList == nil && l.BlockItem.Case == cc.BlockItemStmt {
			return LastExpression(l.BlockItem.Statement)
		}
	}
	return nil
}

// LastExpression is the expression of an expression statement after its labels; nil for other statements.
func LastExpression(n *cc.Statement) cc.ExpressionNode {
	for s := n; s != nil; {
		switch s.Case {
		case cc.StatementExpr:
			return s.ExpressionStatement.ExpressionList
		case cc.StatementLabeled:
			s = s.LabeledStatement.Statement
		default:
			return nil
		}
	}
	return nil
}

// ScalarInitializer is the expression that initialises a scalar; braces may surround it.
func ScalarInitializer(n *cc.Initializer) cc.ExpressionNode {
	for n != nil {
		if n.Case == cc.InitializerExpr {
			return n.AssignmentExpression
		}
		if n.InitializerList == nil {
			return nil
		}
		n = n.InitializerList.Initializer
	}
	return nil
}
