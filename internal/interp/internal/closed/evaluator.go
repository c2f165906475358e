package closed

import (
	"math/big"
	"math/bits"

	"whittle.dev/term"
)

// Evaluator evaluates terms over values in closed form.
type Evaluator struct {
	Terms *term.Store
	// Symbol is the value of a symbol.
	Symbol func(sym term.Term) Value
	// Turns is for how many turns, from turn 0 on, what was said holds; it only falls.
	Turns uint64
	memo  map[term.Term]Value
}

// New returns an evaluator that counts up to so many turns.
func New(st *term.Store, turns uint64, symbol func(term.Term) Value) *Evaluator {
	return &Evaluator{Terms: st, Turns: turns, Symbol: symbol, memo: map[term.Term]Value{}}
}

// Changed says that symbols have other values from now on.
func (e *Evaluator) Changed() { clear(e.memo) }

// until counts only turns before a turn.
func (e *Evaluator) until(turn uint64) { e.Turns = min(e.Turns, turn) }

func truth(b bool) Value {
	if b {
		return Constant(1, 1)
	}
	return Constant(1, 0)
}

// Value is the value of a term; a Bool has one bit.
func (e *Evaluator) Value(t term.Term) Value {
	if v, ok := e.memo[t]; ok {
		return v
	}
	v := e.compute(t)
	e.memo[t] = v
	return v
}

func (e *Evaluator) compute(t term.Term) Value {
	st := e.Terms
	sort := st.Sort(t)
	width := sort.Width()
	if sort.IsBool() {
		width = 1
	} else if !sort.IsBitVec() || width > 64 {
		return Value{}
	}
	args := st.Args(t)
	switch op := st.Op(t); op {
	case term.OpSymbol:
		return e.Symbol(t)
	case term.OpConst:
		if c, ok := st.ConstUint64(t); ok {
			return Constant(width, c)
		}
	case term.OpNot:
		return Constant(1, 1).plus(1, e.Value(args[0]))
	case term.OpAnd, term.OpOr:
		return e.junction(args, op == term.OpAnd)
	case term.OpIte:
		if c, ok := e.Value(args[0]).IsConstant(); ok {
			return e.Value(args[2-c])
		}
		return Value{}
	case term.OpEq, term.OpDistinct:
		if len(args) == 2 {
			v := e.equal(args[0], args[1])
			if op == term.OpDistinct {
				v = Constant(1, 1).plus(1, v)
			}
			return v
		}
	case term.OpBVAdd, term.OpBVSub, term.OpBVMul, term.OpBVNeg, term.OpBVNot, term.OpBVShl, term.OpExtract,
		term.OpBVAnd, term.OpBVURem:
		if v := e.arithmetic(t, op, width, args); v.Known() {
			return v
		}
	case term.OpZeroExt, term.OpSignExt:
		return e.extended(e.Value(args[0]), width, op == term.OpSignExt)
	default:
		if v := e.compared(op, args); v.Known() {
			return v
		}
	}
	return e.constant(t)
}

// junction is a conjunction or a disjunction: the first operand that decides it is enough.
func (e *Evaluator) junction(args []term.Term, and bool) Value {
	known := true
	for _, a := range args {
		c, ok := e.Value(a).IsConstant()
		if ok && (c == 0) == and {
			return truth(!and)
		}
		known = known && ok
	}
	if !known {
		return Value{}
	}
	return truth(and)
}

func (e *Evaluator) arithmetic(t term.Term, op term.Op, width int, args []term.Term) Value {
	v := e.Value(args[0])
	switch op {
	case term.OpBVNeg:
		return Constant(width, 0).plus(^uint64(0), v)
	case term.OpBVNot:
		return Constant(width, ^uint64(0)).plus(^uint64(0), v)
	case term.OpExtract:
		if hi, lo := e.Terms.Params(t); lo == 0 {
			return v.lowest(hi + 1)
		}
		return Value{}
	case term.OpBVShl:
		if k, ok := e.Value(args[1]).IsConstant(); ok && k < uint64(width) {
			return v.times(Constant(width, 1<<k))
		}
		return Value{}
	case term.OpBVAnd, term.OpBVURem:
		m, ok := e.Value(args[1]).IsConstant()
		if c, first := v.IsConstant(); first && op == term.OpBVAnd {
			m, ok, v = c, true, e.Value(args[1])
		}
		if op == term.OpBVURem {
			m--
		}
		// The lowest bits, if they do not wrap around.
		if k := bits.Len64(m); ok && len(args) == 2 && k > 0 && k < width && m == mask(k) {
			return e.extended(v.lowest(k), width, false)
		}
		return Value{}
	}
	for _, a := range args[1:] {
		switch w := e.Value(a); op {
		case term.OpBVAdd:
			v = v.plus(1, w)
		case term.OpBVSub:
			v = v.plus(^uint64(0), w)
		default:
			v = v.times(w)
		}
	}
	return v
}

