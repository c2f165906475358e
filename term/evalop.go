package term

import "math/big"

// evalOp applies the operator of n to the values of its operands. It covers every
// operator, also the derived ones.
func (s *Store) evalOp(n *node, v []Value) Value {
	op, sort := n.op(), n.sort()
	switch op {
	case OpNot:
		return BoolValue(v[0].bits == 0)
	case OpAnd, OpOr:
		for _, x := range v {
			if x.Bool() == (op == OpOr) {
				return BoolValue(op == OpOr)
			}
		}
		return BoolValue(op == OpAnd)
	case OpXor:
		return BoolValue(v[0].bits != v[1].bits)
	case OpImplies:
		return BoolValue(v[0].bits <= v[1].bits)
	case OpEq:
		return BoolValue(v[0].Equal(v[1]))
	case OpDistinct:
		for i := range v {
			for j := range i {
				if v[i].Equal(v[j]) {
					return BoolValue(false)
				}
			}
		}
		return BoolValue(true)
	case OpSelect:
		return v[0].At(v[1])
	case OpStore:
		return v[0].With(v[1], v[2])
	case OpConstArray:
		return s.ArrayValue(sort, v[0])
	case OpApply:
		return v[0].Call(v[1:]...)
	}
	if op >= OpNeg && op <= OpDivisible {
		return evalNumber(op, sort, int64(n.arg[1]), v)
	}
	return evalBV(op, sort, int(n.arg[1]), int(n.arg[2]), v)
}

// evalBV applies an operator whose operands are bit-vectors, or int_to_bv.
func evalBV(op Op, sort Sort, p, q int, v []Value) Value {
	w := v[0].sort.Width()
	switch op {
	case OpBVNot:
		if w <= 64 {
			return Value{sort: sort, bits: ^v[0].bits & ones(w)}
		}
		return BVValueBig(w, new(big.Int).Not(v[0].big()))
	case OpBVNeg:
		if w <= 64 {
			return Value{sort: sort, bits: -v[0].bits & ones(w)}
		}
		return BVValueBig(w, new(big.Int).Neg(v[0].big()))
	case OpBVNegO:
		return BoolValue(v[0].big().Cmp(new(big.Int).Lsh(bigOne, uint(w-1))) == 0)
	case OpConcat:
		if sort.Width() <= 64 {
			return Value{sort: sort, bits: v[0].bits<<uint(v[1].sort.Width()) | v[1].bits}
		}
		x := v[0].Big()
		x.Lsh(x, uint(v[1].sort.Width()))
		return BVValueBig(sort.Width(), x.Or(x, v[1].big()))
	case OpExtract:
		if w <= 64 {
			return Value{sort: sort, bits: v[0].bits >> uint(q) & ones(p-q+1)}
		}
		return BVValueBig(p-q+1, new(big.Int).Rsh(v[0].big(), uint(q)))
	case OpZeroExt:
		return BVValueBig(sort.Width(), v[0].big())
	case OpSignExt:
		if sort.Width() <= 64 {
			return BVValue(sort.Width(), uint64(sext(w, v[0].bits)))
		}
		return BVValueBig(sort.Width(), signedBig(w, v[0].big()))
	case OpRotateLeft:
		return rotateValue(w, p%w, v[0])
	case OpRotateRight:
		return rotateValue(w, w-p%w, v[0])
	case OpRepeat:
		x := new(big.Int)
		for range p {
			x.Or(x.Lsh(x, uint(w)), v[0].big())
		}
		return BVValueBig(sort.Width(), x)
	case OpUBVToInt:
		return IntValue(v[0].big())
	case OpSBVToInt:
		return IntValue(signedBig(w, v[0].big()))
	case OpIntToBV:
		return BVValueBig(sort.Width(), v[0].big())
	}
	switch {
	case sort == Bool && w <= 64:
		return BoolValue(cmp64(op, w, v[0].bits, v[1].bits))
	case sort == Bool:
		return BoolValue(cmpBig(op, w, v[0].big(), v[1].big()))
	case w <= 64:
		return Value{sort: sort, bits: bv64(op, w, v[0].bits, v[1].bits)}
	case op == OpBVComp:
		return BVValue(1, BoolValue(v[0].Equal(v[1])).bits)
	}
	return BVValueBig(w, bvBig(op, w, v[0].big(), v[1].big()))
}

func rotateValue(w, by int, v Value) Value {
	x := new(big.Int).Lsh(v.big(), uint(by))
	return BVValueBig(w, x.Or(x, new(big.Int).Rsh(v.big(), uint(w-by))))
}

// evalNumber applies an operator on Int or Real values.
func evalNumber(op Op, sort Sort, param int64, v []Value) Value {
	switch op {
	case OpAbs:
		return IntValue(new(big.Int).Abs(v[0].big()))
	case OpDiv:
		if v[1].big().Sign() == 0 {
			return IntValue(new(big.Int))
		}
		return IntValue(new(big.Int).Div(v[0].big(), v[1].big()))
	case OpMod:
		if v[1].big().Sign() == 0 {
			return v[0]
		}
		return IntValue(new(big.Int).Mod(v[0].big(), v[1].big()))
	case OpDivisible:
		return BoolValue(new(big.Int).Mod(v[0].big(), big.NewInt(param)).Sign() == 0)
	case OpToReal:
		return Value{sort: Real, ref: v[0].rat()}
	case OpToInt:
		return IntValue(floor(v[0].rat()))
	case OpIsInt:
		return BoolValue(v[0].rat().IsInt())
	case OpLe:
		return BoolValue(v[0].compare(v[1]) <= 0)
	case OpLt:
		return BoolValue(v[0].compare(v[1]) < 0)
	case OpGe:
		return BoolValue(v[0].compare(v[1]) >= 0)
	case OpGt:
		return BoolValue(v[0].compare(v[1]) > 0)
	}
	if sort == Int {
		if r, ok := evalInt64(op, v); ok {
			return Value{sort: Int, bits: uint64(r)}
		}
	}
	r := v[0].Rat()
	switch op {
	case OpNeg:
		r.Neg(r)
	case OpRDiv:
		if v[1].rat().Sign() == 0 {
			r.SetInt64(0)
		} else {
			r.Quo(r, v[1].rat())
		}
	}
	for _, x := range v[1:] {
		switch op {
		case OpAdd:
			r.Add(r, x.rat())
		case OpSub:
			r.Sub(r, x.rat())
		case OpMul:
			r.Mul(r, x.rat())
		}
	}
	if sort == Int {
		return IntValue(r.Num())
	}
	return Value{sort: Real, ref: r}
}

// evalInt64 applies an operator to numbers that fit in a word, if the result does.
func evalInt64(op Op, v []Value) (int64, bool) {
	x := ratio{n: int64(v[0].bits)}
	if op == OpNeg {
		x = x.neg()
	}
	for i, y := range v {
		if y.ref != nil || x.r != nil {
			return 0, false
		}
		if i == 0 {
			continue
		}
		switch k := (ratio{n: int64(y.bits)}); op {
		case OpAdd:
			x = x.add(k)
		case OpSub:
			x = x.add(k.neg())
		case OpMul:
			x = x.mul(k)
		}
	}
	return x.n, x.r == nil
}
