package process

import (
	"slices"

	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Solvers print functions in many forms, with auxiliary functions of their own. So the values of functions
// are not read: what is asked for are the values of all applications in the question and of their operands,
// and elsewhere a function is zero.

// call is an application of a function, with the texts of its operands and of itself.
type call struct {
	t     term.Term
	texts []string
}

// findCalls returns the applications in the assertions and assumptions.
func (s *Solver) findCalls(assumptions []term.Term) []call {
	terms := slices.Clone(assumptions)
	for _, a := range s.asserted {
		terms = append(terms, a.body)
	}
	var calls []call
	for t := range s.st.Subterms(terms...) {
		if s.st.Op(t) != term.OpApply {
			continue
		}
		args := s.st.Args(t)
		c := call{t: t}
		for _, x := range append(args[1:len(args):len(args)], t) {
			c.texts = append(c.texts, s.w.Inline(x))
		}
		calls = append(calls, c)
	}
	return calls
}

// readCalls makes tables of functions of the values of applications, given as pairs of text and value.
func (m *model) readCalls(pairs []lib.Node) {
	st := m.s.st
	tables := map[term.Term][]term.FuncEntry{}
	var functions []term.Term
	for _, c := range m.calls {
		args := st.Args(c.t)
		f := args[0]
		if tables[f] == nil {
			functions = append(functions, f)
		}
		values := make([]term.Value, len(args))
		for i, x := range append(args[1:len(args):len(args)], c.t) {
			v, err := lib.ParseValue(st, st.Sort(x), pairs[i].List[1])
			if err != nil {
				m.missing[f] = true
			}
			values[i] = v
		}
		pairs = pairs[len(args):]
		tables[f] = append(tables[f], term.FuncEntry{Args: values[:len(args)-1], Result: values[len(args)-1]})
	}
	for _, f := range functions {
		if !m.missing[f] {
			_, result := st.FuncParts(st.Sort(f))
			m.values[f] = st.FuncValue(st.Sort(f), st.ZeroValue(result), tables[f]...)
		}
	}
}
