package abstract

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// combinations is how many combinations of the values of registers a term is evaluated for, one by one.
const combinations = 64

// result is what a term was when it was evaluated last, and of which values. Most registers hold in one
// execution what they held in the one before.
type result struct {
	known  bool
	args   []operand // in the order of the registers
	value  *value
	number uint64
}

// operand is the value of a register.
type operand struct {
	value  *value
	number uint64
}

// term evaluates the i-th term of an edge.
func (x *execution) term(e *cfa.Edge, i int, t term.Term) (*value, uint64) {
	f, th := x.top(), x.thread
	regs := x.r.shape[e.ID][i]
	last := &x.r.results[e.ID][i]
	if last.args == nil {
		last.args = make([]operand, len(regs))
	}
	same := last.known
	for k, r := range regs {
		at, thread := x.r.place(r)
		now := operand{f.values[at], f.words[at]}
		if thread {
			now = operand{th.values[at], th.words[at]}
		}
		if was := &last.args[k]; !was.value.same(now.value) || now.value == nil && was.number != now.number {
			same = false
			*was = now
		}
	}
	if !same {
		last.known = true
		last.value, last.number = x.evaluate(e, i, t)
	}
	return last.value, last.number
}

// evaluate evaluates a term of an edge anew.
func (x *execution) evaluate(e *cfa.Edge, i int, t term.Term) (*value, uint64) {
	f, th := x.top(), x.thread
	regs := x.r.shape[e.ID][i]
	n := 1
	x.open = x.open[:0]
	w := width(x.r.info.Prog.Terms.Sort(t))
	if w > 64 {
		return anything(w), 0 // wide values are not followed
	}
	for _, r := range regs {
		at, thread := x.r.place(r)
		v := f.values[at]
		if thread {
			v = th.values[at]
		}
		switch {
		case v == nil:
			continue
		case v.set == nil:
			n = combinations + 1
		default:
			n *= len(v.set)
		}
		x.open = append(x.open, openReg{at, thread, v})
		if n > combinations {
			break
		}
	}
	switch {
	case n == 1:
		lo, _ := x.r.code.Value(e, i, f.words, th.words)
		return nil, lo
	case n > combinations:
		return x.single(x.interval(t), w)
	}
	results := x.results[:0]
	for k := range n {
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
	return of(w, results)
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
	return &value{span: s}, 0
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
	regs := x.r.shape[e.ID][0]
	if len(regs) != 1 {
		return
	}
	at, thread := x.r.place(regs[0])
	f := x.top()
	if thread {
		f = x.thread
	}
	v := f.values[at]
	if v == nil {
		return
	}
	w := width(x.r.info.Prog.Regs[regs[0]].Sort)
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
		v, n := of(w, left)
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
