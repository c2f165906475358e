package abstract

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// combinations is how many combinations of the values of registers a term is evaluated for, one by one.
const combinations = 64

// operation is a term of an edge, made ready.
type operation struct {
	term  term.Term
	width int
	args  []operandPlace // its registers
	// sum: the term is the first register and a number.
	sum    bool
	number uint64
	// table has, for a condition on at most three registers, what it is for each of them being 0, 1 or
	// either, as far as that is known: two bits each, one if it may be false and one if it may be true.
	table uint64
	// last is what the term was when it was evaluated last, and of which values: most registers hold in one
	// execution what they held in the one before. In last.args, nil stands for never.
	last result
}

// tabled is how many registers a condition has at most of which there is a table.
const tabled = 3

// operandPlace is a register of a term.
type operandPlace struct {
	place
	width int
}

// result is what a term was, and of which values.
type result struct {
	args   []operand // in the order of the registers
	value  *value
	number uint64
}

// operand is the value of a register.
type operand struct {
	value  *value
	number uint64
}

func (o operand) same(p operand) bool {
	return o.value.same(p.value) && (o.value != nil || o.number == p.number)
}

// operation makes a term of an edge ready.
func (r *Runner) operation(t term.Term) *operation {
	st := r.info.Prog.Terms
	op := &operation{term: t, width: width(st.Sort(t))}
	for _, reg := range r.info.Regs.Of(t) {
		op.args = append(op.args, operandPlace{r.places[reg], width(r.info.Prog.Regs[reg].Sort)})
	}
	if st.Op(t) == term.OpBVAdd && st.NumArgs(t) == 2 && op.width <= 64 {
		a, b := st.Arg(t, 0), st.Arg(t, 1)
		if st.IsConst(a) {
			a, b = b, a
		}
		if st.Op(a) == term.OpSymbol {
			op.number, op.sum = st.ConstUint64(b)
		}
	}
	return op
}

// term evaluates the i-th term of an edge.
func (x *execution) term(e *cfa.Edge, i int) (*value, uint64) {
	op := x.r.operations[e.ID][i]
	if op.width == 1 && len(op.args) <= tabled {
		if at, ok := x.row(op); ok {
			return x.looked(e, i, op, at)
		}
	}
	if op.sum {
		if o := x.operand(&op.args[0]); o.value != nil && o.value.set == nil {
			return x.single(o.value.span.Add(absint.Single(op.width, op.number)), op.width)
		}
	}
	last := &op.last
	same := last.args != nil
	if !same {
		last.args = make([]operand, len(op.args))
	}
	for k := range op.args {
		if now := x.operand(&op.args[k]); !last.args[k].same(now) {
			same = false
			last.args[k] = operand{now.value.kept(), now.number}
		}
	}
	if !same {
		v, n := x.evaluate(e, i, op)
		last.value, last.number = v.kept(), n
	}
	return last.value, last.number
}

// row is the place in the table of a term of what its registers hold; false: it has none.
func (x *execution) row(op *operation) (at int, ok bool) {
	for k := range op.args {
		o := x.operand(&op.args[k])
		at *= 3
		switch {
		case o.value == nil && o.number <= 1:
			at += int(o.number)
		case o.value != nil && o.value.either:
			at += 2
		default:
			return 0, false
		}
	}
	return at, true
}

// looked looks a condition up in its table.
func (x *execution) looked(e *cfa.Edge, i int, op *operation, row int) (*value, uint64) {
	const mayBeFalse, mayBeTrue = 1, 2
	entry := op.table >> (2 * row) & (mayBeFalse | mayBeTrue)
	if entry == 0 {
		v, n := x.evaluate(e, i, op)
		switch {
		case v != nil:
			entry = mayBeFalse | mayBeTrue
		case n == 0:
			entry = mayBeFalse
		default:
			entry = mayBeTrue
		}
		op.table |= entry << (2 * row)
	}
	switch entry {
	case mayBeFalse:
		return nil, 0
	case mayBeTrue:
		return nil, 1
	}
	return x.r.either, 0
}

// operand is what a register holds.
func (x *execution) operand(p *operandPlace) operand {
	f := x.thread
	if !p.thread {
		f = x.top()
	}
	return operand{f.values[p.at], f.words[p.at]}
}

