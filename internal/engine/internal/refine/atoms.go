package refine

import "whittle.dev/term"

// maxCases bounds the branches that one atom is split into.
const maxCases = 8

// atoms returns the atoms of formulas, each once: the parts of sort Bool that are no connectives. An atom
// with an ite of another sort becomes one atom for each branch, and those of the condition.
func atoms(st *term.Store, formulas ...term.Term) []term.Term {
	var out []term.Term
	seen := map[term.Term]bool{}
	stack := make([]term.Term, 0, len(formulas))
	push := func(ts []term.Term) {
		for i := len(ts) - 1; i >= 0; i-- {
			stack = append(stack, ts[i])
		}
	}
	push(formulas)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		switch op := st.Op(t); {
		case op == term.OpConst:
		case op == term.OpNot, op == term.OpAnd, op == term.OpOr,
			(op == term.OpIte || op == term.OpEq) && st.Sort(st.Arg(t, 1)).IsBool():
			push(st.Args(t))
		default:
			switch conditions, cases, some := branches(st, t); {
			case conditions != nil:
				push(cases)
				push(conditions)
			case !some:
				out = append(out, t)
			}
		}
	}
	return out
}

// branches splits an atom at an ite in it: the condition, and the atom with either branch. None if there is
// no ite, or if there are too many: such an atom is worth nothing as a predicate.
func branches(st *term.Store, t term.Term) (conditions, cases []term.Term, some bool) {
	var found []term.Term
	seen := map[term.Term]bool{}
	stack := []term.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[u] {
			continue
		}
		seen[u] = true
		if st.Op(u) == term.OpIte {
			found = append(found, u)
		}
		stack = append(stack, st.Args(u)...)
	}
	if len(found) == 0 || 1<<len(found) > maxCases {
		return nil, nil, len(found) > 0
	}
	ite := found[0]
	for _, branch := range st.Args(ite)[1:] {
		cases = append(cases, st.Substitute(t, map[term.Term]term.Term{ite: branch}))
	}
	return []term.Term{st.Arg(ite, 0)}, cases, true
}
