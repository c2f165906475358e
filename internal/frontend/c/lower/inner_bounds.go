package lower

import (
	"fmt"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// An access that leads out of an array, but not out of the object that the array is a part of, is no invalid
// access for SV-COMP, nor for most tools: the memory is there. C calls it undefined all the same (6.5.6p8,
// J.2). It is looked for where the expression says which array it is. A pointer that was made of an array
// carries no bounds.

// part is an array inside of an object: a member, or an element of an array.
type part struct {
	size uint64 // in bytes, of what may be accessed from its start on
	text string // in the words of the program
	of   int64  // how many elements it has
	next string // what is behind it, or empty
	// wholes are the numbers of bytes from its start to the ends of the structures around it.
	wholes []uint64
}

// String tells of an access that leads out of the array.
func (p part) String() string {
	s := fmt.Sprintf("over the end of %s, an array of %d", p.text, p.of)
	if p.next != "" {
		s += ", into " + p.next
	}
	return s
}

// inner finds the array inside of an object that an expression designates. Those that may be meant to go on
// are none: arrays of at most one element, and last members of what a pointer leads to. A member of a union
// has all of the union.
func (lv *lvalues) inner(n cc.ExpressionNode) (p part, ok bool) {
	n = syntax.Unparen(n)
	t := undecayed(n)
	if t == nil {
		return p, false
	}
	array, ok := t.(*cc.ArrayType)
	if !ok || repr.IsVLA(array) || array.Len() <= 1 {
		return p, false
	}
	if p.size, ok = lv.types.Size(array); !ok {
		return p, false
	}
	p.text, p.of = syntax.Excerpt(n), array.Len()
	for off := uint64(0); ; {
		x, isPostfix := n.(*cc.PostfixExpression)
		if !isPostfix {
			return p, lv.endsHere(n, p.text)
		}
		switch x.Case {
		case cc.PostfixExpressionIndex:
			// What a pointer leads to may be the last part of more, but for an array of arrays.
			return p, isArray(x.PostfixExpression) || isArray(x.ExpressionList) || p.text == syntax.Excerpt(x)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			st := lv.types.Of(x.PostfixExpression)
			if x.Case == cc.PostfixExpressionPSelect {
				st = repr.Elem(st.Decay())
			}
			m, last, found := lv.memberOf(x, st, &p)
			if !found {
				return p, false
			}
			if size, known := lv.types.Size(st); known {
				p.wholes = append(p.wholes, size-off-m.Off)
				if st.Kind() == cc.Union {
					p.size = max(p.size, size-off-m.Off)
				}
			}
			if !last || x.Case == cc.PostfixExpressionPSelect {
				return p, !last
			}
			off += m.Off
			n = syntax.Unparen(x.PostfixExpression)
		default:
			return p, false
		}
	}
}

// memberOf is the member that x designates, whether it is the last one, and in p what is after it.
// Structures with unnamed parts are not looked into.
func (lv *lvalues) memberOf(x *cc.PostfixExpression, st cc.Type, p *part) (m repr.Member, last, ok bool) {
	if st == nil {
		return m, false, false
	}
	m, ok = lv.types.Member(st, x.Token2.SrcStr())
	size, known := lv.types.Size(m.Type)
	if !ok || !known || m.IsBit {
		return m, false, false
	}
	for _, other := range lv.types.Members(st) {
		switch {
		case other.Name == "" && !other.IsBit:
			return m, false, false
		case st.Kind() != cc.Union && other.Off >= m.Off+size && other.Name != "":
			p.next = memberText(x, other.Name)
			return m, false, true
		}
	}
	return m, true, true
}

// memberText is another member of what x designates a member of.
func memberText(x *cc.PostfixExpression, name string) string {
	arrow := "."
	if x.Case == cc.PostfixExpressionPSelect {
		arrow = "->"
	}
	return syntax.Excerpt(x.PostfixExpression) + arrow + name
}

// endsHere reports whether a part of what an expression designates, the last one, has nothing after it: the
// expression is the name of an object. An array that is all of an object is no part.
func (lv *lvalues) endsHere(n cc.ExpressionNode, text string) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent && text != syntax.Excerpt(n)
	case *cc.UnaryExpression: // (*p)[i], where p leads to arrays
		return x.Case == cc.UnaryExpressionDeref && text == syntax.Excerpt(n)
	}
	return false
}

func isArray(n cc.ExpressionNode) bool {
	t := undecayed(n)
	return t != nil && t.Kind() == cc.Array
}

// checkInner looks for an index that leads out of an array inside of an object. What is just past the end
// may be designated for its address.
func (lv *lvalues) checkInner(x cc.ExpressionNode, base cc.ExpressionNode, index value.Value) {
	if !lv.LooksInside() {
		return
	}
	p, ok := lv.inner(base)
	elem := repr.Elem(lv.types.Of(base).Decay())
	size, known := lv.types.Size(elem)
	s := lv.types.Scalar(index.Type)
	if !ok || !known || size == 0 || s.Class != repr.Integer {
		return
	}
	n := p.size / size
	if lv.addressed == x {
		n++
	}
	ts := lv.low.Ts
	wide := lv.values.Resize(index.Term, s.Width, max(s.Width, 64), s.Signed)
	lv.overrun(ts.Not(ts.BVUlt(wide, lv.values.BV(max(s.Width, 64), n))),
		"index "+p.String())
}

// LooksInside reports whether arrays inside of objects matter.
func (lv *lvalues) LooksInside() bool {
	return !lv.unit.Model && (lv.arith.Behaviour || lv.low.Cfg.Property.Memory()) && !lv.flow.Constant &&
		!lv.flow.IsDead()
}

// overrun reaches the violation by an access that leads out of an array inside of an object, where bad holds.
// Where that is not asked for, it is told if it is certain, and uses of memory are.
func (lv *lvalues) overrun(bad term.Term, what string) {
	asked := lv.low.Cfg.Property
	switch {
	case lv.low.Cfg.StrictMembers && asked.Covers(property.ValidDeref):
		lv.flow.Guard(lv.low.Ts.Not(bad), cfa.UB{What: what, Property: property.ValidDeref})
	case lv.low.Cfg.StrictMembers:
	case lv.arith.Behaviour:
		lv.arith.CheckBehaviour(bad, property.SubObject, what)
	case lv.low.Ts.IsTrue(bad):
		lv.marks.warn("%s; that violates no-undefined-behaviour, and valid-deref with --strict-members", what)
		fallthrough
	case !lv.low.Ts.IsFalse(bad):
		lv.prog.Overruns = append(lv.prog.Overruns, lv.flow.Pos)
	}
}
