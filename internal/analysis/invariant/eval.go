package invariant

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxEvalTerm bounds how deep terms are looked into.
const maxEvalTerm = 60

// evaluator computes values of terms.
type evaluator struct {
	prog  *cfa.Program
	out   *outcome
	space *space
	regOf []cfa.RegID // by symbol
	stamp []uint32    // by term: epoch of memo
	memo  []value
	epoch uint32
}

func newEvaluator(p *cfa.Program, out *outcome, space *space) *evaluator {
	n := int(p.Terms.Limit())
	x := &evaluator{prog: p, out: out, space: space, regOf: make([]cfa.RegID, n), stamp: make([]uint32, n),
		memo: make([]value, n)}
	for i := range x.regOf {
		x.regOf[i] = cfa.NoReg
	}
	for i, r := range p.Regs {
		x.regOf[r.Sym] = cfa.RegID(i)
	}
	return x
}

// eval returns the values of a term in a state.
func (x *evaluator) eval(s *state, t term.Term) value {
	x.epoch++
	return x.value(s, t, maxEvalTerm)
}

func (x *evaluator) value(s *state, t term.Term, depth int) value {
	st := x.prog.Terms
	width := absint.Width(st.Sort(t))
	switch st.Op(t) {
	case term.OpSymbol:
		if r := x.regOf[t]; r != cfa.NoReg {
			return s.get(r, width)
		}
		return topOf(width)
	case term.OpConst:
		if width > 64 || width == 0 {
			return topOf(width)
		}
		v, _ := st.ConstUint64(t)
		return x.space.address(numberOf(absint.Single(width, v)))
	}
	if width > 64 || width == 0 || depth == 0 {
		return topOf(width)
	}
	if x.stamp[t] == x.epoch {
		return x.memo[t]
	}
	v := x.operation(s, t, width, depth-1)
	x.stamp[t], x.memo[t] = x.epoch, v
	return v
}

// operation is the value of an operator. An empty operand (of an execution that
// does not exist) makes an empty result.
func (x *evaluator) operation(s *state, t term.Term, width, depth int) value {
	st := x.prog.Terms
	op := st.Op(t)
	arg := func(i int) value { return x.value(s, st.Arg(t, i), depth) }
	switch op {
	case term.OpIte:
		c, ok := x.space.numbers(arg(0)).Const()
		switch {
		case ok && c == 1:
			return arg(1)
		case ok:
			return arg(2)
		}
		return arg(1).join(arg(2))
	case term.OpBVAdd, term.OpBVSub, term.OpEq, term.OpBVUlt:
		a, b := arg(0), arg(1)
		switch {
		case a.empty() || b.empty():
			return value{width: width}
		case op == term.OpBVAdd && len(a.refs)+len(b.refs) > 0:
			return x.space.addAddress(a, b)
		case op == term.OpBVSub && len(a.refs)+len(b.refs) > 0:
			return x.space.subAddress(a, b)
		case op == term.OpEq && (a.width > 64 || a.width == 0):
			return topOf(1)
		case (op == term.OpEq || op == term.OpBVUlt) && len(a.refs)+len(b.refs) > 0:
			return x.space.compareAddress(op, a, b)
		}
	}
	var buf [4]absint.Strided
	args := buf[:0]
	for i := range st.NumArgs(t) {
		a := arg(i)
		switch {
		case a.empty():
			return value{width: width}
		case a.width > 64 || a.width == 0:
			return topOf(width)
		}
		x.out.concretely(a)
		args = append(args, x.space.numbers(a))
	}
	low := 0
	if op == term.OpExtract {
		_, low = st.Params(t)
	}
	v := absint.Apply(op, width, low, args...)
	return x.space.address(numberOf(v))
}
