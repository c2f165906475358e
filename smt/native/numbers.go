package native

import (
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
	"whittle.dev/smt/native/internal/numbers"
	"whittle.dev/term"
)

// arithmetic is the part of the solver that knows of Int and Real: it translates terms to linear forms, and
// predicates to gates. The atoms among these are decided by a theory, see numbers_theory.go.
type arithmetic struct {
	st    *term.Store
	bits  *vectors
	table numbers.Table
	forms []linear.Form // by number in bits.table less one
}

// isNumber reports that the sort is Int or Real.
func isNumber(sort term.Sort) bool { return sort == term.Int || sort == term.Real }

// reset forgets all forms.
func (ar *arithmetic) reset() {
	ar.table.Reset()
	ar.forms = ar.forms[:0]
}

// form returns the form of a translated number.
func (ar *arithmetic) form(t term.Term) linear.Form { return ar.forms[ar.bits.table.Get(t)-1] }

// blast translates a term of sort Int or Real, whose operands are translated.
func (ar *arithmetic) blast(t term.Term) error {
	f, err := ar.translate(t)
	if err != nil {
		return err
	}
	ar.forms = append(ar.forms, f)
	ar.bits.table.Set(t, uint32(len(ar.forms)))
	return nil
}

func (ar *arithmetic) translate(t term.Term) (f linear.Form, err error) {
	st := ar.st
	args := st.Args(t)
	switch op := st.Op(t); op {
	case term.OpSymbol:
		return ar.table.Unknown(st.Sort(t) == term.Int), nil
	case term.OpConst:
		return linear.Number(rational.FromBig(st.ConstRat(t))), nil
	case term.OpAdd, term.OpSub:
		return ar.sum(args, op == term.OpSub), nil
	case term.OpNeg:
		return ar.form(args[0]).Scale(rational.Of(-1)), nil
	case term.OpMul:
		return ar.product(args)
	case term.OpAbs:
		x := ar.form(args[0])
		minus := x.Scale(rational.Of(-1))
		return ar.table.Choose(ar.table.AtMost(minus, false), x, minus, true), nil
	case term.OpDiv, term.OpMod, term.OpRDiv:
		return ar.quotient(op, args)
	case term.OpToReal:
		return ar.form(args[0]), nil
	case term.OpToInt:
		return ar.table.Floor(ar.form(args[0])), nil
	case term.OpUBVToInt, term.OpSBVToInt:
		return ar.table.FromBits(ar.bits.vec(args[0]), op == term.OpSBVToInt), nil
	case term.OpIte:
		return ar.table.Choose(ar.bits.bit(args[0]), ar.form(args[1]), ar.form(args[2]),
			st.Sort(t) == term.Int), nil
	}
	return f, unsupported(st, t)
}

// sum adds the operands, or subtracts the others from the first.
func (ar *arithmetic) sum(args []term.Term, subtract bool) linear.Form {
	fs := make([]linear.Form, len(args))
	for i, a := range args {
		fs[i] = ar.form(a)
		if subtract && i > 0 {
			fs[i] = fs[i].Scale(rational.Of(-1))
		}
	}
	return linear.Sum(fs...)
}

// product multiplies the operands, at most one of which is not a number.
func (ar *arithmetic) product(args []term.Term) (linear.Form, error) {
	factor, out := rational.Of(1), linear.Number(rational.Of(1))
	for _, a := range args {
		switch f := ar.form(a); {
		case f.IsConst():
			factor = factor.Mul(f.Const)
		case out.IsConst():
			out = f
		default:
			return f, &unsupportedError{"product of unknown numbers"}
		}
	}
	return out.Scale(factor), nil
}

// quotient divides by a number that is not 0.
func (ar *arithmetic) quotient(op term.Op, args []term.Term) (linear.Form, error) {
	f := ar.form(args[0])
	for _, a := range args[1:] {
		by := ar.form(a)
		switch {
		case !by.IsConst():
			return f, &unsupportedError{"division by an unknown number"}
		case by.Const.IsZero():
			return f, &unsupportedError{"division of numbers by zero"}
		case op == term.OpDiv:
			f = ar.table.Div(f, by.Const)
		case op == term.OpMod:
			f = ar.table.Mod(f, by.Const)
		default:
			f = f.Scale(by.Const.Inv())
		}
	}
	return f, nil
}

// predicate returns the literal of a predicate on numbers, whose operands are translated.
func (ar *arithmetic) predicate(t term.Term) (l aig.Lit, ok bool) {
	args := ar.st.Args(t)
	if len(args) == 0 || !isNumber(ar.st.Sort(args[0])) {
		return 0, false
	}
	x := ar.form(args[0])
	switch op := ar.st.Op(t); op {
	case term.OpIsInt:
		return ar.table.Equal(x.Sub(ar.table.Floor(x))), true
	case term.OpDivisible:
		n, _ := ar.st.Params(t)
		return ar.table.Equal(ar.table.Mod(x, rational.Of(int64(n)))), true
	case term.OpLe:
		return ar.table.AtMost(x.Sub(ar.form(args[1])), false), true
	case term.OpLt:
		return ar.table.AtMost(x.Sub(ar.form(args[1])), true), true
	case term.OpGe:
		return ar.table.AtMost(ar.form(args[1]).Sub(x), false), true
	case term.OpGt:
		return ar.table.AtMost(ar.form(args[1]).Sub(x), true), true
	}
	return 0, false
}

// isInt reports that all values of a form are integers.
func (ar *arithmetic) isInt(f linear.Form) bool {
	for _, m := range f.Terms {
		if !ar.table.Vars.IsInt(m.Var) || !m.Coef.IsInt() {
			return false
		}
	}
	return f.Const.IsInt()
}
