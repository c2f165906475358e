package library

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// choosesOptions reports whether options may be chosen where getopt would read them from the arguments of
// main: these are inputs, and main looks at none, but for the name of the program, before the statement has
// ended that calls getopt.
func choosesOptions(units []*unit, needs Needs) bool {
	calls := 0
	for _, u := range units {
		calls += u.uses("getopt") + u.uses("getopt_long")
	}
	if !needs.AnyArguments || needs.Entry != "main" || calls == 0 ||
		refersToAny(units, []string{"getopt_long_only", "setenv", "putenv", "optreset"}) {
		return false
	}
	seen, index := 0, 0
	for _, u := range units {
		for ed := range syntax.Externals(u.ast) {
			switch def := ed.FunctionDefinition; {
			case def != nil && def.Declarator.Name() == "main":
				seen += optionsOfMain(def)
			default:
				index += namesIn(ed, "optind")
			}
		}
	}
	return seen == calls && index == 0
}

// namesIn counts the expressions below a node that are a name.
func namesIn(n cc.Node, name string) int {
	count := 0
	syntax.Walk(n, func(n cc.Node) bool {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent &&
			x.Token.SrcStr() == name {
			count++
		}
		return true
	})
	return count
}

// optionsOfMain counts the calls of getopt in main. It is 0 if the arguments, or what getopt has come to, are
// used before the last statement with one has ended.
func optionsOfMain(def *cc.FunctionDefinition) int {
	ft, ok := def.Declarator.Type().(*cc.FunctionType)
	if !ok || len(ft.Parameters()) < 2 || ft.Parameters()[0].Declarator == nil ||
		ft.Parameters()[1].Declarator == nil {
		return 0
	}
	count, vector := ft.Parameters()[0].Declarator, ft.Parameters()[1].Declarator
	var items []*cc.BlockItem
	last, calls := -1, 0
	for l := def.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		syntax.Walk(l.BlockItem, func(n cc.Node) bool {
			if isOptionCall(n, count, vector) {
				last = len(items)
				calls++
			}
			return true
		})
		items = append(items, l.BlockItem)
	}
	uses, fine := 0, 0
	for _, item := range items[:last+1] {
		if namesIn(item, "optind") > 0 {
			return 0
		}
		syntax.Walk(item, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.PrimaryExpression:
				if isName(x, vector) {
					uses++
				}
			case *cc.LabeledStatement:
				if x.Case == cc.LabeledStatementLabel {
					uses++
				}
			case *cc.PostfixExpression:
				i, known := int64(0), false
				if x.Case == cc.PostfixExpressionIndex {
					i, known = syntax.ParserValue(x.ExpressionList)
				}
				if known && i == 0 && isName(x.PostfixExpression, vector) {
					fine++
				}
			}
			if isOptionCall(n, count, vector) {
				fine++
			}
			if changes(n, count) || changes(n, vector) {
				uses++
			}
			return true
		})
	}
	if uses != fine {
		return 0
	}
	return calls
}

// isOptionCall reports whether a node is a call of getopt with the arguments of main and options that are
// known.
func isOptionCall(n cc.Node, count, vector *cc.Declarator) bool {
	d := syntax.Called(n)
	if d == nil || d.Name() != "getopt" && d.Name() != "getopt_long" {
		return false
	}
	args := syntax.Arguments(n.(*cc.PostfixExpression))
	if len(args) < 3 || !isName(args[0], count) || !isName(args[1], vector) {
		return false
	}
	s := syntax.StringLiteral(args[2])
	if s == nil {
		return false
	}
	text, ok := s.Value().(cc.StringValue)
	return ok && choosable(strings.TrimRight(string(text), "\x00"))
}

// choosable reports whether each letter of the options of getopt stands for one of them.
func choosable(options string) bool {
	letters := strings.ReplaceAll(strings.TrimPrefix(options, "+"), ":", "")
	for i, c := range letters {
		if strings.ContainsRune(letters[:i], c) || c == '-' || c == ';' {
			return false
		}
	}
	return true
}

// isName reports whether an expression is the name of a variable.
func isName(n cc.ExpressionNode, d *cc.Declarator) bool {
	x, ok := syntax.Uncast(n).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return false
	}
	if p, ok := x.ResolvedTo().(*cc.Parameter); ok {
		return p.Declarator == d
	}
	return x.ResolvedTo() == d
}

// changes reports whether an expression changes a variable, or takes its address.
func changes(n cc.Node, d *cc.Declarator) bool {
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		return x.Case != cc.AssignmentExpressionCond && isName(x.UnaryExpression, d)
	case *cc.PostfixExpression:
		return (x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec) &&
			isName(x.PostfixExpression, d)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return isName(x.UnaryExpression, d)
		case cc.UnaryExpressionAddrof:
			return isName(x.CastExpression, d)
		}
	}
	return false
}
