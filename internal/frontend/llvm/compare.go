package llvm

import (
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// compare compares integers or addresses.
func (f *fn) compare(p ir.Pred, x, y term.Term) term.Term {
	switch p {
	case ir.EQ:
		return f.equal(x, y)
	case ir.NE:
		return f.ts.Not(f.equal(x, y))
	case ir.UGT:
		return f.ts.BVUlt(y, x)
	case ir.UGE:
		return f.ts.BVUle(y, x)
	case ir.ULT:
		return f.ts.BVUlt(x, y)
	case ir.ULE:
		return f.ts.BVUle(x, y)
	case ir.SGT:
		return f.ts.BVSlt(y, x)
	case ir.SGE:
		return f.ts.BVSle(y, x)
	case ir.SLT:
		return f.ts.BVSlt(x, y)
	}
	return f.ts.BVSle(x, y)
}

// equal compares values; one that stands for a condition is compared with 0 and 1 by the condition.
func (f *fn) equal(x, y term.Term) term.Term {
	if c, ok := f.conds[x]; ok {
		switch n, isConst := f.ts.ConstUint64(y); {
		case isConst && n == 0:
			return f.ts.Not(c)
		case isConst && n == 1:
			return c
		}
	}
	return f.ts.Eq(x, y)
}

// compareFloats compares numbers: an unordered condition is the opposite of an ordered one.
func (f *fn) compareFloats(p ir.Pred, x, y term.Term) term.Term {
	op := func(op string, x, y term.Term) term.Term { return f.b.Floats(op, x, y) }
	ordered := func() term.Term { return f.ts.BVAnd(op("==", x, x), op("==", y, y)) }
	switch p {
	case ir.OEQ:
		return op("==", x, y)
	case ir.OGT:
		return op("<", y, x)
	case ir.OGE:
		return op("<=", y, x)
	case ir.OLT:
		return op("<", x, y)
	case ir.OLE:
		return op("<=", x, y)
	case ir.ONE:
		return f.ts.BVAnd(ordered(), f.ts.BVNot(op("==", x, y)))
	case ir.ORD:
		return ordered()
	case ir.UNO:
		return f.ts.BVNot(ordered())
	case ir.UEQ:
		return f.ts.BVOr(op("==", x, y), f.ts.BVNot(ordered()))
	case ir.FUGT:
		return f.ts.BVNot(op("<=", x, y))
	case ir.FUGE:
		return f.ts.BVNot(op("<", x, y))
	case ir.FULT:
		return f.ts.BVNot(op("<=", y, x))
	case ir.FULE:
		return f.ts.BVNot(op("<", y, x))
	case ir.UNE:
		return f.ts.BVNot(op("==", x, y))
	case ir.TruePred:
		return f.ts.BV(1, 1)
	}
	return f.ts.BV(1, 0)
}
