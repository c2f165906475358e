package randterm

import (
	"fmt"
	"math/rand/v2"

	"whittle.dev/term"
)

// Generator makes random terms over a few symbols of each sort.
type Generator struct {
	Rand    *rand.Rand
	Store   *term.Store
	Widths  []int
	Arrays  []term.Sort
	Symbols int
	Raw     bool // bypass simplification now and then
	NoDiv   bool // no products and quotients
	NoOver  bool // no overflow predicates: z3 4.8 knows few of them
	Literal bool // constant arrays of literals only, for cvc5
	NoEq    bool // no equations of arrays

	Numbers    []term.Sort // Int and Real, if comparisons of numbers are wanted
	Difference bool        // compare sums of a number and a literal only

	Element   term.Sort   // an uninterpreted sort, if equations of it are wanted
	Functions []term.Term // function symbols to apply
}

// Pick returns a number from 0 to n-1.
func (g *Generator) Pick(n int) int { return g.Rand.IntN(n) }

// Width returns one of the widths.
func (g *Generator) Width() int { return g.Widths[g.Pick(len(g.Widths))] }

// Symbol returns a symbol of the sort.
func (g *Generator) Symbol(sort term.Sort) term.Term {
	name := g.Store.SortString(sort)
	return g.Store.Symbol(fmt.Sprintf("%s_%d", name, g.Pick(g.Symbols)), sort)
}

func (g *Generator) mk(op term.Op, params []int, args ...term.Term) term.Term {
	if g.Raw && g.Pick(3) == 0 {
		return g.Store.MkRaw(op, params, args...)
	}
	return g.Store.Mk(op, params, args...)
}

// Bool makes a term of sort Bool, of the given depth.
func (g *Generator) Bool(d int) term.Term {
	if d <= 0 {
		return g.Symbol(term.Bool)
	}
	if (g.Element != 0 || len(g.Functions) > 0) && g.Pick(3) == 0 {
		return g.equation(d)
	}
	if len(g.Numbers) > 0 && (g.Pick(2) == 0 || len(g.Widths) == 0) {
		return g.comparison(d)
	}
	switch g.Pick(12) {
	case 0:
		return g.Symbol(term.Bool)
	case 1:
		return g.mk(term.OpNot, nil, g.Bool(d-1))
	case 2, 3:
		op := []term.Op{term.OpAnd, term.OpOr}[g.Pick(2)]
		args := []term.Term{g.Bool(d - 1), g.Bool(d - 1)}
		if g.Pick(2) == 0 {
			args = append(args, g.Bool(d-1))
		}
		return g.mk(op, nil, args...)
	case 4:
		op := []term.Op{term.OpXor, term.OpImplies, term.OpEq}[g.Pick(3)]
		return g.mk(op, nil, g.Bool(d-1), g.Bool(d-1))
	case 5:
		return g.mk(term.OpIte, nil, g.Bool(d-1), g.Bool(d-1), g.Bool(d-1))
	case 6, 7:
		if len(g.Arrays) > 0 && !g.NoEq {
			s := g.Arrays[g.Pick(len(g.Arrays))]
			return g.mk(term.OpEq, nil, g.array(s, d-1), g.array(s, d-1))
		}
		fallthrough
	default:
		if len(g.Widths) == 0 {
			return g.equation(d)
		}
		ops := []term.Op{
			term.OpEq, term.OpEq, term.OpDistinct, term.OpBVUlt, term.OpBVUle, term.OpBVUgt, term.OpBVUge,
			term.OpBVSlt, term.OpBVSle,
			term.OpBVSgt, term.OpBVSge, term.OpBVUAddO, term.OpBVSAddO, term.OpBVUSubO, term.OpBVSSubO,
			term.OpBVUMulO, term.OpBVSMulO,
		}
		if g.NoDiv || g.NoOver {
			ops = ops[:11]
		}
		w := g.Width()
		return g.mk(ops[g.Pick(len(ops))], nil, g.Vec(w, d-1), g.Vec(w, d-1))
	}
}

