package native

import (
	"fmt"

	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// unsupportedError names what the solver cannot translate.
type unsupportedError struct{ what string }

func (e *unsupportedError) Error() string { return "native: unsupported: " + e.what }

// blaster translates terms to gates.
type blaster struct {
	st       *term.Store
	bits     *vectors
	arith    *arithmetic
	arr      *arrays
	dividers dividers
	work     []term.Term // stack of blast
	args     []aig.Lit   // operands of n-ary operators
}

// blast translates t and all its subterms that have no bits yet. Terms are as
// deep as programs are long, so the traversal keeps its own stack.
func (bl *blaster) blast(t term.Term) error {
	if bl.bits.table.Get(t) != 0 {
		return nil
	}
	stack := append(bl.work[:0], t)
	defer func() { bl.work = stack }()
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if bl.bits.table.Get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range bl.st.Args(t) {
			if bl.bits.table.Get(a) == 0 {
				stack = append(stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if err := bl.blastTerm(t); err != nil {
			return err
		}
		bl.bits.tmp.Release()
	}
	return nil
}

// blastTerm translates t, whose operands are translated.
func (bl *blaster) blastTerm(t term.Term) error {
	switch sort := bl.st.Sort(t); {
	case sort.IsBool():
		l, err := bl.blastBool(t)
		if err != nil {
			return err
		}
		bl.bits.table.Set(t, uint32(l)+1)
		return nil
	case sort.IsBitVec():
		return bl.blastVec(t, sort.Width())
	case isNumber(sort):
		return bl.arith.blast(t)
	case sort.IsArray():
		return bl.arr.blast(t)
	default:
		return &unsupportedError{"sort " + bl.st.SortString(sort)}
	}
}

// blastBool returns the literal of a Bool term.
func (bl *blaster) blastBool(t term.Term) (aig.Lit, error) {
	op := bl.st.Op(t)
	args := bl.st.Args(t)
	g := bl.bits.g
	switch op {
	case term.OpSymbol:
		return g.Input(), nil
	case term.OpConst:
		if bl.st.IsTrue(t) {
			return aig.True, nil
		}
		return aig.False, nil
	case term.OpNot:
		return bl.bits.bit(args[0]).Neg(), nil
	case term.OpAnd, term.OpOr:
		ls := bl.args[:0]
		for _, a := range args {
			ls = append(ls, bl.bits.bit(a))
		}
		bl.args = ls
		if op == term.OpAnd {
			return g.AndAll(ls), nil
		}
		return g.OrAll(ls), nil
	case term.OpXor:
		l := aig.False
		for _, a := range args {
			l = g.Xor(l, bl.bits.bit(a))
		}
		return l, nil
	case term.OpImplies:
		l := bl.bits.bit(args[len(args)-1])
		for i := len(args) - 2; i >= 0; i-- {
			l = g.Implies(bl.bits.bit(args[i]), l)
		}
		return l, nil
	case term.OpIte:
		return g.Ite(bl.bits.bit(args[0]), bl.bits.bit(args[1]), bl.bits.bit(args[2])), nil
	case term.OpEq:
		return bl.equalTerms(args[0], args[1]), nil
	case term.OpDistinct:
		l := aig.True
		for i, a := range args {
			for _, b := range args[:i] {
				l = g.And(l, bl.equalTerms(a, b).Neg())
			}
		}
		return l, nil
	case term.OpSelect:
		v := bl.arr.selectBits(bl.bits.array(args[0]), bl.bits.vecRef(args[1]))
		return v[0], nil
	}
	if l, ok := bl.blastPredicate(op, args); ok {
		return l, nil
	}
	if l, ok := bl.arith.predicate(t); ok {
		return l, nil
	}
	return 0, unsupported(bl.st, t)
}

// unsupported is the error of a term whose operator is not known.
func unsupported(st *term.Store, t term.Term) error {
	return &unsupportedError{fmt.Sprintf("operator %v", st.Op(t))}
}

// blastPredicate returns the literal of a predicate on bit-vectors.
func (bl *blaster) blastPredicate(op term.Op, args []term.Term) (aig.Lit, bool) {
	if len(args) == 0 || !bl.st.Sort(args[0]).IsBitVec() {
		return 0, false
	}
	g := bl.bits.g
	a := bl.bits.vec(args[0])
	w := len(a)
	if op == term.OpBVNegO {
		return g.IsMin(a, bl.bits.tmp.Get(w)), true
	}
	if len(args) != 2 {
		return 0, false
	}
	b := bl.bits.vec(args[1])
	switch op {
	case term.OpBVUlt, term.OpBVUSubO:
		return g.Ult(a, b), true
	case term.OpBVUle:
		return g.Ult(b, a).Neg(), true
	case term.OpBVUgt:
		return g.Ult(b, a), true
	case term.OpBVUge:
		return g.Ult(a, b).Neg(), true
	case term.OpBVSlt:
		return g.Slt(a, b), true
	case term.OpBVSle:
		return g.Slt(b, a).Neg(), true
	case term.OpBVSgt:
		return g.Slt(b, a), true
	case term.OpBVSge:
		return g.Slt(a, b).Neg(), true
	case term.OpBVUAddO:
		return g.Add(bl.bits.tmp.Get(w), a, b, aig.False), true
	case term.OpBVSAddO:
		return g.SignedAddOverflow(a, b, false, bl.bits.tmp.Get(w)), true
	case term.OpBVSSubO:
		return g.SignedAddOverflow(a, b, true, bl.bits.tmp.Get(w)), true
	case term.OpBVUMulO:
		return g.MulOverflow(a, b, &bl.bits.tmp), true
	case term.OpBVSMulO:
		return g.SignedMulOverflow(a, b, &bl.bits.tmp), true
	case term.OpBVSDivO:
		minusOne := bl.bits.tmp.Get(w)
		copy(minusOne, b)
		return g.And(g.IsMin(a, bl.bits.tmp.Get(w)), g.AndAll(minusOne)), true
	}
	return 0, false
}

// equalTerms returns the literal of the equation of two translated terms.
func (bl *blaster) equalTerms(a, b term.Term) aig.Lit {
	switch sort := bl.st.Sort(a); {
	case sort.IsBool():
		return bl.bits.g.Xnor(bl.bits.bit(a), bl.bits.bit(b))
	case isNumber(sort):
		return bl.arith.equal(a, b)
	case sort.IsArray():
		return bl.arr.equal(bl.bits.array(a), bl.bits.array(b))
	default:
		x, y := bl.bits.vec(a), bl.bits.vec(b)
		return bl.bits.g.Equal(x, y, bl.bits.tmp.Get(len(x)))
	}
}

// taintedTerm reports whether the bits of t depend on selects or equations of
// arrays. They are only right in a model if they are in the clauses.
func (bl *blaster) taintedTerm(t term.Term) bool {
	sort := bl.st.Sort(t)
	switch {
	case sort.IsArray():
		return bl.arr.nodes[bl.bits.array(t)].tainted
	case sort.IsBool():
		return bl.bits.g.Tainted(bl.bits.bit(t))
	case isNumber(sort):
		return bl.arith.table.Tainted(bl.arith.form(t))
	default:
		return bl.bits.g.Tainted(bl.bits.vec(t)...)
	}
}
