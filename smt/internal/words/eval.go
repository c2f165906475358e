package words

// sext returns the value of width w, up to 64, as a signed number.
func sext(w uint8, x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// eval computes the values of all nodes from those of the inputs.
func (w *walker) eval() {
	vals := w.vals
	for i := range w.nodes {
		n := &w.nodes[i]
		if n.op != OpInput {
			vals[i] = w.evalNode(n)
		}
	}
}

// evalNode computes a node from the values of its operands.
func (w *walker) evalNode(n *node) uint64 {
	vals := w.vals
	switch n.op {
	case OpConst:
		return n.k
	case OpNot:
		return ^vals[n.a] & ones(n.w)
	case OpNeg:
		return -vals[n.a] & ones(n.w)
	case OpExtract:
		return vals[n.a] >> n.k & ones(n.w)
	case OpZeroExt:
		return vals[n.a]
	case OpSignExt:
		return uint64(sext(n.aw, vals[n.a])) & ones(n.w)
	case OpIte:
		if vals[n.a] != 0 {
			return vals[n.b]
		}
		return vals[n.c]
	}
	return apply(n, vals[n.a], vals[n.b])
}

// apply computes a binary operator.
func apply(n *node, x, y uint64) uint64 {
	switch n.op {
	case OpAnd:
		return x & y
	case OpOr:
		return x | y
	case OpXor:
		return x ^ y
	case OpAdd:
		return (x + y) & ones(n.w)
	case OpSub:
		return (x - y) & ones(n.w)
	case OpMul:
		return x * y & ones(n.w)
	case OpUDiv:
		if y == 0 {
			return ones(n.w)
		}
		return x / y
	case OpURem:
		if y == 0 {
			return x
		}
		return x % y
	case OpShl:
		if y >= uint64(n.w) {
			return 0
		}
		return x << y & ones(n.w)
	case OpLShr:
		if y >= uint64(n.w) {
			return 0
		}
		return x >> y
	case OpAShr:
		return uint64(sext(n.w, x)>>min(y, 63)) & ones(n.w)
	case OpEq:
		return b2u(x == y)
	case OpUlt:
		return b2u(x < y)
	case OpSlt:
		s := signBit(n.aw)
		return b2u(x^s < y^s)
	case OpConcat:
		return x<<(n.w-n.aw) | y
	}
	panic("words: no binary operator")
}
