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
	elems    *elements
	funcs    *functions
	places   *places
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
	switch bl.st.Op(t) {
	case term.OpSelect:
		bl.places.put(t, bl.arr.selectPlace(bl.bits.array(bl.st.Arg(t, 0)), bl.places.of(bl.st.Arg(t, 1))))
		return nil
	case term.OpApply:
		p, err := bl.funcs.apply(t)
		if err == nil {
			bl.places.put(t, p)
		}
		return err
	}
	switch sort := bl.st.Sort(t); {
	case sort.IsFunc():
		bl.bits.table.Set(t, 1) // what counts are its applications
		return nil
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
	case !bl.places.supported(sort):
		return &unsupportedError{"sort " + bl.st.SortString(sort)}
	case sort.IsArray():
		return bl.arr.blast(t)
	case sort.IsUninterpreted():
		p, err := bl.elems.blast(t)
		if err == nil {
			bl.places.put(t, p)
		}
		return err
	}
	return unsupported(bl.st, t)
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
	default:
		return bl.places.equal(bl.places.of(a), bl.places.of(b))
	}
}

// taintedTerm reports whether the bits of t depend on selects or equations of
// arrays. They are only right in a model if they are in the clauses.
func (bl *blaster) taintedTerm(t term.Term) bool {
	if bl.st.Sort(t).IsBool() {
		return bl.bits.g.Tainted(bl.bits.bit(t))
	}
	return bl.places.tainted(bl.places.of(t))
}
