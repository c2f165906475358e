package native

import "whittle.dev/smt/native/internal/aig"

import (
	"fmt"

	"whittle.dev/term"
)

// unsupportedError names what the solver cannot translate.
type unsupportedError struct{ what string }

func (e *unsupportedError) Error() string { return "native: unsupported: " + e.what }

// blast translates t and all its subterms that have no bits yet. Terms are as
// deep as programs are long, so the traversal keeps its own stack.
func (s *Solver) blast(t term.Term) error {
	if s.table.Get(t) != 0 {
		return nil
	}
	stack := append(s.work[:0], t)
	defer func() { s.work = stack }()
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if s.table.Get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range s.st.Args(t) {
			if s.table.Get(a) == 0 {
				stack = append(stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if err := s.blastTerm(t); err != nil {
			return err
		}
		s.tmp.Release()
	}
	return nil
}

// blastTerm translates t, whose operands are translated.
func (s *Solver) blastTerm(t term.Term) error {
	switch sort := s.st.Sort(t); {
	case sort.IsBool():
		l, err := s.blastBool(t)
		if err != nil {
			return err
		}
		s.table.Set(t, uint32(l)+1)
		return nil
	case sort.IsBitVec():
		return s.blastVec(t, sort.Width())
	case sort.IsArray():
		return s.blastArray(t)
	default:
		return &unsupportedError{"sort " + s.st.SortString(sort)}
	}
}

// blastBool returns the literal of a Bool term.
func (s *Solver) blastBool(t term.Term) (aig.Lit, error) {
	op := s.st.Op(t)
	args := s.st.Args(t)
	g := s.g
	switch op {
	case term.OpSymbol:
		return g.Input(), nil
	case term.OpConst:
		if s.st.IsTrue(t) {
			return aig.True, nil
		}
		return aig.False, nil
	case term.OpNot:
		return s.bit(args[0]).Neg(), nil
	case term.OpAnd, term.OpOr:
		ls := s.args[:0]
		for _, a := range args {
			ls = append(ls, s.bit(a))
		}
		s.args = ls
		if op == term.OpAnd {
			return g.AndAll(ls), nil
		}
		return g.OrAll(ls), nil
	case term.OpXor:
		l := aig.False
		for _, a := range args {
			l = g.Xor(l, s.bit(a))
		}
		return l, nil
	case term.OpImplies:
		l := s.bit(args[len(args)-1])
		for i := len(args) - 2; i >= 0; i-- {
			l = g.Implies(s.bit(args[i]), l)
		}
		return l, nil
	case term.OpIte:
		return g.Ite(s.bit(args[0]), s.bit(args[1]), s.bit(args[2])), nil
	case term.OpEq:
		return s.equalTerms(args[0], args[1]), nil
	case term.OpDistinct:
		l := aig.True
		for i, a := range args {
			for _, b := range args[:i] {
				l = g.And(l, s.equalTerms(a, b).Neg())
			}
		}
		return l, nil
	case term.OpSelect:
		v := s.selectBits(s.array(args[0]), s.vecRef(args[1]))
		return v[0], nil
	}
	if l, ok := s.blastPredicate(op, args); ok {
		return l, nil
	}
	return 0, s.unsupported(t)
}

func (s *Solver) unsupported(t term.Term) error {
	return &unsupportedError{fmt.Sprintf("operator %v", s.st.Op(t))}
}

// blastPredicate returns the literal of a predicate on bit-vectors.
func (s *Solver) blastPredicate(op term.Op, args []term.Term) (aig.Lit, bool) {
	if len(args) == 0 || !s.st.Sort(args[0]).IsBitVec() {
		return 0, false
	}
	g := s.g
	a := s.vec(args[0])
	w := len(a)
	if op == term.OpBVNegO {
		return g.IsMin(a, s.tmp.Get(w)), true
	}
	if len(args) != 2 {
		return 0, false
	}
	b := s.vec(args[1])
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
		return g.Add(s.tmp.Get(w), a, b, aig.False), true
	case term.OpBVSAddO:
		return g.SignedAddOverflow(a, b, false, s.tmp.Get(w)), true
	case term.OpBVSSubO:
		return g.SignedAddOverflow(a, b, true, s.tmp.Get(w)), true
	case term.OpBVUMulO:
		return g.MulOverflow(a, b, &s.tmp), true
	case term.OpBVSMulO:
		return g.SignedMulOverflow(a, b, &s.tmp), true
	case term.OpBVSDivO:
		minusOne := s.tmp.Get(w)
		copy(minusOne, b)
		return g.And(g.IsMin(a, s.tmp.Get(w)), g.AndAll(minusOne)), true
	}
	return 0, false
}

// equalTerms returns the literal of the equation of two translated terms.
func (s *Solver) equalTerms(a, b term.Term) aig.Lit {
	switch sort := s.st.Sort(a); {
	case sort.IsBool():
		return s.g.Xnor(s.bit(a), s.bit(b))
	case sort.IsArray():
		return s.equalArrays(s.array(a), s.array(b))
	default:
		x, y := s.vec(a), s.vec(b)
		return s.g.Equal(x, y, s.tmp.Get(len(x)))
	}
}
