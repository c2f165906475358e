package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
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

// C leaves undefined what a copy between objects that overlap does. The models of string.h look for that
// after each byte, or after the copy, so that an access that is not valid comes first. Calls whose arguments
// show that they are of different objects get the model without that: most programs have nothing else.

// copiesApart lists the models that copy from their second argument to their first one.
var copiesApart = map[string]bool{"memcpy": true, "mempcpy": true, "memccpy": true, "strcpy": true,
	"stpcpy": true, "strncpy": true, "strcat": true, "strncat": true, "__whittle_strcpy_length": true,
	"__whittle_strcat_length": true, "__whittle_strncat_length": true}

// Ahead is how far q is past p, as an unsigned number, and the largest one if they are in different
// objects. Package addresses knows the term: it is the same wherever objects lie.
func (ca *calls) Ahead(p, q term.Term) term.Term {
	d := ca.ts.BVSub(q, p)
	if ca.ts.IsConst(d) {
		return d
	}
	region := ca.prog.Ptr(1 << ca.prog.OffsetBits)
	return ca.ts.Ite(ca.ts.BVUlt(ca.ts.BVXor(p, q), region), d, ca.ts.BVNot(ca.prog.Ptr(0)))
}

// CheckOverlap reaches a violation if n bytes from p on and as many from q on overlap, and are not the same:
// compilers themselves call memcpy to copy an object to where it is. n is not zero.
func (ca *calls) CheckOverlap(p, q, n term.Term, b property.Behaviour, what string) {
	if ca.arith.Behaviour {
		p, q = ca.held(p), ca.held(q)
		one := ca.prog.Ptr(1)
		n = ca.ts.BVSub(n, one)
		overlap := ca.ts.Or(ca.ts.BVUlt(ca.ts.BVSub(ca.held(ca.Ahead(p, q)), one), n),
			ca.ts.BVUlt(ca.ts.BVSub(ca.held(ca.Ahead(q, p)), one), n))
		ca.arith.CheckBehaviour(overlap, b, what)
	}
}

// checkAssigned looks for an assignment of a structure to where a part of it is (C11 6.5.16.1p3). Names and
// the elements of arrays are never that close.
func (ca *calls) checkAssigned(x *cc.AssignmentExpression, to, from term.Term, t cc.Type) {
	size, ok := ca.types.Size(t)
	if !ok || size < 2 || !ca.arith.Behaviour || ca.flow.Constant || !ledByPointer(x.UnaryExpression) ||
		!ledByPointer(x.AssignmentExpression) {
		return
	}
	ca.CheckOverlap(to, from, ca.prog.Ptr(size), property.Assignment,
		syntax.Excerpt(x.UnaryExpression)+" is assigned an object that overlaps it in part")
}

// held is a word in a register of its own, if it is computed: package addresses knows how far apart registers
// are, as long as that stands alone.
func (ca *calls) held(t term.Term) term.Term {
	if ca.ts.NumArgs(t) == 0 {
		return t
	}
	r := ca.flow.NewPtr("held")
	ca.flow.Emit(cfa.Assign{Dst: r, Value: t})
	return ca.flow.Sym(r)
}

// ledByPointer reports whether a pointer leads to what an expression designates.
func ledByPointer(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect:
			return true
		case cc.PostfixExpressionIndex:
			return !isArray(x.PostfixExpression) || ledByPointer(x.PostfixExpression)
		case cc.PostfixExpressionSelect:
			return ledByPointer(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// AreApart reports whether two pointers show that they are not into the same object.
func (de *designations) AreApart(a, b cc.ExpressionNode) bool {
	p, known := de.PointsTo(b)
	if known && syntax.StringLiteral(p.node) != nil {
		return true
	}
	q, also := de.PointsTo(a)
	if !known || !also {
		return false
	}
	return declaredBy(p.node) != declaredBy(q.node)
}

// declaredBy is the declaration of what a name designates; nil for a literal.
func declaredBy(n cc.ExpressionNode) cc.Node {
	if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
			return d
		}
	}
	return nil
}

// apartForm is the form of a model for a call whose arguments do not overlap, or for a call in such a form.
func (ca *calls) apartForm(e *Entity, c *NamedCall) *Entity {
	if !ca.arith.Behaviour && !ca.fn.apart || !e.Model || e.Def == nil || !copiesApart[e.Name] {
		return e
	}
	if !ca.fn.apart && (len(c.Args) < 2 || !ca.named.AreApart(c.Args[0], c.Args[1])) {
		return e
	}
	if e.apart == nil {
		form := *e
		form.proc, form.isApart = nil, true
		e.apart = &form
	}
	return e.apart
}