// evaluate evaluates a term of an edge anew.
func (x *execution) evaluate(e *cfa.Edge, i int, op *operation) (*value, uint64) {
	f, th := x.top(), x.thread
	n := 1
	x.open = x.open[:0]
	w := op.width
	if w > 64 {
		return anything(w), 0 // wide values are not followed
	}
	for k := range op.args {
		v := x.operand(&op.args[k]).value
		switch {
		case v == nil:
			continue
		case v.set == nil:
			n = combinations + 1
		default:
			n *= len(v.set)
		}
		x.open = append(x.open, openReg{op.args[k].at, op.args[k].thread, v})
		if n > combinations {
			break
		}
	}
	switch {
	case n == 1:
		lo, _ := x.r.code.Value(e, i, f.words, th.words)
		return nil, lo
	case n > combinations:
		return x.single(x.interval(op.term), w)
	}
	results := x.results[:0]
	kept, before := x.target(e) // an evaluation may overwrite it, and the term may read it
	for k := range n {
		if kept != nil {
			*kept = before
		}
		for _, o := range x.open {
			words := f.words
			if o.thread {
				words = th.words
			}
			words[o.at] = o.value.set[k%len(o.value.set)]
			k /= len(o.value.set)
		}
		lo, _ := x.r.code.Value(e, i, f.words, th.words)
		results = append(results, lo)
		if w == 1 && lo != results[0] {
			return x.r.either, 0
		}
	}
	x.results = results
	return x.r.ranges.of(w, results)
}

// target is the word that an assignment sets, and what it holds; nil for other edges.
func (x *execution) target(e *cfa.Edge) (word *uint64, now uint64) {
	dst, _, ok := step.Computes(e.Op)
	if !ok {
		return nil, 0
	}
	p := x.r.places[dst]
	word = &p.frame(x, x.top()).words[p.at]
	return word, *word
}

// openReg is a register of a term that has several values.
type openReg struct {
	at     int
	thread bool
	value  *value
}

// single makes a number of an interval that has one.
func (x *execution) single(s absint.Strided, width int) (*value, uint64) {
	if n, ok := s.Const(); ok {
		return nil, n
	}
	if width == 1 {
		return x.r.either, 0
	}
	return x.r.ranges.ranged(s), 0
}

// deep is the depth to which terms are looked at by intervals.
const deep = 24

// interval evaluates a term with intervals.
func (x *execution) interval(t term.Term) absint.Strided {
	st := x.r.info.Prog.Terms
	return absint.Eval(st, t, deep, func(sym term.Term) (absint.Strided, bool) {
		r, ok := x.r.info.Regs.Reg(sym)
		if !ok {
			return absint.Strided{}, false
		}
		at, thread := x.r.place(r)
		f := x.top()
		if thread {
			f = x.thread
		}
		return strided(f.values[at], f.words[at], width(st.Sort(sym))), true
	})
}

// narrow has the register that a condition reads hold only what makes it true or false, if it reads one.
func (x *execution) narrow(e *cfa.Edge, holds bool) {
	cond := e.Op.(cfa.Assume).Cond
	args := x.r.operations[e.ID][0].args
	if len(args) != 1 {
		return
	}
	at, w := args[0].at, args[0].width
	f := x.top()
	if args[0].thread {
		f = x.thread
	}
	v := f.values[at]
	if v == nil {
		return
	}
	if v.set == nil {
		if n, ok := x.equals(cond); ok && holds && w <= 64 {
			x.set(f, at, nil, n)
		}
		return
	}
	var left []uint64
	for _, n := range v.set {
		f.words[at] = n
		if got, _ := x.r.code.Value(e, 0, x.top().words, x.thread.words); (got != 0) == holds {
			left = append(left, n)
		}
	}
	if len(left) > 0 && len(left) < len(v.set) {
		v, n := x.r.ranges.of(w, left)
		x.set(f, at, v, n)
	}
}

// equals is the number that a condition compares a register with.
func (x *execution) equals(cond term.Term) (uint64, bool) {
	st := x.r.info.Prog.Terms
	if st.Op(cond) != term.OpEq || st.Op(st.Arg(cond, 0)) != term.OpSymbol {
		return 0, false
	}
	return st.ConstUint64(st.Arg(cond, 1))
}
