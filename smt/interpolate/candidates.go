package interpolate

import (
	"context"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// Which literal separates two conjunctions decides how many predicates an abstraction needs, and there is
// mostly a choice: every consequence of A that contradicts B will do. The candidates are tried by kind, the
// plainest first. A candidate costs a question to the simplex method; most are dismissed before by the
// solutions of both sides that earlier questions left behind.

// chooser looks for a literal that separates the sides of a pair.
type chooser struct {
	*pair
	opt    Options
	points []func(linear.Var) rational.Rat // solutions of both sides, over copies
}

// choose returns the preferred literal, or a whole interpolant if no literal was found. The sides must
// contradict each other. The status is Unsat if something was found.
func (x *pair) choose(ctx context.Context, opt Options) (Separator, smt.Status) {
	c := &chooser{pair: x, opt: opt}
	feasible, known := x.tab.Check(ctx)
	if !known {
		return Separator{}, smt.Unknown
	}
	if !feasible { // one side alone is contradictory
		return Separator{Term: x.p.st.Bool(!x.sum(x.tab.Proof(), sideA).Absurd()), Kind: Formula}, smt.Unsat
	}
	c.points = append(c.points, x.tab.Point())
	for _, try := range []func(context.Context) (Separator, bool){c.finite, c.reused, c.bounds,
		c.differences} {
		if s, ok := try(ctx); ok {
			return s, smt.Unsat
		}
	}
	t, status := x.interpolate(ctx, opt.Strength)
	if status != smt.Unsat {
		return Separator{}, status
	}
	kind := x.p.kindOf(t)
	if kind == Formula {
		if s, ok := c.projected(ctx); ok {
			return s, smt.Unsat
		}
	}
	return Separator{Term: t, Kind: kind}, smt.Unsat
}

// finite tries Bool symbols and equations of symbols with constants.
func (c *chooser) finite(ctx context.Context) (Separator, bool) {
	if eqs := separateEquations(c.p.st, c.sides[sideA].equal, c.sides[sideB].equal, c.shared); len(eqs) == 1 {
		return Separator{eqs[0].formula(c.p.st), Finite}, true
	}
	point := c.points[0]
	for _, t := range c.opt.Finite {
		v, ok := c.p.voc.vars[t]
		if !ok || !c.onBothSides(v) {
			continue
		}
		for _, side := range [2]int{sideA, sideB} {
			// One side knows its value, and the other has another one.
			value := point(copyOf(side)(v))
			eq := linear.Row{Sum: []linear.Mono{{Var: v, Coef: rational.Of(1)}}, Const: value.Neg(),
				Rel: linear.Eq}
			known := c.holds(ctx, side, fact{theory: theoryApart, row: eq})
			if !known || !c.holds(ctx, 1-side, fact{theory: arithmetic, row: eq}) {
				continue
			}
			f := c.p.voc.formula(eq)
			if side == sideB {
				f = c.p.st.Not(f)
			}
			return Separator{f, Finite}, true
		}
	}
	return Separator{}, false
}

// holds reports that a side contradicts a literal.
func (c *chooser) holds(ctx context.Context, side int, f fact) bool {
	yes, known := c.refuted(ctx, side, f)
	return yes && known
}

// onBothSides reports that a variable occurs on both sides.
func (c *chooser) onBothSides(v linear.Var) bool {
	for _, n := range c.numbers {
		if n == v {
			return true
		}
	}
	return false
}

// reused tries known formulas and their negations.
func (c *chooser) reused(ctx context.Context) (Separator, bool) {
	st := c.p.st
	for _, t := range c.opt.Reuse {
		if !c.sharedTerm(t) {
			continue
		}
		yes, no := c.p.fact(t), c.p.fact(st.Not(t))
		if yes.theory == compound || yes.theory == foreign {
			continue
		}
		for _, u := range [2]struct {
			t         term.Term
			fact, not fact
		}{{t, yes, no}, {st.Not(t), no, yes}} {
			if c.possible(u.fact) && c.holds(ctx, sideB, u.fact) && c.holds(ctx, sideA, u.not) {
				return Separator{u.t, Reused}, true
			}
		}
	}
	return Separator{}, false
}

// sharedTerm reports that all symbols of a formula are shared.
func (c *chooser) sharedTerm(t term.Term) bool {
	for _, s := range c.p.st.Symbols(t) {
		if !c.shared(s) {
			return false
		}
	}
	return true
}

// possible reports that no known solution rules out that A implies a literal and B its negation.
func (c *chooser) possible(f fact) bool {
	if f.theory != arithmetic {
		return true
	}
	for _, p := range c.points {
		a, b := c.eval(f.row, p, sideA), c.eval(f.row, p, sideB)
		if !satisfied(a, f.row.Rel) || satisfied(b, f.row.Rel) {
			return false
		}
	}
	return true
}

func (c *chooser) eval(r linear.Row, point func(linear.Var) rational.Rat, side int) rational.Rat {
	at := copyOf(side)
	return r.Eval(func(v linear.Var) rational.Rat { return point(at(v)) })
}

func satisfied(sum rational.Rat, rel linear.Rel) bool {
	switch rel {
	case linear.Eq:
		return sum.IsZero()
	case linear.Lt:
		return sum.Sign() < 0
	}
	return sum.Sign() <= 0
}

// bounds tries comparisons of single variables with constants.
func (c *chooser) bounds(ctx context.Context) (Separator, bool) {
	var forms []linear.Row
	one := rational.Of(1)
	for _, v := range c.numbers {
		forms = append(forms, linear.Row{Sum: []linear.Mono{{Var: v, Coef: one}}},
			linear.Row{Sum: []linear.Mono{{Var: v, Coef: one.Neg()}}})
	}
	return c.smallest(ctx, forms, Bound)
}

// differences tries comparisons of x - y and x + y with constants.
func (c *chooser) differences(ctx context.Context) (Separator, bool) {
	var forms []linear.Row
	one := rational.Of(1)
	for i, v := range c.numbers {
		for _, w := range c.numbers[i+1:] {
			if c.p.voc.integral(v) != c.p.voc.integral(w) {
				continue
			}
			for _, s := range [4][2]rational.Rat{{one, one.Neg()}, {one.Neg(), one}, {one, one},
				{one.Neg(), one.Neg()}} {
				sum := []linear.Mono{{Var: v, Coef: s[0]}, {Var: w, Coef: s[1]}}
				forms = append(forms, linear.Row{Sum: sum})
			}
		}
	}
	return c.smallest(ctx, forms, Difference)
}

// smallest returns the comparison of a form with the smallest constant; the first one unless constants
// matter.
func (c *chooser) smallest(ctx context.Context, forms []linear.Row, kind Kind) (Separator, bool) {
	var best linear.Row
	found := false
	for _, f := range forms {
		if !c.ordered(f) {
			continue
		}
		g, ok, status := c.reach(ctx, f)
		if status == smt.Sat {
			c.points = append(c.points, c.tab.Point())
		}
		if !ok {
			continue
		}
		r := g.row(c.opt.Strength, c.p.voc.allIntegral(f))
		if !found || r.Const.Abs().Less(best.Const.Abs()) {
			best, found = r, true
		}
		if c.opt.Strength != Simple || best.Const.IsZero() {
			break
		}
	}
	if !found {
		return Separator{}, false
	}
	return Separator{c.p.voc.formula(best), kind}, true
}

// ordered reports that the form is smaller in all known solutions of A than in all of B.
func (c *chooser) ordered(form linear.Row) bool {
	var low, high rational.Rat
	for i, p := range c.points {
		a, b := c.eval(form, p, sideA), c.eval(form, p, sideB)
		if i == 0 || low.Less(a) {
			low = a
		}
		if i == 0 || b.Less(high) {
			high = b
		}
	}
	return low.Less(high)
}

// kindOf says what an interpolant is.
func (p *Interpolator) kindOf(t term.Term) Kind {
	switch f := p.fact(t); f.theory {
	case compound:
		return Formula // also true and false, when one side alone is contradictory
	case equality:
		return Finite
	case arithmetic, theoryApart:
		for _, m := range f.row.Sum {
			if p.st.Op(p.voc.terms[m.Var]) != term.OpSymbol {
				return Literal
			}
		}
		switch len(f.row.Sum) {
		case 1:
			return Bound
		case 2:
			one := rational.Of(1)
			if f.row.Sum[0].Coef.Abs().Equal(one) && f.row.Sum[1].Coef.Abs().Equal(one) {
				return Difference
			}
		}
	}
	return Literal
}
