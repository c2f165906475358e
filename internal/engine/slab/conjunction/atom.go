package conjunction

import (
	"math/big"

	"whittle.dev/term"
)

// atom reads an equation of two terms that are not of sort Bool, or a comparison.
func (r *Reader) atom(t term.Term, neg bool) *Formula {
	a, b := r.st.Arg(t, 0), r.st.Arg(t, 1)
	if r.st.Op(t) == term.OpEq && (r.enumerated(a) || r.enumerated(b)) {
		return r.enumeratedEquation(a, b, neg)
	}
	if sort := r.st.Sort(a); sort != term.Int && sort != term.Real {
		return nil
	}
	d := difference{r: r, sign: 1}
	if !d.add(a, big.NewRat(1, 1)) || !d.add(b, big.NewRat(-1, 1)) {
		return nil
	}
	x, y, c, ok := d.normal()
	integer := r.st.Sort(a) == term.Int
	switch {
	case !ok && integer:
		return nil
	case !ok:
		return d.linear(r.st.Op(t) == term.OpLe, neg)
	}
	le := func(x, y Ref, c *big.Rat, strict bool) *Formula { return r.bound(x, y, c, strict, integer) }
	minus := new(big.Rat).Neg(c)
	var f *Formula
	switch {
	case r.st.Op(t) == term.OpLe && !neg: // sign * (x - y) <= sign * c
		f = d.oriented(le, x, y, c, minus, false)
	case r.st.Op(t) == term.OpLe:
		d.sign = -d.sign
		f = d.oriented(le, x, y, c, minus, true)
	case !neg:
		f = both(all, le(x, y, c, false), le(y, x, minus, false))
	default:
		f = both(some, le(x, y, c, true), le(y, x, minus, true))
	}
	return f
}

func both(join func([]*Formula) *Formula, a, b *Formula) *Formula {
	if a == nil || b == nil {
		return nil
	}
	return join([]*Formula{a, b})
}

// bound is x - y <= c, or x - y < c.
func (r *Reader) bound(x, y Ref, c *big.Rat, strict, integer bool) *Formula {
	scaled := new(big.Rat).Set(c)
	if integer {
		// Over the integers x - y <= c is x - y <= floor(c), and x - y < c is x - y <= ceil(c) - 1.
		floor := new(big.Int).Div(c.Num(), c.Denom()) // the denominator is positive: Euclid's is the floor
		if strict && c.IsInt() {
			floor.Sub(floor, big.NewInt(1))
		}
		scaled.SetInt(floor)
		strict = false
	} else {
		scaled.Mul(scaled, new(big.Rat).SetInt(r.scale))
	}
	n := scaled.Num()
	if !scaled.IsInt() || !n.IsInt64() || n.Int64() > maxNumber || n.Int64() < -maxNumber {
		return nil
	}
	w := weight(n.Int64(), strict)
	if x == y { // no variable is left
		if w >= 0 {
			return truth
		}
		return falsity
	}
	return &Formula{kind: atMost, x: x, y: y, c: w, real: !integer}
}

// linear is the comparison of the sum with 0, or its negation.
func (d *difference) linear(le, neg bool) *Formula {
	var minus []coefficient
	for _, t := range d.terms {
		minus = append(minus, coefficient{t.ref, new(big.Rat).Neg(t.by)})
	}
	rest, opposite := &d.rest, new(big.Rat).Neg(&d.rest)
	atMost := func(strict bool) *Formula { return linearLiteral(d.terms, opposite, strict) }
	atLeast := func(strict bool) *Formula { return linearLiteral(minus, rest, strict) }
	switch {
	case le && !neg:
		return atMost(false)
	case le:
		return atLeast(true)
	case !neg:
		return all([]*Formula{atMost(false), atLeast(false)})
	}
	return some([]*Formula{atMost(true), atLeast(true)})
}

