package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Some functions of the library are not defined for all arguments, and would do no harm here. Those of
// ctype.h look at theirs in their models; these are looked at where they are called, and so cost nothing
// where the call shows that they are right.

// sized lists functions that get pointers and a number of bytes: the pointers may not be null, even if there
// are no bytes (C11, 7.24.1p2). With some bytes a null pointer is an invalid access.
var sized = map[string]struct {
	count int
	at    []int
}{
	"memcpy": {2, []int{0, 1}}, "memmove": {2, []int{0, 1}}, "memset": {2, []int{0}},
	"memcmp": {2, []int{0, 1}}, "memchr": {2, []int{0}}, "strncpy": {2, []int{0, 1}},
	"strncmp": {2, []int{0, 1}}, "strncat": {2, []int{1}},
}

// checkDomain reaches a violation if a function of the library is not defined for its arguments.
func (ca *calls) checkDomain(name string, args []cc.ExpressionNode, terms []term.Term) {
	if !ca.arith.Behaviour || ca.unit.Model || len(terms) < 3 || len(args) < 3 {
		return
	}
	if strings.HasPrefix(name, "strto") && ca.ts.Sort(terms[2]).Width() == 32 { // strtol and its like
		base := terms[2]
		wrong := ca.ts.Or(ca.ts.Eq(base, ca.ts.BV(32, 1)), ca.ts.BVUlt(ca.ts.BV(32, 36), base))
		ca.arith.CheckBehaviour(wrong, property.Domain,
			name+" with a base that is neither 0 nor from 2 to 36")
	}
	f, ok := sized[name]
	if !ok {
		return
	}
	none := ca.ts.Eq(terms[f.count], ca.prog.Ptr(0))
	for _, i := range f.at {
		if !isThere(args[i]) {
			null := ca.ts.Eq(terms[i], ca.prog.Ptr(0))
			ca.arith.CheckBehaviour(ca.ts.And(none, null), property.Domain,
				fmt.Sprintf("%s with a null pointer and no bytes", name))
		}
	}
}

// isThere recognises arguments that are no null pointers.
func isThere(n cc.ExpressionNode) bool {
	n = syntax.Unparen(n)
	for {
		x, ok := n.(*cc.CastExpression)
		if !ok || x.Case != cc.CastExpressionCast {
			break
		}
		n = syntax.Unparen(x.CastExpression)
	}
	x, ok := n.(*cc.UnaryExpression)
	return isArray(n) || ok && x.Case == cc.UnaryExpressionAddrof
}