// Vec makes a bit-vector of w bits, of the given depth.
func (g *Generator) Vec(w, d int) term.Term {
	if d <= 0 {
		if g.Pick(4) == 0 {
			return g.Store.BV(w, Interesting(g.Rand, w))
		}
		return g.Symbol(term.BitVec(w))
	}
	if t := g.applied(term.BitVec(w), d); t != term.None {
		return t
	}
	if len(g.Numbers) > 0 && g.Numbers[0] == term.Int && !g.Difference && g.Pick(8) == 0 {
		return g.mk(term.OpIntToBV, []int{w}, g.Number(term.Int, d-1))
	}
	switch g.Pick(14) {
	case 0:
		return g.mk([]term.Op{term.OpBVNot, term.OpBVNeg}[g.Pick(2)], nil, g.Vec(w, d-1))
	case 1:
		return g.mk(term.OpIte, nil, g.Bool(d-1), g.Vec(w, d-1), g.Vec(w, d-1))
	case 2:
		op := []term.Op{term.OpRotateLeft, term.OpRotateRight}[g.Pick(2)]
		return g.mk(op, []int{g.Pick(w + 2)}, g.Vec(w, d-1))
	case 3:
		if w > 1 {
			k := 1 + g.Pick(w-1)
			return g.mk(term.OpConcat, nil, g.Vec(w-k, d-1), g.Vec(k, d-1))
		}
	case 4:
		lo, up := g.Pick(3), g.Pick(3)
		return g.mk(term.OpExtract, []int{lo + w - 1, lo}, g.Vec(w+lo+up, d-1))
	case 5:
		if w > 1 {
			k := 1 + g.Pick(w-1)
			return g.mk([]term.Op{term.OpZeroExt, term.OpSignExt}[g.Pick(2)], []int{k}, g.Vec(w-k, d-1))
		}
	case 6, 7:
		for _, s := range g.Arrays {
			if index, elem := g.Store.ArrayParts(s); elem.Width() == w && index.IsBitVec() {
				return g.mk(term.OpSelect, nil, g.array(s, d-1), g.Vec(index.Width(), d-1))
			}
		}
	}
	ops := []term.Op{
		term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVAdd, term.OpBVSub, term.OpBVShl, term.OpBVLShr,
		term.OpBVAShr,
		term.OpBVNand, term.OpBVNor, term.OpBVXnor,
		term.OpBVMul, term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod,
	}
	if g.NoDiv {
		ops = ops[:11]
	}
	return g.mk(ops[g.Pick(len(ops))], nil, g.Vec(w, d-1), g.Vec(w, d-1))
}

func (g *Generator) elem(s term.Sort, d int) term.Term {
	switch {
	case s.IsBool():
		return g.Bool(d)
	case s.IsInt() || s.IsReal():
		return g.Number(s, d)
	case s.IsArray():
		return g.array(s, d)
	case s.IsUninterpreted():
		return g.element(d)
	}
	return g.Vec(s.Width(), d)
}

func (g *Generator) array(s term.Sort, d int) term.Term {
	index, elem := g.Store.ArrayParts(s)
	constant := func(d int) term.Term {
		v := g.elem(elem, d)
		if g.Literal {
			v = g.Store.FromValue(g.Store.ZeroValue(elem))
			if elem.IsBitVec() {
				v = g.Store.BV(elem.Width(), Interesting(g.Rand, elem.Width()))
			}
		}
		return g.Store.ConstArray(s, v)
	}
	if d <= 0 {
		if g.Pick(5) == 0 {
			return constant(0)
		}
		return g.Symbol(s)
	}
	switch g.Pick(6) {
	case 0:
		return g.Symbol(s)
	case 1:
		return g.mk(term.OpIte, nil, g.Bool(d-1), g.array(s, d-1), g.array(s, d-1))
	case 2:
		return constant(d - 1)
	default:
		return g.mk(term.OpStore, nil, g.array(s, d-1), g.elem(index, d-1), g.elem(elem, d-1))
	}
}

// Arith makes a term of sums and products, of the given depth.
func (g *Generator) Arith(w, d int) term.Term {
	if d == 0 || g.Pick(6) == 0 {
		return g.Vec(w, g.Pick(2))
	}
	ops := []term.Op{term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVMul, term.OpBVAdd, term.OpBVURem,
		term.OpBVSRem, term.OpBVShl}
	return g.mk(ops[g.Pick(len(ops))], nil, g.Arith(w, d-1), g.Arith(w, d-1))
}

// Interesting returns a random value of width w, often one at an edge of the range.
func Interesting(r *rand.Rand, w int) uint64 {
	mask := ^uint64(0) >> (64 - w)
	switch r.IntN(6) {
	case 0:
		return uint64(r.IntN(4))
	case 1:
		return -uint64(r.IntN(4)) & mask
	case 2:
		return 1 << r.IntN(w)
	case 3:
		return r.Uint64() & mask >> r.IntN(w)
	default:
		return r.Uint64() & mask
	}
}
