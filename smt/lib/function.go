package lib

import "whittle.dev/term"

// Functions. What define-fun defines is expanded where it is applied. An uninterpreted function over Bool and
// bit-vectors alone is expanded after Ackermann (scope.go), since all that decides bit-vectors can then
// decide it, quantifiers included; one that has another sort is a function symbol of the store.

// newFunction declares an uninterpreted function.
func (p *parser) newFunction(name string, params []term.Sort, result term.Sort) *decl {
	bits := result.IsBool() || result.IsBitVec()
	for _, s := range params {
		bits = bits && (s.IsBool() || s.IsBitVec())
	}
	if bits {
		return &decl{declared: true,
			fn: &function{name: name, params: params, result: result, index: map[string]int{}}}
	}
	return &decl{declared: true, symbol: p.symbol(name, p.st.FuncSort(params, result))}
}

// paramsOf returns the sorts that a function takes, none for what is no function.
func (p *parser) paramsOf(d *decl) []term.Sort {
	switch {
	case d.fn != nil:
		return d.fn.params
	case d.symbol != term.None && p.st.Sort(d.symbol).IsFunc():
		params, _ := p.st.FuncParts(p.st.Sort(d.symbol))
		return params
	case d.macro != nil:
		var params []term.Sort
		for _, x := range d.macro.params {
			params = append(params, p.st.Sort(x))
		}
		return params
	}
	return nil
}

// applyDecl applies a function of the script.
func (p *parser) applyDecl(head *Node, d *decl, args []term.Term) (term.Term, error) {
	want := p.paramsOf(d)
	if want == nil {
		return term.None, errorf(head.Pos, "%s is not a function", abbreviate(head))
	}
	if len(args) != len(want) {
		return term.None, errorf(head.Pos, "%s takes %d operands, not %d", abbreviate(head), len(want),
			len(args))
	}
	for i, a := range args {
		if want[i].IsReal() && p.st.Sort(a).IsInt() {
			args[i] = p.st.ToReal(a)
		} else if got := p.st.Sort(a); got != want[i] {
			return term.None, errorf(head.Pos, "operand %d of %s has sort %s, want %s", i+1, abbreviate(head),
				p.st.SortString(got), p.st.SortString(want[i]))
		}
	}
	switch {
	case d.fn != nil:
		return p.call(head.Pos, d.fn, args)
	case d.symbol != term.None:
		return p.st.Apply(d.symbol, args...), nil
	}
	return p.expand(head.Pos, d.macro, args)
}

// SMT-LIB leaves open what a division by zero gives: any function of the dividend will do. So where a divisor
// is zero, or may be, the quotient is an uninterpreted function of the dividend, of which models say nothing.

// divide applies div, mod or / to operands of the right sorts.
func (p *parser) divide(op term.Op, a, b term.Term) term.Term {
	st := p.st
	if r := st.ConstRat(b); r != nil && r.Sign() != 0 {
		return st.Mk(op, nil, a, b)
	}
	sort := st.Sort(a)
	f, ok := p.divisions[op]
	if !ok {
		f = p.internal(op.String()+" by 0", st.FuncSort([]term.Sort{sort}, sort))
		p.divisions[op] = f
	}
	byZero := st.Apply(f, a)
	if st.IsConst(b) {
		return byZero
	}
	return st.Ite(st.Eq(b, st.FromValue(st.ZeroValue(sort))), byZero, st.Mk(op, nil, a, b))
}
