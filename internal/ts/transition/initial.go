package transition

import (
	"slices"

	"whittle.dev/term"
)

// PlainInit returns the initial condition, and the inputs in it, without those inputs that only give a name
// to the initial value of a variable: where x = i is a conjunct and i occurs in no other one, x has any
// value.
func (s *System) PlainInit() (init term.Term, inputs []term.Term) {
	st := s.Terms
	conj := []term.Term{s.Init}
	if st.Op(s.Init) == term.OpAnd {
		conj = slices.Clone(st.Args(s.Init))
	}
	uses := map[term.Term]int{} // conjuncts by symbol
	for _, c := range conj {
		for _, x := range st.Symbols(c) {
			uses[x]++
		}
	}
	names := func(x, value term.Term) bool {
		return slices.Contains(s.InitInputs, x) && uses[x] == 1 && !slices.Contains(st.Symbols(value), x)
	}
	conj = slices.DeleteFunc(conj, func(c term.Term) bool {
		if st.Op(c) != term.OpEq {
			return false
		}
		a, b := st.Arg(c, 0), st.Arg(c, 1)
		return names(a, b) || names(b, a)
	})
	init = st.And(append(conj, st.True())...)
	return init, slices.DeleteFunc(slices.Clone(s.InitInputs), func(x term.Term) bool {
		return !slices.Contains(st.Symbols(init), x)
	})
}
