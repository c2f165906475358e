package interpolate

import (
	"context"
	"math/big"
	"slices"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate/internal/linear"
	"whittle.dev/term"
)

// Two conjunctions of literals are decided together by their theories: equations by classes, numbers by the
// simplex method. The numbers of both sides stand in one tableau, the second side over copies of its
// variables. Rows that link the copies of shared variables come and go: with all links the tableau has a
// proof that the sides contradict each other, in which the rows of the first side add up to an interpolant
// (McMillan, TACAS 2005); without links it answers whether a form takes values in the first side that it
// does not reach in the second.

// The sides.
const (
	sideA = iota
	sideB
	link // rows of no side
)

// pair is two conjunctions of literals whose conflict is looked for.
type pair struct {
	p       *Interpolator
	sides   [2]conjunction
	shared  func(term.Term) bool // of terms: all symbols occur in both
	numbers []linear.Var         // shared variables that occur in rows of both sides, ascending
	tab     *linear.Tableau
	owner   []int // by row of the tableau
	literal []int // by row of the tableau: which literal of its owner it is, or -1
}

// copyOf is the variable that stands for v on a side.
func copyOf(side int) func(linear.Var) linear.Var {
	return func(v linear.Var) linear.Var { return 2*v + linear.Var(side) }
}

// original is the inverse of copyOf, for both sides.
func original(v linear.Var) linear.Var { return v / 2 }

// newPair makes a pair; ok is false if one of the terms is no literal.
func (p *Interpolator) newPair(a, b []term.Term, shared func(term.Term) bool) (*pair, bool) {
	x := &pair{p: p, shared: shared, tab: linear.NewTableau()}
	for side, literals := range [2][]term.Term{a, b} {
		var ok bool
		if x.sides[side], ok = p.conjunction(literals); !ok {
			return nil, false
		}
	}
	seen := [2]map[linear.Var]bool{{}, {}}
	for side := range x.sides {
		for i, r := range x.sides[side].rows {
			x.add(side, r)
			x.literal[len(x.literal)-1] = x.sides[side].rowOf[i]
			for _, m := range r.Sum {
				seen[side][m.Var] = true
			}
		}
		for _, r := range x.sides[side].apart {
			for _, m := range r.Sum {
				seen[side][m.Var] = true
			}
		}
	}
	for v := range linear.Var(len(p.voc.terms)) {
		if seen[sideA][v] && seen[sideB][v] && shared(p.voc.terms[v]) {
			x.numbers = append(x.numbers, v)
		}
	}
	return x, true
}

// add adds a row over the variables of its side.
func (x *pair) add(side int, r linear.Row) bool {
	x.owner, x.literal = append(x.owner, side), append(x.literal, -1)
	if side != link {
		r = r.Rename(copyOf(side))
	}
	return x.tab.Add(r)
}

// mark and back save and restore the rows.
func (x *pair) mark() linear.Mark { return x.tab.Mark() }

func (x *pair) back(m linear.Mark) {
	x.tab.Backtrack(m)
	x.owner, x.literal = x.owner[:x.tab.Len()], x.literal[:x.tab.Len()]
}

// sum adds up the rows of a side in a proof, over the original variables.
func (x *pair) sum(proof []linear.Part, side int) linear.Row {
	return x.tab.Sum(proof, func(row int) bool { return x.owner[row] == side }).Rename(original)
}

// conflict is why two conjunctions contradict each other: an interpolant, and the literals of both sides that
// it rests on.
type conflict struct {
	t    term.Term
	core [2][]int
}

// interpolate returns an interpolant: Sat means that the literals have a common model as far as the theories
// here can tell, Unknown that branching went on for too long.
func (x *pair) interpolate(ctx context.Context, strength Strength) (term.Term, smt.Status) {
	c, status := x.explain(ctx, strength)
	return c.t, status
}

func (x *pair) explain(ctx context.Context, strength Strength) (conflict, smt.Status) {
	st := x.p.st
	if eqs := separateEquations(st, x.sides[sideA].equal, x.sides[sideB].equal, x.shared); eqs != nil {
		parts := make([]term.Term, len(eqs))
		for i, e := range eqs {
			parts[i] = e.formula(st)
		}
		return conflict{st.And(parts...), x.equalCore()}, smt.Unsat
	}
	if c, ok := x.parity(); ok {
		return c, smt.Unsat
	}
	m := x.mark()
	defer x.back(m)
	for _, v := range x.numbers {
		x.add(link, x.linked(v))
	}
	b := brancher{pair: x, strength: strength, budget: maxNodes,
		apart: [2][]linear.Row{x.sides[sideA].apart, x.sides[sideB].apart}, which: []int{sideA, sideB}}
	t, used, status := b.run(ctx)
	return conflict{t, b.core(used)}, status
}

