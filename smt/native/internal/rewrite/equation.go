package rewrite

import "whittle.dev/term"

// equation decides or shortens t, an equation whose sides are images.
func (rw *Rewriter) equation(t term.Term) term.Term {
	st := rw.st
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	sort := st.Sort(a)
	if !sort.IsBitVec() || sort.Width() > maxPolyWidth {
		return t
	}
	if !rw.arithmetic(a) && !rw.arithmetic(b) {
		return t
	}
	w := sort.Width()
	p := addPoly(rw.sum(a), rw.sum(b), coefOf(1).neg(), w)
	if yes, no := p.vanishes(w); yes || no {
		return st.Bool(yes)
	}
	if rw.deep > 0 && rw.expandable(a, b) {
		x := &unfolder{st: st, w: w}
		d, ok := x.difference(a, b)
		rw.deep -= expandWork - max(x.work, 0)
		if ok {
			if yes, no := d.vanishes(w); yes || no {
				return st.Bool(yes)
			}
		}
	}
	if len(p) <= maxMonomials {
		return rw.shorten(t, p, w)
	}
	return t
}

// arithmetic reports whether the operator at the top of t is one that polynomials look through.
func (rw *Rewriter) arithmetic(t term.Term) bool {
	switch rw.st.Op(t) {
	case term.OpBVAdd, term.OpBVSub, term.OpBVNeg, term.OpBVMul, term.OpBVURem, term.OpBVSRem, term.OpBVNot:
		return true
	case term.OpConcat:
		x, _ := rw.shifted(t)
		return x != term.None
	}
	return false
}

// expandable reports whether there is a product or a remainder near the top of
// either side: only then has the expansion a chance that the rest has not.
func (rw *Rewriter) expandable(ts ...term.Term) bool {
	st := rw.st
	stack := ts
	for n := 0; len(stack) > 0 && n < 256; n++ {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch st.Op(t) {
		case term.OpBVMul:
			if !st.IsConst(st.Arg(t, 1)) {
				return true
			}
		case term.OpBVURem, term.OpBVSRem, term.OpBVOr, term.OpBVXor, term.OpBVAnd:
			return true
		case term.OpBVAdd, term.OpBVSub, term.OpBVNeg, term.OpBVNot, term.OpConcat, term.OpZeroExt,
			term.OpSignExt, term.OpExtract, term.OpIte:
		default:
			continue
		}
		for _, a := range st.Args(t) {
			if !st.Sort(a).IsBool() {
				stack = append(stack, a)
			}
		}
	}
	return false
}

// shorten returns p = 0, the monomials with negative coefficients on one side and the
// others on the other, if that costs less than t.
func (rw *Rewriter) shorten(t term.Term, p polynomial, w int) term.Term {
	st := rw.st
	var left, right polynomial
	for _, m := range p {
		if n := m.c.neg().mod(w); n.hi < m.c.hi || n.hi == m.c.hi && n.lo < m.c.lo {
			right = append(right, monomial{n, m.atoms})
		} else {
			left = append(left, m)
		}
	}
	l, r := rw.build(left, w), rw.build(right, w)
	if rw.cost(l, r) < rw.cost(st.Arg(t, 0), st.Arg(t, 1)) {
		return st.Eq(l, r)
	}
	return t
}
