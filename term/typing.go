package term

import (
	"fmt"
	"math"
)

// want panics unless t has the given sort.
func (s *Store) want(op Op, t Term, sort Sort) {
	if got := s.node(t).sort(); got != sort || t == None {
		panic(fmt.Sprintf("term: operand of %v has sort %s, want %s", op, s.SortString(got),
			s.SortString(sort)))
	}
}

// wantBV panics unless t is a bit-vector, and returns its sort.
func (s *Store) wantBV(op Op, t Term) Sort {
	sort := s.node(t).sort()
	if sort&bitVecFlag == 0 {
		panic(fmt.Sprintf("term: operand of %v has sort %s, want a bit-vector", op, s.SortString(sort)))
	}
	return sort
}

// wantBV2 panics unless a and b are bit-vectors of one width, and returns their sort.
func (s *Store) wantBV2(op Op, a, b Term) Sort {
	x, y := s.node(a).sort(), s.node(b).sort()
	if x != y || x&bitVecFlag == 0 {
		panic(fmt.Sprintf("term: operands of %v have sorts %s and %s, want bit-vectors of one width",
			op, s.SortString(x), s.SortString(y)))
	}
	return x
}

// wantNumber panics unless t is Int or Real, and returns its sort.
func (s *Store) wantNumber(op Op, t Term) Sort {
	sort := s.node(t).sort()
	if sort != Int && sort != Real {
		panic(fmt.Sprintf("term: operand of %v has sort %s, want Int or Real", op, s.SortString(sort)))
	}
	return sort
}

