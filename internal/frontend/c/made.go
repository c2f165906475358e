package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// A call of malloc says nothing of what its memory is for, and people do not want to read "malloc#4+104". So
// three things that stand around the call are noted at its edge, for traces alone: the type that its size
// speaks of, the type of the pointer that the result becomes, and the variable that it is stored in. A
// function of the program that passes such a pointer on, as xmalloc does, is such a call itself.

// sizedHeader is how many bytes the models with the suffix _sized keep in front of an object.
const sizedHeader = 16

// noteMade notes the call that has just been emitted as a step, whose result is r.
func (f *fn) noteMade(s *flow.Step, r value, e *entity, args []cc.ExpressionNode) {
	t := repr.Elem(r.ty)
	switch {
	case f.unit.model || !repr.IsPointer(r.ty) || t == nil:
		return
	case repr.IsVoid(t):
		if f.made == nil {
			f.made = map[term.Term]*cfa.Made{}
		}
		s.Made = &cfa.Made{}
		f.made[r.t] = s.Made
		f.setMade(s.Made, sizeofType(args))
	case e != nil && e.model:
		s.Made = &cfa.Made{}
		f.setMade(s.Made, t)
	}
}

// setMade says what memory consists of that a step makes. An operand of sizeof says more than a pointer to
// characters.
func (f *fn) setMade(m *cfa.Made, t cc.Type) {
	if t == nil || repr.IsVoid(t) || t.Kind() == cc.Function || t.IsIncomplete() {
		return
	}
	lay := f.types.Layout(t)
	if lay.Size == 0 || m.Layout != nil && lay.Size == 1 {
		return
	}
	m.Layout = lay
	switch t.Kind() {
	case cc.Struct, cc.Union:
		_, name, _ := strings.Cut(" "+lay.Type, " ")
		m.Name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "struct"), "union"), " ")
	}
}

// madeAs is called when a pointer becomes one to t.
func (f *fn) madeAs(p term.Term, t cc.Type) {
	if m, ok := f.made[p]; ok {
		f.setMade(m, t)
	}
}

// madeFor is called when a pointer is stored. The variable names what has no name by its type.
func (f *fn) madeFor(p term.Term, to place) {
	m, ok := f.made[p]
	if !ok {
		return
	}
	if m.Name != "" || m.Layout == nil {
		return
	}
	if to.reg != cfa.NoReg {
		name := f.prog.Regs[to.reg].Name
		m.Name = name[strings.LastIndexByte(name, ':')+1:]
		return
	}
	if n, ok := to.node.(cc.ExpressionNode); ok {
		if text, _, ok := syntax.Place(n); ok {
			m.Name = text[strings.LastIndexAny(text, ">.*(")+1:]
		}
	}
}

// sizeofType is the operand of the first sizeof in the arguments of a call, or nil.
func sizeofType(args []cc.ExpressionNode) (t cc.Type) {
	for _, a := range args {
		syntax.Walk(a, func(n cc.Node) bool {
			x, ok := n.(*cc.UnaryExpression)
			switch {
			case t != nil:
				return false
			case !ok:
			case x.Case == cc.UnaryExpressionSizeofType:
				t = x.TypeName.Type()
			case x.Case == cc.UnaryExpressionSizeofExpr:
				if t = x.UnaryExpression.Type(); t != nil {
					t = t.Undecay()
				}
			}
			return true
		})
	}
	return t
}
