package lower

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// A function of the library that is given an array inside of an object must stay in it, as an index must. The
// argument says which array it is.

// counted lists functions that access as many bytes as an argument says: which argument that is, and the
// arguments that they access.
var counted = map[string]struct {
	count int
	at    []int
}{
	"memcpy": {2, []int{0, 1}}, "memmove": {2, []int{0, 1}}, "mempcpy": {2, []int{0, 1}},
	"memcmp": {2, []int{0, 1}}, "memset": {2, []int{0}}, "strncpy": {2, []int{0}}, "bzero": {1, []int{0}},
}

// lengths has for functions that write a string to their first argument the model that does the same and
// returns its length.
var lengths = map[string]string{"strcpy": "__whittle_strcpy_length", "stpcpy": "__whittle_strcpy_length",
	"strcat": "__whittle_strcat_length", "strncat": "__whittle_strncat_length"}

// ArgumentPart is the array inside of an object that an argument points into, and from where on.
func (lv *lvalues) ArgumentPart(n cc.ExpressionNode) (p part, from uint64, ok bool) {
	var index cc.ExpressionNode
	for {
		n = syntax.Unparen(n)
		switch x := n.(type) {
		case *cc.CastExpression:
			if x.Case == cc.CastExpressionCast && repr.IsPointer(x.Type()) {
				n = x.CastExpression
				continue
			}
		case *cc.UnaryExpression:
			e, isIndex := syntax.Unparen(x.CastExpression).(*cc.PostfixExpression)
			if x.Case == cc.UnaryExpressionAddrof && isIndex && e.Case == cc.PostfixExpressionIndex {
				n, index = e.PostfixExpression, e.ExpressionList
			}
		case *cc.AdditiveExpression:
			if x.Case == cc.AdditiveExpressionAdd {
				n, index = x.AdditiveExpression, x.MultiplicativeExpression
			}
		}
		break
	}
	if !isArray(syntax.Unparen(n)) {
		return p, 0, false
	}
	if p, ok = lv.inner(n); ok && index != nil {
		size, known := lv.types.Size(repr.Elem(lv.types.Of(n).Decay()))
		i, isConst := lv.consts.ConstSize(index)
		from, ok = i*size, known && isConst && i < p.size
	}
	return p, min(from, p.size), ok
}

// WithinParts looks for what a function that is told a number of bytes accesses.
func (ca *calls) WithinParts(name string, args []cc.ExpressionNode, count func(i int) term.Term) {
	f, ok := counted[name]
	if !ok || !ca.lvalues.LooksInside() || len(args) <= f.count {
		return
	}
	for _, i := range f.at {
		if p, from, ok := ca.lvalues.ArgumentPart(args[i]); ok {
			n := count(f.count)
			c, known := ca.ts.ConstUint64(n)
			if known && name != "strncpy" && slices.Contains(p.wholes, c+from) {
				continue // all the rest of the structure is meant
			}
			ca.Within(name, p, from, n)
		}
	}
}

// Within reaches a violation if a function accesses more bytes of an array than it has.
func (ca *calls) Within(name string, p part, from uint64, n term.Term) {
	ca.lvalues.overrun(ca.ts.BVUlt(ca.prog.Ptr(p.size-from), n), fmt.Sprintf("%s %s", name, p))
}

// textInPart calls a function that writes a string into an array inside of an object; ok is false if the call
// is none.
func (ca *calls) textInPart(e *Entity, c *NamedCall) (v value.Value, ok bool) {
	model := ca.low.models[lengths[e.Name]]
	if !e.Model || model == nil || model.Def == nil || len(c.Args) < 2 || !ca.lvalues.LooksInside() {
		return v, false
	}
	p, from, ok := ca.lvalues.ArgumentPart(c.Args[0])
	if !ok {
		return v, false
	}
	n := ca.callType(model.Signature(), ca.apartForm(model, c), term.None, c.Args, c.X).Term
	ca.marks.At(c.X)
	ca.Within(e.Name, p, from, ca.ts.BVAdd(n, ca.prog.Ptr(1)))
	v = value.Value{Term: ca.passed, Type: e.Signature().Result()}
	if e.Name == "stpcpy" {
		v.Term = ca.prog.PtrAdd(v.Term, n)
	}
	return v, true
}
