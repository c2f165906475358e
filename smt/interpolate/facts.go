package interpolate

import (
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// fact is a literal as its theory sees it.
type fact struct {
	theory theory
	row    linear.Row // arithmetic; of Apart, the sum that is not zero
	eq     equation   // of equality
}

// theory is what decides a literal.
type theory uint8

const (
	compound    theory = iota // no literal
	arithmetic                // a linear constraint
	theoryApart               // a linear sum that is not zero
	equality                  // an equation of symbols and constants of other sorts, or its negation
	foreign                   // any other literal
)

// equation says that a and b are equal or, if apart, that they differ. Literals of symbols of sort Bool are
// equations with true.
type equation struct {
	a, b  term.Term
	apart bool
}

// fact returns what a formula says if it is a literal.
func (p *Interpolator) fact(t term.Term) fact {
	f, ok := p.facts[t]
	if !ok {
		f = p.parse(t)
		p.facts[t] = f
	}
	return f
}

func (p *Interpolator) parse(t term.Term) fact {
	st := p.st
	positive := true
	if st.Op(t) == term.OpNot {
		t, positive = st.Arg(t, 0), false
	}
	args := st.Args(t)
	switch st.Op(t) {
	case term.OpSymbol, term.OpConst:
		return fact{theory: equality, eq: equation{t, st.True(), !positive}}
	case term.OpAnd, term.OpOr, term.OpIte, term.OpXor, term.OpImplies, term.OpDistinct:
		return fact{theory: compound}
	case term.OpLe:
		if positive {
			r := p.voc.sum(args[0], args[1])
			r.Rel = linear.Le
			return fact{theory: arithmetic, row: r.Normal(p.voc.integral)}
		}
		r := p.voc.sum(args[1], args[0])
		r.Rel = linear.Lt
		return fact{theory: arithmetic, row: r.Normal(p.voc.integral)}
	case term.OpEq:
		sort := st.Sort(args[0])
		switch {
		case sort.IsInt() || sort.IsReal():
			r := p.voc.sum(args[0], args[1]).Normal(p.voc.integral)
			if positive {
				return fact{theory: arithmetic, row: r}
			}
			return fact{theory: theoryApart, row: r}
		case atomic(st, args[0]) && atomic(st, args[1]):
			a, b := args[0], args[1]
			for _, x := range []*term.Term{&a, &b} {
				if st.Op(*x) == term.OpNot {
					*x, positive = st.Arg(*x, 0), !positive
				}
			}
			return fact{theory: equality, eq: equation{a, b, !positive}}
		case sort.IsBool():
			return fact{theory: compound}
		}
	}
	return fact{theory: foreign}
}

// conjunction is a conjunction of literals, by theory.
type conjunction struct {
	rows    []linear.Row
	apart   []linear.Row // sums that are not zero
	equal   []equation
	foreign []term.Term

	// Of each row, sum and equation, which literal it is; -1 for rows that hold anyway.
	rowOf, apartOf, equalOf []int
}

// conjunction takes literals apart; ok is false if one of the formulas is no literal.
func (p *Interpolator) conjunction(literals []term.Term) (c conjunction, ok bool) {
	for i, t := range literals {
		switch f := p.fact(t); f.theory {
		case compound:
			return c, false
		case arithmetic:
			c.rows, c.rowOf = append(c.rows, f.row), append(c.rowOf, i)
		case theoryApart:
			c.apart, c.apartOf = append(c.apart, f.row), append(c.apartOf, i)
		case equality:
			c.equal, c.equalOf = append(c.equal, f.eq), append(c.equalOf, i)
		case foreign:
			c.foreign = append(c.foreign, t)
		}
	}
	p.define(&c)
	return c, true
}

// define adds the rows that say what variables for other terms mean.
func (p *Interpolator) define(c *conjunction) {
	seen := map[linear.Var]bool{}
	note := func(r linear.Row) {
		for _, m := range r.Sum {
			if p.st.Op(p.voc.terms[m.Var]) == term.OpSymbol || seen[m.Var] {
				continue
			}
			seen[m.Var] = true
			for _, d := range p.voc.definitions(m.Var) {
				c.rows, c.rowOf = append(c.rows, d.Normal(p.voc.integral)), append(c.rowOf, -1)
			}
		}
	}
	for _, r := range c.apart {
		note(r)
	}
	for i := 0; i < len(c.rows); i++ { // it grows
		note(c.rows[i])
	}
}

// plain reports that all literals belong to theories that are decided here.
func (c *conjunction) plain() bool { return len(c.foreign) == 0 }
