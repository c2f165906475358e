package prune

import (
	"bytes"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// printers are the functions that print and whose library model does nothing but find out their result. A
// call that drops the result is lowered to a step of its own and needs no model, and that of the printf
// family takes longer to read than most programs.
var printers = map[string]bool{
	"printf": true, "fprintf": true, "dprintf": true,
	"puts": true, "fputs": true, "putchar": true, "putchar_unlocked": true, "fputc": true, "putc": true,
}

// unheard returns the printers of which the program drops all results. With reads set it matters what they
// read: only the lowering of a literal format does without a model then.
func unheard(program []Unit, reads bool) map[string]bool {
	uses, quoted := map[string]int{}, map[string]bool{}
	for _, u := range program {
		for name := range printers {
			for _, t := range u.Texts {
				// as the name of an alias is
				quoted[name] = quoted[name] || bytes.Contains(t, []byte(`"`+name+`"`))
			}
		}
		for ed := range syntax.Externals(u.AST) {
			countHeard(ed, uses, reads)
		}
	}
	out := map[string]bool{}
	for name, n := range uses {
		if n == 0 && !quoted[name] {
			out[name] = true
		}
	}
	return out
}

// countHeard counts, for each printer, the uses in a declaration that are no calls whose results are dropped.
func countHeard(ed *cc.ExternalDeclaration, uses map[string]int, reads bool) {
	syntax.EachDropped(ed, func(x cc.ExpressionNode) {
		for {
			cast, ok := x.(*cc.CastExpression)
			if !ok || cast.Case != cc.CastExpressionCast || cast.Type().Kind() != cc.Void {
				break
			}
			x = syntax.Unparen(cast.CastExpression)
		}
		if call, ok := x.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
			if f, ok := syntax.Unparen(call.PostfixExpression).(*cc.PrimaryExpression); ok &&
				printers[f.Token.SrcStr()] && !(reads && walksFormat(f.Token.SrcStr(), call)) {
				uses[f.Token.SrcStr()]--
			}
		}
	})
	syntax.Walk(ed, func(n cc.Node) bool {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent &&
			printers[x.Token.SrcStr()] {
			uses[x.Token.SrcStr()]++
		}
		return true
	})
}

// walksFormat reports whether the format of a call is not known, so that a model has to walk through it.
func walksFormat(name string, call *cc.PostfixExpression) bool {
	at, ok := map[string]int{"printf": 0, "fprintf": 1, "dprintf": 1}[name]
	args := syntax.Arguments(call)
	return ok && (at >= len(args) || syntax.StringLiteral(args[at]) == nil)
}
