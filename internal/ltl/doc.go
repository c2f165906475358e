// Package ltl has formulas of linear temporal logic and makes automata of them.
//
//	f, err := ltl.Parse("G (requested -> F granted)") // errors have a column
//	a, err := ltl.Translate(ctx, ltl.Negation(f))     // the automaton of the violations
//	err = a.WriteText(os.Stdout)
//
// A Formula says something about an infinite sequence of states; of each only matters which propositions
// hold. An Automaton is a generalised Büchi automaton with acceptance on the edges that accepts exactly the
// sequences in which the formula holds. A search by components can use it as it is. An execution that ends
// repeats its last state for ever.
//
// # How
//
// Each step is a file, which names its source:
//
//   - lex.go, expression.go, parse.go: the text of a formula.
//   - normal.go: negation normal form, where equal formulas are one node.
//   - rewrite.go, conjunction.go, implies.go: rules that make formulas smaller.
//   - alternating.go: a very weak alternating automaton.
//   - translate.go: the generalised Büchi automaton of its sets of states.
//   - simplify.go and with it marks.go, twins.go, simulation.go: the same with fewer states, edges and marks.
//   - stutter.go, disjoint.go: whether it matters to a formula that states are repeated.
//
// # Known limits
//
// At most 2,000 symbols, 64 propositions, 64 marks and 256 temporal operators after rewriting. A formula
// whose automaton is very large is an error, ErrTooLarge: a conjunction of seven G (p -> F q) with different
// propositions is.
package ltl