// difference is a sum of at most two variables with opposite coefficients.
type difference struct {
	r     *Reader
	terms []coefficient
	rest  big.Rat
	// sign says whether the comparison was divided by a negative number.
	sign int
}

type coefficient struct {
	ref Ref
	by  *big.Rat
}

// add adds by * t; it fails on what is not linear.
func (d *difference) add(t term.Term, by *big.Rat) bool {
	st := d.r.st
	switch st.Op(t) {
	case term.OpConst:
		d.rest.Add(&d.rest, new(big.Rat).Mul(by, st.ConstRat(t)))
		return true
	case term.OpSymbol:
		ref := d.r.ref(t)
		if ref == None || d.r.Enumerated(t) {
			return false
		}
		for i := range d.terms {
			if d.terms[i].ref == ref {
				d.terms[i].by = new(big.Rat).Add(d.terms[i].by, by)
				return true
			}
		}
		d.terms = append(d.terms, coefficient{ref, by})
		return true
	case term.OpAdd:
		for _, a := range st.Args(t) {
			if !d.add(a, by) {
				return false
			}
		}
		return true
	case term.OpMul:
		if st.NumArgs(t) == 2 && st.IsConst(st.Arg(t, 0)) {
			return d.add(st.Arg(t, 1), new(big.Rat).Mul(by, st.ConstRat(st.Arg(t, 0))))
		}
	}
	return false
}

// normal divides the sum by the first coefficient: the comparison of the sum with 0 becomes one of x - y
// with c, turned around if sign is -1.
func (d *difference) normal() (x, y Ref, c *big.Rat, ok bool) {
	var left []coefficient
	for _, t := range d.terms {
		if t.by.Sign() != 0 {
			left = append(left, t)
		}
	}
	x, y, c = None, None, new(big.Rat).Neg(&d.rest)
	if len(left) == 0 {
		return x, y, c, true
	}
	x = left[0].ref
	if len(left) == 2 {
		y = left[1].ref
		ok = new(big.Rat).Add(left[0].by, left[1].by).Sign() == 0
	} else {
		ok = len(left) == 1
	}
	d.sign = left[0].by.Sign()
	return x, y, c.Quo(c, left[0].by), ok
}

// oriented is x - y <= c, or x - y >= c if the sign is -1.
func (d *difference) oriented(le func(x, y Ref, c *big.Rat, strict bool) *Formula, x, y Ref,
	c, minus *big.Rat, strict bool) *Formula {
	if d.sign > 0 {
		return le(x, y, c, strict)
	}
	return le(y, x, minus, strict)
}

func (r *Reader) enumerated(t term.Term) bool {
	return r.st.Op(t) == term.OpSymbol && r.Enumerated(t)
}

// enumeratedEquation is a = b, or a != b, where one of them is an enumerated symbol.
func (r *Reader) enumeratedEquation(a, b term.Term, neg bool) *Formula {
	if !r.enumerated(a) {
		a, b = b, a
	}
	x := r.ref(a)
	if x == None {
		return nil
	}
	f := &Formula{kind: isValue, x: x, y: None}
	if r.st.IsConst(b) {
		c, ok := r.value(b)
		if !ok {
			return nil
		}
		f.c = c
	} else {
		if f.kind, f.y = same, r.ref(b); f.y == None || !r.enumerated(b) {
			return nil
		}
	}
	if neg {
		f.kind++ // isNoValue, different
	}
	return f
}

// value is the number that a constant of an enumerated sort has in formulas.
func (r *Reader) value(t term.Term) (int64, bool) {
	v := r.st.ConstValue(t)
	switch sort := r.st.Sort(t); {
	case sort == term.Bool:
		return truthValue(v.Bool()), true
	case sort == term.Real:
		n := new(big.Rat).Mul(v.Rat(), new(big.Rat).SetInt(r.scale))
		return n.Num().Int64(), n.IsInt() && n.Num().IsInt64()
	default:
		n := v.Big()
		return n.Int64(), n.IsInt64()
	}
}