// SortOf returns the sort that an application would have, or an error if it is ill-sorted: the check that
// [Store.Mk] panics on. OpConstArray takes the array sort as its only entry of params.
func (s *Store) SortOf(op Op, params []int, args ...Term) (Sort, error) {
	if op <= OpConst || op >= numOps {
		return 0, fmt.Errorf("%v is not an operator", op)
	}
	info := &opTable[op]
	if n := len(args); n < 1 || info.args < 0 && n < int(-info.args) ||
		info.args >= 0 && n != int(info.args) && !(info.chain && n > 2) && !(op == OpSub && n == 1) {
		return 0, fmt.Errorf("%v takes not %d operands", op, n)
	}
	if op != OpConstArray && len(params) != int(info.params) {
		return 0, fmt.Errorf("%v takes %d parameters, not %d", op, info.params, len(params))
	}
	for _, p := range params {
		if p < 0 || uint64(p) > math.MaxUint32 {
			return 0, fmt.Errorf("parameter %d of %v is out of range", p, op)
		}
	}
	for i, t := range args {
		if t == None || t >= s.next {
			return 0, fmt.Errorf("operand %d of %v is no term", i+1, op)
		}
	}
	first := s.Sort(args[0])
	all := func(sort Sort) error {
		for i, t := range args {
			if s.Sort(t) != sort {
				return fmt.Errorf("operand %d of %v has sort %s, want %s", i+1, op, s.SortString(s.Sort(t)),
					s.SortString(sort))
			}
		}
		return nil
	}
	bv := func(result Sort) (Sort, error) {
		if !first.IsBitVec() {
			return 0, fmt.Errorf("operand 1 of %v has sort %s, want a bit-vector", op, s.SortString(first))
		}
		return result, all(first)
	}
	number := func(result Sort) (Sort, error) {
		if first != Int && first != Real {
			return 0, fmt.Errorf("operand 1 of %v has sort %s, want Int or Real", op, s.SortString(first))
		}
		return result, all(first)
	}
	wide := func(width int) (Sort, error) {
		if width > MaxWidth {
			return 0, fmt.Errorf("the result of %v would have %d bits", op, width)
		}
		return BitVec(width), nil
	}
	switch op {
	case OpNot, OpAnd, OpOr, OpXor, OpImplies:
		return Bool, all(Bool)
	case OpEq, OpDistinct:
		if first.IsFunc() {
			return 0, fmt.Errorf("operand 1 of %v is a function", op)
		}
		return Bool, all(first)
	case OpIte:
		if first != Bool || s.Sort(args[1]) != s.Sort(args[2]) || s.Sort(args[1]).IsFunc() {
			return 0, fmt.Errorf("operands of ite have sorts %s, %s, %s", s.SortString(first),
				s.SortString(s.Sort(args[1])), s.SortString(s.Sort(args[2])))
		}
		return s.Sort(args[1]), nil
	case OpBVComp:
		return bv(BitVec(1))
	case OpBVUlt, OpBVUle, OpBVUgt, OpBVUge, OpBVSlt, OpBVSle, OpBVSgt, OpBVSge,
		OpBVNegO, OpBVUAddO, OpBVSAddO, OpBVUSubO, OpBVSSubO, OpBVUMulO, OpBVSMulO, OpBVSDivO:
		return bv(Bool)
	case OpUBVToInt, OpSBVToInt:
		return bv(Int)
	case OpConcat:
		width := 0
		for i, t := range args {
			if !s.Sort(t).IsBitVec() {
				return 0, fmt.Errorf("operand %d of concat has sort %s, want a bit-vector", i+1,
					s.SortString(s.Sort(t)))
			}
			width += s.Sort(t).Width()
		}
		return wide(width)
	case OpExtract, OpZeroExt, OpSignExt, OpRotateLeft, OpRotateRight, OpRepeat:
		if _, err := bv(0); err != nil {
			return 0, err
		}
		w := first.Width()
		switch {
		case op == OpExtract && (params[0] < params[1] || params[0] >= w):
			return 0, fmt.Errorf("extract %d to %d of %d bits", params[0], params[1], w)
		case op == OpExtract:
			return wide(params[0] - params[1] + 1)
		case op == OpRepeat && params[0] == 0:
			return 0, fmt.Errorf("repeat 0 times")
		case op == OpRepeat:
			return wide(w * params[0])
		case op == OpZeroExt, op == OpSignExt:
			return wide(w + params[0])
		}
		return first, nil
	case OpIntToBV:
		if params[0] == 0 {
			return 0, fmt.Errorf("int_to_bv of 0 bits")
		}
		if err := all(Int); err != nil {
			return 0, err
		}
		return wide(params[0])
	case OpNeg, OpAdd, OpSub, OpMul:
		return number(first)
	case OpLe, OpLt, OpGe, OpGt:
		return number(Bool)
	case OpDiv, OpMod, OpAbs:
		return Int, all(Int)
	case OpDivisible:
		if params[0] == 0 {
			return 0, fmt.Errorf("divisible by 0")
		}
		return Bool, all(Int)
	case OpToReal:
		return Real, all(Int)
	case OpRDiv:
		return Real, all(Real)
	case OpToInt:
		return Int, all(Real)
	case OpIsInt:
		return Bool, all(Real)
	case OpSelect, OpStore:
		if !first.IsArray() {
			return 0, fmt.Errorf("operand 1 of %v has sort %s, want an array", op, s.SortString(first))
		}
		index, elem := s.ArrayParts(first)
		if s.Sort(args[1]) != index || op == OpStore && s.Sort(args[2]) != elem {
			return 0, fmt.Errorf("operands of %v do not fit the sort %s", op, s.SortString(first))
		}
		if op == OpSelect {
			return elem, nil
		}
		return first, nil
	case OpConstArray:
		if len(params) != 1 || !Sort(params[0]).IsArray() || params[0]&^arrayFlag >= len(s.arraySorts) {
			return 0, fmt.Errorf("a constant array needs an array sort of the store as its parameter")
		}
		if _, elem := s.ArrayParts(Sort(params[0])); elem != first {
			return 0, fmt.Errorf("a constant array of sort %s cannot hold %s", s.SortString(Sort(params[0])),
				s.SortString(first))
		}
		return Sort(params[0]), nil
	case OpApply:
		return s.sortOfApply(args)
	}
	return bv(first)
}
