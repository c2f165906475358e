package term

import "fmt"

// Mk returns the application of op, simplified as by the constructor of that name. Left-associative operators
// take more than two operands, = also (all equal), and - takes one. OpConstArray takes the array sort as its
// only entry of params, other operators what [Op.NumParams] says. Mk panics on ill-sorted operands; readers
// check with [Store.SortOf] first.
func (s *Store) Mk(op Op, params []int, args ...Term) Term {
	if op == OpEq && len(args) > 2 {
		// A chain of equalities; each Eq checks its two operands.
		all := make([]Term, 0, len(args)-1)
		for i := range args[1:] {
			all = append(all, s.Eq(args[i], args[i+1]))
		}
		return s.And(all...)
	}
	sort, err := s.SortOf(op, params, args...)
	if err != nil {
		panic("term: " + err.Error())
	}
	if opTable[op].chain && len(args) > 2 {
		t := args[0]
		for _, a := range args[1:] {
			t = s.apply(op, sort, nil, []Term{t, a})
		}
		return t
	}
	return s.apply(op, sort, params, args)
}

// MkRaw returns the application of op as it stands, without simplification. It
// serves tests, which compare it with what [Store.Mk] makes of it.
func (s *Store) MkRaw(op Op, params []int, args ...Term) Term {
	sort, err := s.SortOf(op, params, args...)
	if err != nil {
		panic("term: " + err.Error())
	}
	if n := int(opTable[op].args); n > 0 && len(args) != n {
		panic(fmt.Sprintf("term: MkRaw of %v takes not %d operands", op, len(args)))
	}
	if op == OpConstArray {
		params = nil
	}
	switch len(params) {
	case 1:
		return s.intern(head(op, sort), args[0], Term(params[0]), 0)
	case 2:
		return s.intern(head(op, sort), args[0], Term(params[0]), Term(params[1]))
	}
	return s.internArgs(op, sort, args)
}

// apply calls the constructor of op; the operands are known to be well-sorted.
func (s *Store) apply(op Op, sort Sort, params []int, args []Term) Term {
	switch op {
	case OpAnd:
		return s.And(args...)
	case OpOr:
		return s.Or(args...)
	case OpDistinct:
		return s.Distinct(args...)
	case OpIte:
		return s.Ite(args[0], args[1], args[2])
	case OpExtract:
		return s.Extract(params[0], params[1], args[0])
	case OpAdd:
		return s.sum(sort, args)
	case OpMul:
		return s.product(sort, args)
	case OpStore:
		return s.StoreArr(args[0], args[1], args[2])
	case OpConstArray:
		return s.ConstArray(sort, args[0])
	case OpApply:
		return s.Apply(args[0], args[1:]...)
	}
	if len(params) == 1 {
		return s.applyIndexed(op, params[0], args[0])
	}
	if len(args) == 1 {
		return s.applyUnary(op, args[0])
	}
	return s.applyBinary(op, args[0], args[1])
}

func (s *Store) applyIndexed(op Op, n int, t Term) Term {
	switch op {
	case OpZeroExt:
		return s.ZeroExt(n, t)
	case OpSignExt:
		return s.SignExt(n, t)
	case OpRotateLeft:
		return s.RotateLeft(n, t)
	case OpRotateRight:
		return s.RotateRight(n, t)
	case OpRepeat:
		return s.Repeat(n, t)
	case OpIntToBV:
		return s.IntToBV(n, t)
	case OpDivisible:
		return s.Divisible(n, t)
	}
	panic("term: no constructor for " + op.String())
}

func (s *Store) applyUnary(op Op, t Term) Term {
	switch op {
	case OpNot:
		return s.Not(t)
	case OpBVNot:
		return s.BVNot(t)
	case OpBVNeg:
		return s.BVNeg(t)
	case OpBVNegO:
		return s.BVNegO(t)
	case OpUBVToInt:
		return s.UBVToInt(t)
	case OpSBVToInt:
		return s.SBVToInt(t)
	case OpNeg, OpSub:
		return s.IntNeg(t)
	case OpAbs:
		return s.IntAbs(t)
	case OpToReal:
		return s.ToReal(t)
	case OpToInt:
		return s.ToInt(t)
	case OpIsInt:
		return s.IsInt(t)
	}
	panic("term: no constructor for " + op.String())
}

func (s *Store) applyBinary(op Op, a, b Term) Term {
	switch op {
	case OpXor:
		return s.Xor(a, b)
	case OpImplies:
		return s.Implies(a, b)
	case OpEq:
		return s.Eq(a, b)
	case OpBVAnd:
		return s.BVAnd(a, b)
	case OpBVOr:
		return s.BVOr(a, b)
	case OpBVXor:
		return s.BVXor(a, b)
	case OpBVNand:
		return s.BVNand(a, b)
	case OpBVNor:
		return s.BVNor(a, b)
	case OpBVXnor:
		return s.BVXnor(a, b)
	case OpBVAdd:
		return s.BVAdd(a, b)
	case OpBVSub:
		return s.BVSub(a, b)
	case OpBVMul:
		return s.BVMul(a, b)
	case OpBVUDiv:
		return s.BVUDiv(a, b)
	case OpBVURem:
		return s.BVURem(a, b)
	case OpBVSDiv:
		return s.BVSDiv(a, b)
	case OpBVSRem:
		return s.BVSRem(a, b)
	case OpBVSMod:
		return s.BVSMod(a, b)
	case OpBVShl:
		return s.BVShl(a, b)
	case OpBVLShr:
		return s.BVLShr(a, b)
	case OpBVAShr:
		return s.BVAShr(a, b)
	case OpBVComp:
		return s.BVComp(a, b)
	case OpBVUlt:
		return s.BVUlt(a, b)
	case OpBVUle:
		return s.BVUle(a, b)
	case OpBVUgt:
		return s.BVUgt(a, b)
	case OpBVUge:
		return s.BVUge(a, b)
	case OpBVSlt:
		return s.BVSlt(a, b)
	case OpBVSle:
		return s.BVSle(a, b)
	case OpBVSgt:
		return s.BVSgt(a, b)
	case OpBVSge:
		return s.BVSge(a, b)
	case OpConcat:
		return s.Concat(a, b)
	case OpBVUAddO:
		return s.BVUAddO(a, b)
	case OpBVSAddO:
		return s.BVSAddO(a, b)
	case OpBVUSubO:
		return s.BVUSubO(a, b)
	case OpBVSSubO:
		return s.BVSSubO(a, b)
	case OpBVUMulO:
		return s.BVUMulO(a, b)
	case OpBVSMulO:
		return s.BVSMulO(a, b)
	case OpBVSDivO:
		return s.BVSDivO(a, b)
	case OpSub:
		return s.IntSub(a, b)
	case OpDiv:
		return s.IntDiv(a, b)
	case OpMod:
		return s.IntMod(a, b)
	case OpLe:
		return s.Le(a, b)
	case OpLt:
		return s.Lt(a, b)
	case OpGe:
		return s.Ge(a, b)
	case OpGt:
		return s.Gt(a, b)
	case OpRDiv:
		return s.RealDiv(a, b)
	case OpSelect:
		return s.Select(a, b)
	}
	panic("term: no constructor for " + op.String())
}
