package instrument

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// expression writes an expression that needs more than its tokens: hooks, or
// an order of its operands. It reports false for others.
func (p *printer) expression(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			return p.functionName(x) || p.read(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionCall:
			p.call(x)
			return true
		case cc.PostfixExpressionIndex:
			return p.read(x) || p.index(x)
		case cc.PostfixExpressionComplit:
			if p.inline < 2 {
				return false
			}
			// Commas in braces would part the arguments of a macro.
			p.write("(")
			p.children(x)
			p.write(")")
			return true
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return p.read(x)
		case cc.PostfixExpressionInc:
			return p.incDec(x, x.PostfixExpression, "+", true)
		case cc.PostfixExpressionDec:
			return p.incDec(x, x.PostfixExpression, "-", true)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			return p.vaArg(x) || p.read(x)
		case cc.UnaryExpressionInc:
			return p.incDec(x, x.UnaryExpression, "+", false)
		case cc.UnaryExpressionDec:
			return p.incDec(x, x.UnaryExpression, "-", false)
		case cc.UnaryExpressionMinus:
			if p.hook(x, SiteViolation) != 0 {
				p.write(fmt.Sprintf("W_CHECKED(sub, 0, %s)", p.text(x.CastExpression)))
				return true
			}
		}
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond {
			return p.assignment(x)
		}
	case *cc.AdditiveExpression:
		return x.Case != cc.AdditiveExpressionMul && p.binary(x)
	case *cc.MultiplicativeExpression:
		return x.Case != cc.MultiplicativeExpressionCast && p.binary(x)
	case *cc.ShiftExpression:
		return x.Case != cc.ShiftExpressionAdd && p.binary(x)
	case *cc.RelationalExpression:
		return x.Case != cc.RelationalExpressionShift && p.binary(x)
	case *cc.EqualityExpression:
		return x.Case != cc.EqualityExpressionRel && p.binary(x)
	case *cc.AndExpression:
		return x.Case != cc.AndExpressionEq && p.binary(x)
	case *cc.ExclusiveOrExpression:
		return x.Case != cc.ExclusiveOrExpressionAnd && p.binary(x)
	case *cc.InclusiveOrExpression:
		return x.Case != cc.InclusiveOrExpressionXor && p.binary(x)
	}
	return false
}

// operand is the text of an operand, and whether it does something that others can tell.
type operand struct {
	text   string
	effect bool
	node   cc.ExpressionNode
}

func (p *printer) operand(n cc.ExpressionNode) operand {
	before := p.effects
	text := p.text(n)
	return operand{text, p.effects != before, n}
}

// place is the text of an expression that designates an object, without the hook of reading it.
func (p *printer) place(n cc.ExpressionNode) operand {
	inner := syntax.Unparen(n)
	old := p.raw[inner]
	p.raw[inner] = true
	o := p.operand(n)
	p.raw[inner] = old
	return o
}

// value is the operand in a form that a temporary can take: a bit-field cannot be copied as it is.
func (o operand) value() string {
	if x, ok := syntax.Unparen(o.node).(*cc.PostfixExpression); ok &&
		(x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) &&
		!strings.HasPrefix(o.text, "W_") {
		return "(0, " + o.text + ")"
	}
	return o.text
}

// varies reports whether the value may depend on when the operand is evaluated.
func (o operand) varies() bool {
	n := syntax.Unparen(o.node)
	if t := n.Type(); n.Value() != nil && n.Value() != cc.Unknown || t.Kind() == cc.Array ||
		t.Kind() == cc.Function {
		return false
	}
	if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof {
		_, name := syntax.Unparen(x.CastExpression).(*cc.PrimaryExpression)
		return !name
	}
	return true
}

// before reports whether an operand must be evaluated before the one that stands after it, which a compiler
// would not do by itself.
func (o operand) before(next operand) bool {
	return next.effect && (o.effect || o.varies() && syntax.HasCall(next.node))
}

// placeBefore is before for a place, whose content does not matter.
func (o operand) placeBefore(next operand) bool {
	_, name := syntax.Unparen(o.node).(*cc.PrimaryExpression)
	return !name && o.before(next)
}

// functionName writes the name of the function as it is in the source.
func (p *printer) functionName(x *cc.PrimaryExpression) bool {
	if x.Token.SrcStr() != "__func__" || p.function == "" {
		return false
	}
	p.write(fmt.Sprintf("%q", p.function))
	return true
}

