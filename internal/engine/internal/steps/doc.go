// Package steps encodes all paths of a transition system up to a length into one formula: step by step, after
// "PBMC: Symbolic Program Slicing for Program Verification" (H. Saissi, P. Bokor, N. Suri), section 5.
//
// # The published encoding
//
// With the zero Options the formula is the paper's. Each variable v has a symbol v^i for each state i, and
// each step i has a selector sel^i. For each instruction l, sel^i = l implies the instruction constraint:
// guard, updates, and a frame condition for every variable that l does not write. A selector that is no
// instruction stands for a dummy step, which changes nothing; dummy steps come first. With
// Question.Projection every step that is no dummy writes to a variable of the set F of the goals that are
// looked for, or a later step depends on it: d_ij, which for elements of arrays holds under the condition
// that the indices are equal.
//
// # What makes it fast
//
// Each field of Options is a switch of its own:
//
//	SharedDeps   what is read from a step on is defined once, from the last step back, so that
//	             dependencies of scalars cost a literal for a step, not for a pair of steps
//	Sequential   a step chooses a process; which instruction that is follows from its program
//	             counter. The next state is then a term over the present one, not a symbol, so
//	             what is known of early states simplifies the later ones
//	Elements     arrays are variables, one for each element
//	MPOR         of the orders of independent steps only one is allowed, see order
//	Symmetry     interchangeable processes make their first steps in their order
//
// Improvements of the system itself are in the packages fromcfa and reduce below package ts.
//
// # Growing depths
//
// Because dummies come first, steps can be added after those that there are (Deepen): what
// was asserted, and what a solver has learnt, stays true. What is asked is a literal of
// its own for each depth, and projections are another, so that one formula serves both ways to ask.
//
// # Main types
//
//	Encoder   the formula; Deepen, Ask, Path
//	Options   the switches
//	Question  what is asked
//
// # Example
//
//	e := steps.New(sys, native.New(sys.Terms, native.Config{}), steps.Improved())
//	if err := e.Deepen(ctx, 10); err != nil {
//		return err
//	}
//	r := e.Ask(ctx, steps.Question{Kind: ts.Violation, Projection: true})
//	if r.Status == smt.Sat {
//		path, err := e.Path()
//		...
//	}
//
// # Known limits
//
// MPOR takes two accesses to one array as dependent, whatever the indices are. The instructions
// of a process at one location must exclude each other.
package steps
