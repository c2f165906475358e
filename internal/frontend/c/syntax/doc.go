// Package syntax has what is asked of the parser's syntax trees again and again: all nodes below one, the
// tokens of a node, the operand within parentheses, the function that a call names.
//
//	syntax.Walk(body, func(n cc.Node) bool {
//		if x, ok := n.(*cc.PostfixExpression); ok && syntax.HasCall(x) { ... }
//		return true
//	})
//
// The trees are those of modernc.org/cc/v4, which has a type for each production of the grammar: most nodes
// of an expression only pass on their operand, see [Unwrap] and [Unparen]. Children and tokens are in
// exported fields; which fields these are is found by reflection, once for each type.
//
// A generic selection stands for the operand that the parser selects, which need not be the right one: see
// package ctype for that.
package syntax