// read writes an object that is read with a hook.
func (p *printer) read(n cc.ExpressionNode) bool {
	if p.raw[n] {
		return false
	}
	h := p.hook(n, SiteLoad)
	if h == 0 {
		return false
	}
	p.effects++
	if base, ok := p.bitBase(n); ok {
		p.write(fmt.Sprintf("W_LOAD_BITS(%d, %s, %s)", h, base, p.bitName(n)))
		return true
	}
	o := p.place(n)
	p.write(fmt.Sprintf("W_LOAD(%d, %s)", h, o.text))
	return true
}

// index writes a[i]; where it matters a comes first.
func (p *printer) index(x *cc.PostfixExpression) bool {
	a, i := p.operand(x.PostfixExpression), p.operand(x.ExpressionList)
	if !a.before(i) {
		p.write(a.text + "[" + i.text + "]")
		return true
	}
	p.write(fmt.Sprintf("(*({ __auto_type whittle_l = %s; __auto_type whittle_r = %s; "+
		"&whittle_l[whittle_r]; }))", a.value(), i.value()))
	return true
}

// binary writes an operator with its operands; where it matters the left one comes first.
func (p *printer) binary(n cc.ExpressionNode) bool {
	parts := p.order.Parts(n)
	if len(parts) != 3 || parts[0].Node == nil || parts[1].Token == nil || parts[2].Node == nil {
		return false
	}
	left, ok1 := parts[0].Node.(cc.ExpressionNode)
	right, ok2 := parts[2].Node.(cc.ExpressionNode)
	if !ok1 || !ok2 {
		return false
	}
	l, r, op := p.operand(left), p.operand(right), parts[1].Token.SrcStr()
	name := map[string]string{"+": "add", "-": "sub", "*": "mul"}[op]
	switch {
	case name != "" && p.hook(n, SiteViolation) != 0:
		p.write(fmt.Sprintf("W_CHECKED(%s, %s, %s)", name, l.text, r.text))
	case l.before(r):
		p.write(fmt.Sprintf("({ __auto_type whittle_l = %s; __auto_type whittle_r = %s; whittle_l %s "+
			"whittle_r; })", l.value(), r.value(), op))
	default:
		p.write(l.text + " " + op + " " + r.text)
	}
	return true
}

// incDec writes ++ and --.
func (p *printer) incDec(n, operand cc.ExpressionNode, op string, post bool) bool {
	inner := syntax.Unparen(operand)
	result := "whittle_n"
	if post {
		result = "whittle_o"
	}
	if h := p.hook(n, SiteStep); h != 0 {
		form := op + op + "*whittle_p"
		if post {
			form = "(*whittle_p)" + op + op
		}
		p.atomicUpdate(h, p.place(operand).text, "", form)
		return true
	}
	load, store := p.hook(inner, SiteLoad), p.hook(inner, SiteStore)
	check := p.hook(n, SiteViolation) != 0
	if load == 0 && store == 0 && !check {
		p.raw[inner] = true
		p.children(n)
		delete(p.raw, inner)
		return true
	}
	if base, ok := p.bitBase(inner); ok {
		p.updateBits(inner, load, store, base, op, "1", result)
		return true
	}
	pl := p.place(operand)
	switch {
	case check:
		p.update(load, store, pl.text, op, "1", false, true, result)
	case post:
		p.write(fmt.Sprintf("W_POST(%d, %d, %s, %s, 1)", load, store, pl.text, op))
	default:
		p.write(fmt.Sprintf("W_UPDATE(%d, %d, %s, %s, 1)", load, store, pl.text, op))
	}
	p.effects++
	return true
}

// atomicUpdate writes an update that is one step.
func (p *printer) atomicUpdate(h int, place, operand, form string) {
	p.effects++
	p.write(fmt.Sprintf("({ __auto_type whittle_p = &(%s); %swhittle_at(%d, whittle_p); __auto_type "+
		"whittle_v = %s; whittle_done(%d); whittle_v; })", place, operand, h, form, h))
}

