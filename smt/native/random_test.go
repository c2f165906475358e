package native

import (
	"fmt"
	"math/rand/v2"

	"whittle.dev/term"
)

// generator makes random terms over a few symbols of each sort.
type generator struct {
	r       *rand.Rand
	st      *term.Store
	widths  []int
	arrays  []term.Sort
	symbols int
	raw     bool // bypass simplification now and then
	noDiv   bool // no products and quotients
	noOver  bool // no overflow predicates: z3 4.8 knows few of them
	literal bool // constant arrays of literals only, for cvc5
	noEq    bool // no equations of arrays
}

func (g *generator) pick(n int) int { return g.r.IntN(n) }

func (g *generator) width() int { return g.widths[g.pick(len(g.widths))] }

func (g *generator) symbol(sort term.Sort) term.Term {
	name := g.st.SortString(sort)
	return g.st.Symbol(fmt.Sprintf("%s_%d", name, g.pick(g.symbols)), sort)
}

func (g *generator) mk(op term.Op, params []int, args ...term.Term) term.Term {
	if g.raw && g.pick(3) == 0 {
		return g.st.MkRaw(op, params, args...)
	}
	return g.st.Mk(op, params, args...)
}

func (g *generator) bool(d int) term.Term {
	if d <= 0 {
		return g.symbol(term.Bool)
	}
	switch g.pick(12) {
	case 0:
		return g.symbol(term.Bool)
	case 1:
		return g.mk(term.OpNot, nil, g.bool(d-1))
	case 2, 3:
		op := []term.Op{term.OpAnd, term.OpOr}[g.pick(2)]
		args := []term.Term{g.bool(d - 1), g.bool(d - 1)}
		if g.pick(2) == 0 {
			args = append(args, g.bool(d-1))
		}
		return g.mk(op, nil, args...)
	case 4:
		op := []term.Op{term.OpXor, term.OpImplies, term.OpEq}[g.pick(3)]
		return g.mk(op, nil, g.bool(d-1), g.bool(d-1))
	case 5:
		return g.mk(term.OpIte, nil, g.bool(d-1), g.bool(d-1), g.bool(d-1))
	case 6, 7:
		if len(g.arrays) > 0 && !g.noEq {
			s := g.arrays[g.pick(len(g.arrays))]
			return g.mk(term.OpEq, nil, g.array(s, d-1), g.array(s, d-1))
		}
		fallthrough
	default:
		ops := []term.Op{
			term.OpEq, term.OpEq, term.OpDistinct, term.OpBVUlt, term.OpBVUle, term.OpBVUgt, term.OpBVUge,
			term.OpBVSlt, term.OpBVSle,
			term.OpBVSgt, term.OpBVSge, term.OpBVUAddO, term.OpBVSAddO, term.OpBVUSubO, term.OpBVSSubO,
			term.OpBVUMulO, term.OpBVSMulO,
		}
		if g.noDiv || g.noOver {
			ops = ops[:11]
		}
		w := g.width()
		return g.mk(ops[g.pick(len(ops))], nil, g.vec(w, d-1), g.vec(w, d-1))
	}
}

func (g *generator) vec(w, d int) term.Term {
	if d <= 0 {
		if g.pick(4) == 0 {
			return g.st.BV(w, interesting(g.r, w))
		}
		return g.symbol(term.BitVec(w))
	}
	switch g.pick(14) {
	case 0:
		return g.mk([]term.Op{term.OpBVNot, term.OpBVNeg}[g.pick(2)], nil, g.vec(w, d-1))
	case 1:
		return g.mk(term.OpIte, nil, g.bool(d-1), g.vec(w, d-1), g.vec(w, d-1))
	case 2:
		op := []term.Op{term.OpRotateLeft, term.OpRotateRight}[g.pick(2)]
		return g.mk(op, []int{g.pick(w + 2)}, g.vec(w, d-1))
	case 3:
		if w > 1 {
			k := 1 + g.pick(w-1)
			return g.mk(term.OpConcat, nil, g.vec(w-k, d-1), g.vec(k, d-1))
		}
	case 4:
		lo, up := g.pick(3), g.pick(3)
		return g.mk(term.OpExtract, []int{lo + w - 1, lo}, g.vec(w+lo+up, d-1))
	case 5:
		if w > 1 {
			k := 1 + g.pick(w-1)
			return g.mk([]term.Op{term.OpZeroExt, term.OpSignExt}[g.pick(2)], []int{k}, g.vec(w-k, d-1))
		}
	case 6, 7:
		for _, s := range g.arrays {
			if index, elem := g.st.ArrayParts(s); elem.Width() == w && index.IsBitVec() {
				return g.mk(term.OpSelect, nil, g.array(s, d-1), g.vec(index.Width(), d-1))
			}
		}
	}
	ops := []term.Op{
		term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVAdd, term.OpBVSub, term.OpBVShl, term.OpBVLShr,
		term.OpBVAShr,
		term.OpBVNand, term.OpBVNor, term.OpBVXnor,
		term.OpBVMul, term.OpBVUDiv, term.OpBVURem, term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod,
	}
	if g.noDiv {
		ops = ops[:11]
	}
	return g.mk(ops[g.pick(len(ops))], nil, g.vec(w, d-1), g.vec(w, d-1))
}

func (g *generator) elem(s term.Sort, d int) term.Term {
	if s.IsBool() {
		return g.bool(d)
	}
	return g.vec(s.Width(), d)
}

func (g *generator) array(s term.Sort, d int) term.Term {
	index, elem := g.st.ArrayParts(s)
	constant := func(d int) term.Term {
		v := g.elem(elem, d)
		if g.literal {
			v = g.st.FromValue(g.st.ZeroValue(elem))
			if elem.IsBitVec() {
				v = g.st.BV(elem.Width(), interesting(g.r, elem.Width()))
			}
		}
		return g.st.ConstArray(s, v)
	}
	if d <= 0 {
		if g.pick(5) == 0 {
			return constant(0)
		}
		return g.symbol(s)
	}
	switch g.pick(6) {
	case 0:
		return g.symbol(s)
	case 1:
		return g.mk(term.OpIte, nil, g.bool(d-1), g.array(s, d-1), g.array(s, d-1))
	case 2:
		return constant(d - 1)
	default:
		return g.mk(term.OpStore, nil, g.array(s, d-1), g.elem(index, d-1), g.elem(elem, d-1))
	}
}
