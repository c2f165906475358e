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
	opaque  bool // there are terms whose meaning is not in the rows

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
			defs := p.voc.definitions(m.Var)
			c.opaque = c.opaque || defs == nil
			for _, d := range defs {
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

// plain reports that the literals of both conjunctions have a common model if the theories here see no
// conflict: no terms are opaque, and no sort has so few values that inequations could use them up.
func (p *Interpolator) plain(sides ...conjunction) bool {
	apart := map[term.Sort]int{}
	for _, c := range sides {
		if c.opaque || len(c.foreign) > 0 {
			return false
		}
		for _, e := range c.equal {
			switch sort := p.st.Sort(e.a); {
			case !e.apart || sort.IsBool():
			case sort.IsArray():
				return false
			case sort.IsBitVec():
				// A term that differs from fewer terms than there are values finds one for itself.
				if apart[sort]++; sort.Width() < 31 && apart[sort] >= 1<<sort.Width() {
					return false
				}
			}
		}
	}
	return true
}
