package absint

import "whittle.dev/term"

// Eval is the set of values of a term, a Bool or bit-vector of at most 64 bits, whose symbols have the values
// that symbol says; false: any. Subterms deeper than depth are not looked at.
func Eval(st *term.Store, t term.Term, depth int, symbol func(term.Term) (Strided, bool)) Strided {
	w := Width(st.Sort(t))
	switch {
	case w > 64 || w == 0:
		return Everything(64) // never asked for its parts
	case depth == 0:
		return Everything(w)
	}
	op := st.Op(t)
	switch op {
	case term.OpSymbol:
		if v, ok := symbol(t); ok {
			return v
		}
		return Everything(w)
	case term.OpConst:
		v, _ := st.ConstUint64(t)
		return Single(w, v)
	case term.OpIte:
		if c, ok := Eval(st, st.Arg(t, 0), depth-1, symbol).Const(); ok {
			return Eval(st, st.Arg(t, 2-int(c)), depth-1, symbol)
		}
		return Eval(st, st.Arg(t, 1), depth-1, symbol).Join(Eval(st, st.Arg(t, 2), depth-1, symbol))
	}
	var buf [4]Strided
	args := buf[:0]
	for i := range st.NumArgs(t) {
		a := st.Arg(t, i)
		if n := Width(st.Sort(a)); n > 64 || n == 0 {
			return Everything(w)
		}
		args = append(args, Eval(st, a, depth-1, symbol))
	}
	low := 0
	if op == term.OpExtract {
		_, low = st.Params(t)
	}
	return Apply(op, w, low, args...)
}