// equalCore returns equations that contradict each other, none of which can be left out.
func (x *pair) equalCore() (core [2][]int) {
	in := [2][]equation{x.sides[sideA].equal, x.sides[sideB].equal}
	of := [2][]int{slices.Clone(x.sides[sideA].equalOf), slices.Clone(x.sides[sideB].equalOf)}
	for side := range in {
		for i := len(in[side]) - 1; i >= 0; i-- {
			fewer := in
			fewer[side] = slices.Delete(slices.Clone(in[side]), i, i+1)
			if newClasses(x.p.st, fewer[:]...).contradictory() {
				in, of[side] = fewer, slices.Delete(of[side], i, i+1)
			}
		}
	}
	return of
}

// linked says that both copies of a variable are equal.
func (x *pair) linked(v linear.Var) linear.Row {
	one := rational.Of(1)
	return linear.Row{Rel: linear.Eq, Sum: []linear.Mono{{Var: copyOf(sideA)(v), Coef: one},
		{Var: copyOf(sideB)(v), Coef: one.Neg()}}}
}

// refuted reports whether a side contradicts further literals over its symbols; known is false if branching
// went on for too long.
func (x *pair) refuted(ctx context.Context, side int, f fact) (yes, known bool) {
	m := x.mark()
	defer x.back(m)
	apart := x.sides[side].apart
	switch f.theory {
	case equality:
		return newClasses(x.p.st, x.sides[side].equal, []equation{f.eq}).contradictory(), true
	case arithmetic:
		x.add(side, f.row)
	case theoryApart:
		apart = append(apart[:len(apart):len(apart)], f.row)
	default:
		return false, false
	}
	b := brancher{pair: x, budget: maxNodes, which: []int{side}}
	b.apart[side] = apart
	_, _, status := b.run(ctx)
	return status == smt.Unsat, status != smt.Unknown
}

// maxEquations bounds those that are looked at for parities, which takes time with their cube.
const maxEquations = 150

// parity finds equations of integers that have no integer solution together. The multipliers of the side A
// give a congruence over shared variables (package linear, Parity).
func (x *pair) parity() (c conflict, ok bool) {
	voc := &x.p.voc
	var rows []linear.Row
	var literals []int
	of := 0 // number of rows of the side A
	for side := range x.sides {
		for i, r := range x.sides[side].rows {
			if r.Rel == linear.Eq && len(r.Sum) > 0 && voc.allIntegral(r) {
				rows, literals = append(rows, r), append(literals, x.sides[side].rowOf[i])
			}
		}
		if side == sideA {
			of = len(rows)
		}
	}
	if len(rows) > maxEquations {
		return c, false
	}
	mults := linear.Parity(rows)
	if mults == nil {
		return c, false
	}
	for i := range rows {
		side := sideA
		if i >= of {
			side = sideB
		}
		if !mults[i].IsZero() && literals[i] >= 0 {
			c.core[side] = append(c.core[side], literals[i])
		}
	}
	sum := linear.Row{Rel: linear.Eq}
	for i, r := range rows[:of] {
		if !mults[i].IsZero() {
			sum = linear.Combine(sum, mults[i], r)
		}
	}
	// Local variables have integer coefficients, and the rest of the sum is an integer.
	modulus := sum.Const.Den()
	rest := linear.Row{Rel: linear.Eq, Const: sum.Const}
	for _, c := range sum.Sum {
		if !c.Coef.IsInt() {
			rest.Sum = append(rest.Sum, c)
			modulus = rational.Lcm(modulus, c.Coef.Den())
		}
	}
	c.t = voc.congruence(rest.Scale(modulus.Rat()), modulus)
	return c, true
}

// congruence says that a sum with integer coefficients is a multiple of a number, which is greater than one.
func (v *vocabulary) congruence(r linear.Row, modulus rational.Int) term.Term {
	st := v.st
	n := modulus.Rat()
	if len(r.Sum) > 0 { // a first coefficient of one, if that is possible
		inverse := new(big.Int).ModInverse(r.Sum[0].Coef.Big().Num(), n.Big().Num())
		if inverse != nil {
			r = r.Scale(rational.FromBig(new(big.Rat).SetInt(inverse)))
		}
	}
	residue := func(c rational.Rat) rational.Rat { return c.Sub(c.Div(n).Floor().Mul(n)) }
	var parts []term.Term
	for _, m := range r.Sum {
		if c := residue(m.Coef); !c.IsZero() {
			parts = append(parts, st.IntMul(v.constant(c, false), v.terms[m.Var]))
		}
	}
	k := residue(r.Const.Neg())
	if len(parts) == 0 {
		return st.Bool(k.IsZero())
	}
	return st.Eq(st.IntMod(st.IntAdd(parts...), v.constant(n, false)), v.constant(k, false))
}
