package pdr

import "whittle.dev/term"

// atoms appends the atoms of a formula to out: its largest parts of sort Bool that are no connectives.
func atoms(st *term.Store, t term.Term, seen map[term.Term]bool, out []term.Term) []term.Term {
	if seen[t] {
		return out
	}
	seen[t] = true
	switch st.Op(t) {
	case term.OpConst:
		return out
	case term.OpNot, term.OpAnd, term.OpOr:
	case term.OpIte, term.OpEq:
		if !st.Sort(st.Arg(t, 1)).IsBool() {
			return append(out, t)
		}
	default:
		return append(out, t)
	}
	for _, a := range st.Args(t) {
		out = atoms(st, a, seen, out)
	}
	return out
}
