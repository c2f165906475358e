package value

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// Note notes the call that has just been emitted as a step, whose result is r; byModel: a model makes it.
func (mk *Made) Note(s *flow.Step, r Value, byModel bool, args []cc.ExpressionNode) {
	t := repr.Elem(r.Type)
	switch {
	case !repr.IsPointer(r.Type) || t == nil:
		return
	case repr.IsVoid(t):
		s.Made = &cfa.Made{}
		mk.by[r.Term] = s.Made
		mk.set(s.Made, sizeofType(args))
	case byModel:
		s.Made = &cfa.Made{}
		mk.set(s.Made, t)
	}
}

// set says what memory consists of that a step makes. An operand of sizeof says more than a pointer to
// characters.
func (mk *Made) set(m *cfa.Made, t cc.Type) {
	if t == nil || repr.IsVoid(t) || t.Kind() == cc.Function || t.IsIncomplete() {
		return
	}
	lay := mk.types.Layout(t)
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

// As is called when a pointer becomes one to t.
func (mk *Made) As(p term.Term, t cc.Type) {
	if m, ok := mk.by[p]; ok {
		mk.set(m, t)
	}
}

// For is called when a pointer is stored. The variable names what has no name by its type.
func (mk *Made) For(p term.Term, to Place) {
	m, ok := mk.by[p]
	if !ok {
		return
	}
	if m.Name != "" || m.Layout == nil {
		return
	}
	if to.Reg != cfa.NoReg {
		name := mk.prog.Regs[to.Reg].Name
		m.Name = name[strings.LastIndexByte(name, ':')+1:]
		return
	}
	if n, ok := to.Node.(cc.ExpressionNode); ok {
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
