package portable_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"whittle.dev/term"
)

// random makes terms over symbols with a prefix.
type random struct {
	st     *term.Store
	r      *rand.Rand
	prefix string
}

func (g *random) bool(depth int) term.Term {
	st := g.st
	if depth == 0 {
		return st.Symbol(fmt.Sprintf("%sb%d", g.prefix, g.r.IntN(3)), term.Bool)
	}
	switch g.r.IntN(7) {
	case 0:
		return st.Not(g.bool(depth - 1))
	case 1:
		return st.And(g.bool(depth-1), g.bool(depth-1), g.bool(depth-1))
	case 2:
		return st.Or(g.bool(depth-1), g.bool(depth-1))
	case 3:
		return st.Eq(g.bv(depth-1), g.bv(depth-1))
	case 4:
		return st.BVUlt(g.bv(depth-1), g.bv(depth-1))
	case 5:
		return st.BVSlt(g.bv(depth-1), g.bv(depth-1))
	}
	return st.BVUMulO(g.bv(depth-1), g.bv(depth-1))
}

func (g *random) bv(depth int) term.Term {
	st := g.st
	if depth == 0 {
		if g.r.IntN(3) == 0 {
			return st.BV(16, g.r.Uint64())
		}
		return st.Symbol(fmt.Sprintf("%sv%d", g.prefix, g.r.IntN(3)), term.BitVec(16))
	}
	switch g.r.IntN(9) {
	case 0:
		return st.BVAdd(g.bv(depth-1), g.bv(depth-1))
	case 1:
		return st.BVMul(g.bv(depth-1), g.bv(depth-1))
	case 2:
		return st.BVURem(g.bv(depth-1), g.bv(depth-1))
	case 3:
		return st.Ite(g.bool(depth-1), g.bv(depth-1), g.bv(depth-1))
	case 4:
		return st.Concat(st.Extract(7, 0, g.bv(depth-1)), st.Extract(15, 8, g.bv(depth-1)))
	case 5:
		return st.SignExt(8, st.Extract(10, 3, g.bv(depth-1)))
	case 6:
		return st.BVShl(g.bv(depth-1), g.bv(depth-1))
	case 7:
		return st.BVXor(g.bv(depth-1), g.bv(depth-1))
	}
	wide := st.BVBig(80, new(big.Int).Lsh(big.NewInt(int64(g.r.IntN(1000))), 60))
	return st.Extract(70, 55, st.BVAdd(wide, st.ZeroExt(64, g.bv(depth-1))))
}

// assignment gives symbols values that depend on the names after the prefix.
type assignment struct {
	st   *term.Store
	seed uint64
}

func (a assignment) Value(sym term.Term) (term.Value, bool) {
	name := a.st.Name(sym)
	h := a.seed
	for _, c := range name[1:] {
		h = h*1099511628211 + uint64(c)
	}
	if a.st.Sort(sym).IsBool() {
		return term.BoolValue(h>>13&1 == 1), true
	}
	return term.BVValue(16, h>>17), true
}
