package interval

import (
	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// An evaluation gives terms sets of values. What conditions say of a term is kept for that term itself, so
// that it need not be a symbol.
type evaluation struct {
	st    *term.Store
	known map[term.Term]absint.Strided // by conditions
	memo  map[term.Term]absint.Strided
}

func newEvaluation(st *term.Store) *evaluation {
	return &evaluation{st: st, known: map[term.Term]absint.Strided{}, memo: map[term.Term]absint.Strided{}}
}

// maxRounds bounds how often conditions are looked at: what one says may narrow another.
const maxRounds = 3

// assumeAll narrows by conditions that hold; false: they contradict each other.
func (e *evaluation) assumeAll(conds []term.Term) bool {
	for range maxRounds {
		changed := false
		for _, c := range conds {
			narrowed, ok := e.assume(c, true)
			if !ok {
				return false
			}
			changed = changed || narrowed
		}
		if !changed {
			break
		}
	}
	return true
}

// assume narrows by a condition that holds, or does not. It reports whether that changed anything, and false
// if it cannot be so.
func (e *evaluation) assume(t term.Term, want bool) (changed, ok bool) {
	if c, ok := e.value(t).Const(); ok && (c == 1) != want {
		return false, false
	}
	st := e.st
	switch op := st.Op(t); op {
	case term.OpNot:
		return e.assume(st.Arg(t, 0), !want)
	case term.OpAnd, term.OpOr:
		if (op == term.OpAnd) != want {
			return e.lastOpen(t, want)
		}
		for _, a := range st.Args(t) {
			c, ok := e.assume(a, want)
			if !ok {
				return false, false
			}
			changed = changed || c
		}
		return changed, true
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		l, r := st.Arg(t, 0), st.Arg(t, 1)
		if w := absint.Width(st.Sort(l)); w == 0 || w > 64 {
			return false, true
		}
		a, b := e.value(l), e.value(r)
		la, lb, ok := absint.Bounds(op, a.Interval, b.Interval, want)
		if !ok || !e.narrow(l, la) || !e.narrow(r, lb) {
			return false, false
		}
		return e.value(l) != a || e.value(r) != b, true
	}
	before := e.value(t)
	ok = e.narrow(t, absint.Just(1, absint.Bit(want)))
	return before != e.value(t), ok
}

// lastOpen is a disjunction that holds, or a conjunction that does not: where all but one operand are decided
// the other way, that one decides.
func (e *evaluation) lastOpen(t term.Term, want bool) (changed, ok bool) {
	open := term.None
	for _, a := range e.st.Args(t) {
		c, ok := e.value(a).Const()
		switch {
		case ok && (c == 1) == want, !ok && open != term.None:
			return false, true
		case !ok:
			open = a
		}
	}
	if open == term.None {
		return false, false
	}
	return e.assume(open, want)
}

// narrow notes that a term lies in an interval, and what that says of its parts; false: it cannot.
func (e *evaluation) narrow(t term.Term, v absint.Interval) bool {
	if v.Width == 0 {
		return true
	}
	old := e.value(t)
	set, ok := old.Within(v)
	if !ok {
		return false
	}
	if set == old || e.st.IsConst(t) {
		return true
	}
	e.known[t] = set
	clear(e.memo)
	st := e.st
	switch st.Op(t) {
	case term.OpBVAdd:
		for i := range 2 {
			if k, ok := st.ConstUint64(st.Arg(t, i)); ok && st.NumArgs(t) == 2 {
				return e.narrow(st.Arg(t, 1-i), set.Interval.Add(absint.Just(set.Width, -k)))
			}
		}
	case term.OpZeroExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		if lo, hi := set.Unsigned(); hi <= absint.Mask(in) {
			return e.narrow(st.Arg(t, 0), absint.Span(in, lo, hi))
		}
	case term.OpSignExt:
		in := st.Sort(st.Arg(t, 0)).Width()
		lo, hi := set.Signed()
		if least, most := absint.Full(in).Signed(); lo >= least && hi <= most {
			return e.narrow(st.Arg(t, 0), absint.Span(in, uint64(lo), uint64(hi)))
		}
	case term.OpIte:
		return e.narrowIte(t, set.Interval)
	}
	return true
}

// narrowIte narrows the branch that is taken, if only one can give the values.
func (e *evaluation) narrowIte(t term.Term, v absint.Interval) bool {
	for i := 1; i <= 2; i++ {
		if _, ok := e.value(e.st.Arg(t, 3-i)).Within(v); !ok {
			if _, ok := e.assume(e.st.Arg(t, 0), i == 1); !ok {
				return false
			}
			return e.narrow(e.st.Arg(t, i), v)
		}
	}
	return true
}

// value returns a set over the values of t, a Bool or a word of at most 64 bits; of others one without width.
func (e *evaluation) value(t term.Term) absint.Strided {
	if v, ok := e.memo[t]; ok {
		return v
	}
	v := e.apply(t)
	if k, ok := e.known[t]; ok {
		if in, ok := v.Within(k.Interval); ok {
			v = in
		}
		if k.Contains(v) || v.Contains(k) && v != k {
			v = smaller(v, k)
		}
	}
	e.memo[t] = v
	return v
}

// smaller is the one of two sets that the other contains.
func smaller(a, b absint.Strided) absint.Strided {
	if a.Contains(b) {
		return b
	}
	return a
}

// apply is the value of a term by those of its operands.
func (e *evaluation) apply(t term.Term) absint.Strided {
	st := e.st
	all := top(st.Sort(t))
	w := all.Width
	op := st.Op(t)
	switch {
	case w == 0 || op == term.OpSymbol:
		return all
	case op == term.OpConst:
		v, _ := st.ConstUint64(t)
		return absint.Single(w, v)
	case op == term.OpIte:
		if c, ok := e.value(st.Arg(t, 0)).Const(); ok {
			return e.value(st.Arg(t, 2-int(c)))
		}
		return e.value(st.Arg(t, 1)).Join(e.value(st.Arg(t, 2)))
	}
	var buf [4]absint.Strided
	args := buf[:0]
	for _, a := range st.Args(t) {
		v := e.value(a)
		if v.Width == 0 {
			return all
		}
		args = append(args, v)
	}
	low := 0
	if op == term.OpExtract {
		_, low = st.Params(t)
	}
	return absint.Apply(op, w, low, args...)
}
