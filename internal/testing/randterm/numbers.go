package randterm

import (
	"math/big"

	"whittle.dev/term"
)

// comparison makes a predicate over numbers, or a connective if there are no bit-vectors.
func (g *Generator) comparison(d int) term.Term {
	if len(g.Widths) == 0 && g.Pick(2) == 0 {
		op := []term.Op{term.OpAnd, term.OpOr, term.OpEq, term.OpXor, term.OpImplies}[g.Pick(5)]
		return g.mk(op, nil, g.Bool(d-1), g.Bool(d-1))
	}
	sort := g.Numbers[g.Pick(len(g.Numbers))]
	if sort == term.Real && !g.Difference && g.Pick(8) == 0 {
		return g.mk(term.OpIsInt, nil, g.Number(sort, d-1))
	}
	ops := []term.Op{term.OpLe, term.OpLt, term.OpGe, term.OpGt, term.OpEq, term.OpEq, term.OpDistinct}
	return g.mk(ops[g.Pick(len(ops))], nil, g.Number(sort, d-1), g.Number(sort, d-1))
}

// number returns a small literal of sort Int or Real.
func (g *Generator) number(sort term.Sort) term.Term {
	n := int64(g.Pick(9) - 4)
	if sort == term.Int {
		return g.Store.Int64(n)
	}
	return g.Store.Real(big.NewRat(n, int64(1+g.Pick(3))))
}

// Number makes a term of sort Int or Real, of the given depth.
func (g *Generator) Number(sort term.Sort, d int) term.Term {
	if d <= 0 {
		if g.Pick(4) == 0 {
			return g.number(sort)
		}
		return g.Symbol(sort)
	}
	if t := g.applied(sort, d); t != term.None {
		return t
	}
	if g.Difference {
		if g.Pick(4) == 0 {
			return g.mk(term.OpIte, nil, g.Bool(d-1), g.Number(sort, d-1), g.Number(sort, d-1))
		}
		return g.mk(term.OpAdd, nil, g.Number(sort, d-1), g.number(sort))
	}
	switch g.Pick(10) {
	case 0, 1, 2:
		return g.mk(term.OpAdd, nil, g.Number(sort, d-1), g.Number(sort, d-1))
	case 3:
		return g.mk(term.OpSub, nil, g.Number(sort, d-1), g.Number(sort, d-1))
	case 4, 5:
		return g.mk(term.OpMul, nil, g.number(sort), g.Number(sort, d-1))
	case 6:
		return g.mk(term.OpIte, nil, g.Bool(d-1), g.Number(sort, d-1), g.Number(sort, d-1))
	case 7:
		for _, a := range g.Arrays {
			if index, elem := g.Store.ArrayParts(a); elem == sort {
				return g.mk(term.OpSelect, nil, g.array(a, d-1), g.elem(index, d-1))
			}
		}
	case 8:
		return g.converted(sort, d)
	}
	return g.Number(sort, 0)
}

// converted makes a number from one of the other sort, by division, or from bits.
func (g *Generator) converted(sort term.Sort, d int) term.Term {
	if sort == term.Real {
		if len(g.Numbers) < 2 {
			return g.Number(sort, 0)
		}
		return g.mk(term.OpToReal, nil, g.Number(term.Int, d-1))
	}
	by := g.Store.Int64(int64([]int{2, 3, -2, 5}[g.Pick(4)]))
	switch g.Pick(5) {
	case 0:
		return g.mk(term.OpDiv, nil, g.Number(sort, d-1), by)
	case 1:
		return g.mk(term.OpMod, nil, g.Number(sort, d-1), by)
	case 2:
		return g.mk(term.OpAbs, nil, g.Number(sort, d-1))
	case 3:
		if len(g.Numbers) > 1 {
			return g.mk(term.OpToInt, nil, g.Number(term.Real, d-1))
		}
	case 4:
		if len(g.Widths) > 0 {
			op := []term.Op{term.OpUBVToInt, term.OpSBVToInt}[g.Pick(2)]
			if g.NoOver {
				op = term.OpUBVToInt
			}
			return g.mk(op, nil, g.Vec(g.Width(), d-1))
		}
	}
	return g.Number(sort, 0)
}