// update writes the long form of an update: check says that its overflow is the violation.
func (p *printer) update(load, store int, place, op, operand string, operandFirst, check bool,
	result string) {
	var b strings.Builder
	fmt.Fprintf(&b, "({ __auto_type whittle_p = &(%s); ", place)
	if operandFirst {
		fmt.Fprintf(&b, "__auto_type whittle_r = %s; ", operand)
	}
	fmt.Fprintf(&b, "whittle_at(%d, whittle_p); __auto_type whittle_o = *whittle_p; whittle_done(%d); ", load,
		load)
	if !operandFirst {
		fmt.Fprintf(&b, "__auto_type whittle_r = %s; ", operand)
	}
	value := "whittle_o " + op + " whittle_r"
	if name := map[string]string{"+": "add", "-": "sub", "*": "mul"}[op]; check && name != "" {
		value = "W_CHECKED(" + name + ", whittle_o, whittle_r)"
	}
	fmt.Fprintf(&b, "__typeof__(*whittle_p) whittle_n = %s; whittle_at(%d, whittle_p); *whittle_p = "+
		"whittle_n; whittle_done(%d); %s; })", value, store, store, result)
	p.effects++
	p.write(b.String())
}

// assignment writes = and the compound assignments.
func (p *printer) assignment(x *cc.AssignmentExpression) bool {
	inner := syntax.Unparen(x.UnaryExpression)
	if x.Case == cc.AssignmentExpressionAssign {
		h := p.hook(inner, SiteStore)
		if base, ok := p.bitBase(inner); ok && h != 0 {
			p.storeBits(inner, p.hook(inner, SiteLoad), h, base, p.text(x.AssignmentExpression))
			return true
		}
		l, r := p.place(x.UnaryExpression), p.operand(x.AssignmentExpression)
		copied := p.hook(x, SiteStep)
		switch {
		case copied != 0 && syntax.IsLvalue(x.AssignmentExpression):
			p.effects++
			p.write(fmt.Sprintf("W_COPY(%d, %s, %s)", copied, l.text, r.text))
		case copied != 0, h != 0:
			h = max(h, copied)
			p.effects++
			p.write(fmt.Sprintf("W_STORE(%d, %s, %s)", h, l.text, r.text))
		case l.placeBefore(r) && p.s.low.BitFields[inner] == nil:
			p.write(fmt.Sprintf("({ __auto_type whittle_p = &(%s); *whittle_p = %s; })", l.text, r.text))
		default:
			p.write(l.text + " = " + r.text)
		}
		return true
	}
	op := strings.TrimSuffix(x.Token.SrcStr(), "=")
	step := p.hook(x, SiteStep)
	load, store := p.hook(inner, SiteLoad), p.hook(inner, SiteStore)
	check := p.hook(x, SiteViolation) != 0
	if base, ok := p.bitBase(inner); ok && load+store != 0 {
		p.updateBits(inner, load, store, base, op, p.text(x.AssignmentExpression), "whittle_n")
		return true
	}
	l, r := p.place(x.UnaryExpression), p.operand(x.AssignmentExpression)
	first := syntax.HasCall(x.AssignmentExpression)
	switch {
	case step != 0:
		p.atomicUpdate(step, l.text, "__auto_type whittle_r = "+r.value()+"; ", "(*whittle_p "+op+
			"= whittle_r)")
	case load == 0 && store == 0 && !check:
		if l.placeBefore(r) && p.s.low.BitFields[inner] == nil {
			p.write(fmt.Sprintf("({ __auto_type whittle_p = &(%s); *whittle_p %s= %s; })", l.text, op,
				r.text))
		} else {
			p.write(l.text + " " + op + "= " + r.text)
		}
	case check || first:
		p.update(load, store, l.text, op, r.value(), first, check, "whittle_n")
	default:
		p.effects++
		p.write(fmt.Sprintf("W_UPDATE(%d, %d, %s, %s, %s)", load, store, l.text, op, r.value()))
	}
	return true
}

// vaArg writes what the front end's headers make of va_arg.
func (p *printer) vaArg(x *cc.UnaryExpression) bool {
	cast, ok := syntax.Unparen(x.CastExpression).(*cc.CastExpression)
	if !ok || cast.Case != cc.CastExpressionCast {
		return false
	}
	call, ok := syntax.Unparen(cast.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return false
	}
	d := syntax.Callee(call.PostfixExpression)
	args := syntax.Arguments(call)
	if d == nil || d.Name() != "__builtin_va_arg_impl" || len(args) != 1 {
		return false
	}
	ty := strings.TrimSuffix(strings.TrimSpace(p.text(cast.TypeName)), "*")
	p.write(fmt.Sprintf("__builtin_va_arg(%s, %s)", p.place(args[0]).text, ty))
	return true
}
