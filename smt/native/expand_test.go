package native

import "whittle.dev/term"

// expander rewrites terms over arrays into terms without: an array becomes
// the list of its elements. It is the oracle for arrays of small index sorts, where
// external solvers are wrong or give up (z3 4.8 on constant arrays, cvc5 on two of them).
type expander struct {
	st   *term.Store
	memo map[term.Term][]term.Term
}

func (e *expander) indices(sort term.Sort) []term.Term {
	if sort.IsBool() {
		return []term.Term{e.st.False(), e.st.True()}
	}
	var is []term.Term
	for i := range 1 << sort.Width() {
		is = append(is, e.st.BV(sort.Width(), uint64(i)))
	}
	return is
}

// expand returns the elements of an array, or the one term that t becomes.
func (e *expander) expand(t term.Term) []term.Term {
	if v, ok := e.memo[t]; ok {
		return v
	}
	v := e.expandNew(t)
	e.memo[t] = v
	return v
}

func (e *expander) expandNew(t term.Term) []term.Term {
	st := e.st
	sort := st.Sort(t)
	op := st.Op(t)
	args := append([]term.Term(nil), st.Args(t)...)
	one := func(t term.Term) []term.Term { return []term.Term{t} }
	if sort.IsArray() {
		index, elem := st.ArrayParts(sort)
		var out []term.Term
		for _, i := range e.indices(index) {
			switch op {
			case term.OpSymbol:
				out = append(out, st.Symbol(st.Name(t)+"@"+st.String(i), elem))
			case term.OpConstArray:
				out = append(out, e.expand(args[0])[0])
			case term.OpStore:
				hit := st.Eq(e.expand(args[1])[0], i)
				out = append(out, st.Ite(hit, e.expand(args[2])[0], e.expand(args[0])[len(out)]))
			case term.OpIte:
				out = append(out, st.Ite(e.expand(args[0])[0], e.expand(args[1])[len(out)],
					e.expand(args[2])[len(out)]))
			}
		}
		return out
	}
	if len(args) == 0 {
		return one(t)
	}
	switch {
	case op == term.OpSelect:
		index, _ := st.ArrayParts(st.Sort(args[0]))
		elems := e.expand(args[0])
		at := e.expand(args[1])[0]
		r := elems[0]
		for k, i := range e.indices(index) {
			r = st.Ite(st.Eq(at, i), elems[k], r)
		}
		return one(r)
	case op == term.OpEq && st.Sort(args[0]).IsArray():
		a, b := e.expand(args[0]), e.expand(args[1])
		r := st.True()
		for k := range a {
			r = st.And(r, st.Eq(a[k], b[k]))
		}
		return one(r)
	}
	for i, a := range args {
		args[i] = e.expand(a)[0]
	}
	hi, lo := st.Params(t)
	return one(st.Mk(op, []int{hi, lo}[:op.NumParams()], args...))
}
