package ir

// constExpr reads a constant expression: an operation and its operands in parentheses.
func (p *parser) constExpr(t *Type) Value {
	op, ok := ops[p.tok.text]
	if !ok {
		p.fail("%s where a value was expected", p.describe())
	}
	p.next()
	c := &Const{Op: op}
	v := Value{Kind: Expr, Type: t, X: c}
	c.Flags = p.flags()
	switch {
	case op == GetElementPtr:
		if p.accept("inrange") && p.is("(") {
			p.skipBalanced()
		}
		p.expect("(")
		c.Elem = p.typ()
		p.expect(",")
		for first := true; first || p.accept(","); first = false {
			p.accept("inrange")
			c.Elems = append(c.Elems, p.typedValue())
		}
		p.expect(")")
	case op.IsConversion():
		p.expect("(")
		c.Elems = []Value{p.typedValue()}
		p.expect("to")
		if to := p.typ(); !to.equals(t, 0) {
			p.fail("%v to the type %v, where %v was expected", op, to, t)
		}
		p.expect(")")
	case op == ICmp || op == FCmp:
		c.Pred = p.pred(op)
		c.Elems = p.operands()
	case op == ExtractValue || op == InsertValue:
		p.expect("(")
		c.Elems = []Value{p.typedValue()}
		if op == InsertValue {
			p.expect(",")
			c.Elems = append(c.Elems, p.typedValue())
		}
		for p.accept(",") {
			c.Index = append(c.Index, p.small())
		}
		p.expect(")")
	case op.IsBinary(), op == FNeg, op == Select, op == ExtractElement, op == InsertElement,
		op == ShuffleVector:
		c.Elems = p.operands()
		want := 3
		if op.IsBinary() || op == ExtractElement {
			want = 2
		} else if op == FNeg {
			want = 1
		}
		if len(c.Elems) != want {
			p.fail("%v has %d operands", op, want)
		}
	default:
		p.fail("%v is no constant expression", op)
	}
	return v
}

// operands reads typed operands in parentheses.
func (p *parser) operands() (out []Value) {
	p.expect("(")
	for first := true; first || p.accept(","); first = false {
		out = append(out, p.typedValue())
	}
	p.expect(")")
	return out
}

// flags reads what follows the word of an operation.
func (p *parser) flags() (f Flags) {
	for p.tok.kind == tWord {
		flag, ok := flagWords[p.tok.text]
		if !ok {
			return f
		}
		f |= flag
		p.next()
	}
	return f
}

// pred reads the condition of a comparison.
func (p *parser) pred(op Op) Pred {
	preds := intPreds
	if op == FCmp {
		preds = floatPreds
	}
	c, ok := preds[p.tok.text]
	if !ok || p.tok.kind != tWord {
		p.fail("%s where a condition was expected", p.describe())
	}
	p.next()
	return c
}