// extended is a value of fewer bits, for as long as it does not wrap around.
func (e *Evaluator) extended(v Value, width int, signed bool) Value {
	x := e.integer(v, signed)
	if x == nil {
		return Value{}
	}
	out := Value{Width: width}
	for k, c := range x {
		out.c[k] = new(big.Int).Abs(c).Uint64()
		if c.Sign() < 0 {
			out.c[k] = -out.c[k]
		}
		out.c[k] &= mask(width)
	}
	return out
}

// equal decides whether two values are equal.
func (e *Evaluator) equal(a, b term.Term) Value {
	v, w := e.Value(a), e.Value(b)
	d := v.plus(^uint64(0), w)
	switch {
	case !d.Known():
		return Value{}
	case d.degree() == 0:
		return truth(d.c[0] == 0)
	case d.c[0] == 0:
		e.until(1)
		return truth(true)
	case d.degree() == 1:
		if turn, ok := d.zero(); ok {
			e.until(turn)
		}
		return truth(false)
	}
	// Not before it is on the other side.
	x := e.integer(v, true).plus(-1, e.integer(w, true))
	if x == nil || !e.less(x, integer{new(big.Int)}, x[0].Sign() > 0).Known() {
		return Value{}
	}
	return truth(false)
}

// comparisons are the comparisons of numbers.
var comparisons = map[term.Op]struct{ signed, swapped, orEqual bool }{
	term.OpBVUlt: {false, false, false}, term.OpBVUle: {false, false, true},
	term.OpBVUgt: {false, true, false}, term.OpBVUge: {false, true, true},
	term.OpBVSlt: {true, false, false}, term.OpBVSle: {true, false, true},
	term.OpBVSgt: {true, true, false}, term.OpBVSge: {true, true, true},
	term.OpBVUSubO: {false, false, false},
}

// compared decides comparisons, and whether arithmetic overflows.
func (e *Evaluator) compared(op term.Op, args []term.Term) Value {
	if len(args) != 2 || e.Terms.Sort(args[0]).Width() == 0 {
		return Value{}
	}
	cmp, ok := comparisons[op]
	signed := cmp.signed || op == term.OpBVSAddO || op == term.OpBVSSubO || op == term.OpBVSMulO
	if !ok && !signed && op != term.OpBVUAddO && op != term.OpBVUMulO {
		return Value{}
	}
	x, y := e.integer(e.Value(args[0]), signed), e.integer(e.Value(args[1]), signed)
	if ok {
		if cmp.swapped {
			x, y = y, x
		}
		return e.less(x, y, cmp.orEqual)
	}
	switch op {
	case term.OpBVSAddO, term.OpBVUAddO:
		x = x.plus(1, y)
	case term.OpBVSSubO:
		x = x.plus(-1, y)
	default:
		x = x.times(y)
	}
	if x == nil {
		return Value{}
	}
	least, most := bounds(e.Terms.Sort(args[0]).Width(), signed)
	v := e.within(x, least, most)
	return Constant(1, 1).plus(1, v)
}

// constant is the value of a term whose symbols are the same in every turn.
func (e *Evaluator) constant(t term.Term) Value {
	values := term.Map{}
	for _, sym := range e.Terms.Symbols(t) {
		c, ok := e.Symbol(sym).IsConstant()
		switch sort := e.Terms.Sort(sym); {
		case !ok:
			return Value{}
		case sort.IsBool():
			values[sym] = term.BoolValue(c != 0)
		default:
			values[sym] = term.BVValue(sort.Width(), c)
		}
	}
	v, err := e.Terms.Eval(t, values)
	switch {
	case err != nil:
		return Value{}
	case v.Sort().IsBool():
		return truth(v.Bool())
	}
	return Constant(v.Sort().Width(), v.Uint64())
}
