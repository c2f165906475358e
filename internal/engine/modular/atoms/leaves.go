package atoms

import "whittle.dev/term"

// maxCases bounds the branches that one atom is split into.
const maxCases = 8

// leaves yields the atoms of a formula: the parts of sort Bool that are no connectives. An atom with an ite
// of another sort becomes one for each branch, and those of the condition. What is in whole is an atom.
func leaves(st *term.Store, t term.Term, whole map[term.Term]bool, yield func(term.Term)) {
	switch op := st.Op(t); {
	case op == term.OpConst:
	case whole[t]:
		yield(t)
	case op == term.OpNot, op == term.OpAnd, op == term.OpOr,
		(op == term.OpIte || op == term.OpEq) && st.Sort(st.Arg(t, 1)).IsBool():
		for _, a := range st.Args(t) {
			leaves(st, a, whole, yield)
		}
	default:
		ites := choices(st, t)
		if len(ites) == 0 {
			yield(t)
		}
		if len(ites) == 0 || 1<<len(ites) > maxCases {
			return
		}
		leaves(st, st.Arg(ites[0], 0), whole, yield)
		for _, branch := range st.Args(ites[0])[1:] {
			leaves(st, st.Substitute(t, map[term.Term]term.Term{ites[0]: branch}), whole, yield)
		}
	}
}

// choices are the ites in a term.
func choices(st *term.Store, t term.Term) []term.Term {
	var out []term.Term
	for u := range st.Subterms(t) {
		if st.Op(u) == term.OpIte {
			out = append(out, u)
		}
	}
	return out
}
