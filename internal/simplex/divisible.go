package simplex

import "whittle.dev/internal/simplex/rational"

// The test of divisibility (Dutertre and de Moura, technical report SRI-CSL-06-01, section 4.2): in a row
// sum a_j*x_j = 0 over integers, the variables that are fixed add up to a constant, and the others to a
// multiple of the greatest common divisor of their coefficients. In the extended test the terms with the
// least coefficient have a range, and the others add up to multiples of their divisor, which is larger.

// divisible returns bounds for which a row of a fractional variable has no integer solution, or nil.
func (n *integers) divisible() []Antecedent {
	for _, v := range n.fractions {
		if from := n.rowDivisible(n.vars[v].row); from != nil {
			return from
		}
	}
	return nil
}

func (n *integers) rowDivisible(r int32) []Antecedent {
	row := n.matrix.rows[r]
	var constant rational.Rat
	var divisor, least rational.Int // of the coefficients that are not fixed: the common divisor, the least
	for i := range row {
		x, c := &n.vars[row[i].v], row[i].coef
		if !x.integer {
			return nil
		}
		if n.fixed(x) {
			constant = constant.Add(n.bounds[x.lo].val.R.MulInt(c))
			continue
		}
		divisor = rational.Gcd(divisor, c)
		if a := c.Rat().Abs(); least.IsZero() || a.Less(least.Rat()) {
			least = a.Num()
		}
	}
	if divisor.IsZero() {
		return nil // all are fixed: the check has seen it
	}
	if !constant.DivInt(divisor).IsInt() {
		return n.reasonsOfRow(r, rational.Int{})
	}
	return n.extendedTest(r, constant, least)
}

// extendedTest: the terms whose coefficient has the magnitude least lie between bounds, the rest is a
// multiple of its common divisor.
func (n *integers) extendedTest(r int32, constant rational.Rat, least rational.Int) []Antecedent {
	row := n.matrix.rows[r]
	low, high := constant, constant
	var divisor rational.Int
	for i := range row {
		x, c := &n.vars[row[i].v], row[i].coef
		switch {
		case n.fixed(x):
		case !c.Equal(least) && !c.Neg().Equal(least):
			divisor = rational.Gcd(divisor, c)
		case x.lo == 0 || x.hi == 0:
			return nil
		default:
			a, b := n.bounds[x.lo].val.R.MulInt(c), n.bounds[x.hi].val.R.MulInt(c)
			if c.Sign() < 0 {
				a, b = b, a
			}
			low, high = low.Add(a), high.Add(b)
		}
	}
	if divisor.IsZero() || !high.DivInt(divisor).Floor().Less(low.DivInt(divisor).Ceil()) {
		return nil
	}
	return n.reasonsOfRow(r, least)
}

// reasonsOfRow returns the bounds of the variables of row r that are fixed or have a coefficient of this
// magnitude.
func (n *integers) reasonsOfRow(r int32, least rational.Int) []Antecedent {
	var from []Antecedent
	for _, e := range n.matrix.rows[r] {
		if x := &n.vars[e.v]; n.fixed(x) || e.coef.Equal(least) || e.coef.Neg().Equal(least) {
			from = append(from, n.reason(x.lo), n.reason(x.hi))
		}
	}
	return from
}

// reason is bound b as an antecedent without a factor.
func (tr *trail) reason(b int32) Antecedent {
	x := &tr.bounds[b]
	return Antecedent{Reason: x.reason, Var: x.v, Upper: x.upper}
}
