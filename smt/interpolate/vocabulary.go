package interpolate

import (
	"math/big"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// vocabulary numbers the terms that linear constraints are about: symbols, and terms that are not linear,
// which count as variables of their own.
type vocabulary struct {
	st    *term.Store
	vars  map[term.Term]linear.Var
	terms []term.Term // by variable
}

func newVocabulary(st *term.Store) vocabulary {
	return vocabulary{st: st, vars: map[term.Term]linear.Var{}}
}

func (v *vocabulary) varOf(t term.Term) linear.Var {
	x, ok := v.vars[t]
	if !ok {
		x = linear.Var(len(v.terms))
		v.vars[t] = x
		v.terms = append(v.terms, t)
	}
	return x
}

// integral reports that a variable has integer values only.
func (v *vocabulary) integral(x linear.Var) bool {
	return int(x) < len(v.terms) && v.st.Sort(v.terms[x]).IsInt()
}

// sum returns the difference a - b of two terms of sort Int or Real, or a for b = term.None.
func (v *vocabulary) sum(a, b term.Term) linear.Row {
	type part struct {
		t    term.Term
		coef rational.Rat
	}
	one := rational.Of(1)
	stack := []part{{a, one}}
	if b != term.None {
		stack = append(stack, part{b, one.Neg()})
	}
	row := linear.Row{Rel: linear.Eq}
	st := v.st
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		args := st.Args(p.t)
		switch op := st.Op(p.t); {
		case st.IsConst(p.t):
			row.Const = row.Const.Add(p.coef.Mul(rational.FromBig(st.ConstRat(p.t))))
		case op == term.OpAdd:
			for _, x := range args {
				stack = append(stack, part{x, p.coef})
			}
		case op == term.OpSub:
			stack = append(stack, part{args[0], p.coef})
			for _, x := range args[1:] {
				stack = append(stack, part{x, p.coef.Neg()})
			}
		case op == term.OpNeg:
			stack = append(stack, part{args[0], p.coef.Neg()})
		case op == term.OpToReal:
			stack = append(stack, part{args[0], p.coef})
		case op == term.OpMul:
			k, rest, ok := v.factor(args)
			if !ok {
				row = linear.Combine(row, p.coef, v.single(p.t))
				break
			}
			stack = append(stack, part{rest, p.coef.Mul(k)})
		case op == term.OpRDiv && st.IsConst(args[1]) && st.ConstRat(args[1]).Sign() != 0:
			stack = append(stack, part{args[0], p.coef.Div(rational.FromBig(st.ConstRat(args[1])))})
		default:
			row = linear.Combine(row, p.coef, v.single(p.t))
		}
	}
	return row
}

// single is the sum of one variable.
func (v *vocabulary) single(t term.Term) linear.Row {
	return linear.Row{Rel: linear.Eq, Sum: []linear.Mono{{Var: v.varOf(t), Coef: rational.Of(1)}}}
}

// factor splits a product into a constant and one other factor.
func (v *vocabulary) factor(args []term.Term) (k rational.Rat, rest term.Term, ok bool) {
	k = rational.Of(1)
	for _, x := range args {
		switch {
		case v.st.IsConst(x):
			k = k.Mul(rational.FromBig(v.st.ConstRat(x)))
		case rest == term.None:
			rest = x
		default:
			return k, rest, false
		}
	}
	return k, rest, rest != term.None
}

// definitions returns rows that say what a variable for a term that is not linear means, as far as that is
// linear: of div and mod by a constant, and of to_int.
func (v *vocabulary) definitions(x linear.Var) []linear.Row {
	st, t := v.st, v.terms[x]
	args := st.Args(t)
	switch op := st.Op(t); {
	case (op == term.OpDiv || op == term.OpMod) && st.IsConst(args[1]) && st.ConstBig(args[1]).Sign() != 0:
		// x = c*q + r, 0 <= r <= |c| - 1
		c := st.ConstBig(args[1])
		q, r := st.IntDiv(args[0], args[1]), st.IntMod(args[0], args[1])
		whole := v.sum(args[0], st.IntAdd(st.IntMul(args[1], q), r))
		low := v.sum(r, term.None).Scale(rational.Of(-1))
		low.Rel = linear.Le
		high := v.sum(r, st.Int(new(big.Int).Sub(c.Abs(c), big.NewInt(1))))
		high.Rel = linear.Le
		return []linear.Row{whole, low, high}
	case op == term.OpToInt:
		// i <= x < i + 1
		low := v.sum(t, args[0])
		low.Rel = linear.Le
		high := v.sum(args[0], t)
		high.Const = high.Const.Sub(rational.Of(1))
		high.Rel = linear.Lt
		return []linear.Row{low, high}
	}
	return nil
}

// formula returns a row as a term, with positive coefficients on both sides of the comparison.
func (v *vocabulary) formula(r linear.Row) term.Term {
	st := v.st
	if len(r.Sum) == 0 {
		return st.Bool(!r.Absurd())
	}
	r = r.Normal(v.integral)
	real := !r.Const.IsInt()
	for _, m := range r.Sum {
		real = real || !v.integral(m.Var)
	}
	if real && r.Rel == linear.Eq && !r.Const.IsInt() && v.allIntegral(r) {
		return st.False()
	}
	left, right := v.side(r, 1, real), v.side(r, -1, real)
	k := v.constant(r.Const.Abs(), real)
	if r.Const.Sign() > 0 {
		left = append(left, k)
	} else if r.Const.Sign() < 0 {
		right = append(right, k)
	}
	if len(left) == 0 {
		left = append(left, v.constant(rational.Rat{}, real))
	}
	if len(right) == 0 {
		right = append(right, v.constant(rational.Rat{}, real))
	}
	a, b := st.IntAdd(left...), st.IntAdd(right...)
	switch r.Rel {
	case linear.Eq:
		return st.Eq(a, b)
	case linear.Lt:
		return st.Lt(a, b)
	}
	return st.Le(a, b)
}

func (v *vocabulary) allIntegral(r linear.Row) bool {
	for _, m := range r.Sum {
		if !v.integral(m.Var) {
			return false
		}
	}
	return true
}

// side returns the terms whose coefficients have the given sign, with the magnitude of these.
func (v *vocabulary) side(r linear.Row, sign int, real bool) []term.Term {
	var out []term.Term
	for _, m := range r.Sum {
		if m.Coef.Sign() != sign {
			continue
		}
		t := v.terms[m.Var]
		if real && v.integral(m.Var) {
			t = v.st.ToReal(t)
		}
		if c := m.Coef.Abs(); !c.Equal(rational.Of(1)) {
			t = v.st.IntMul(v.constant(c, real), t)
		}
		out = append(out, t)
	}
	return out
}

func (v *vocabulary) constant(c rational.Rat, real bool) term.Term {
	if real {
		return v.st.Real(c.Big())
	}
	return v.st.Int(c.Num().Rat().Big().Num())
}
