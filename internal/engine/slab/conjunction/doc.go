// Package conjunction decides conjunctions of small formulas over copies of the variables of a transition
// system: the questions that slicing abstractions ask by the ten thousand.
//
// A question is a list of parts. Each is a formula over the state before a step, the state after it and the
// inputs of the step, and says which step: part (f, 2) speaks of the states 2 and 3. So a transition and a
// label are read once and asked about at any place of a path, and nothing is made for a question.
//
// # Main types
//
//	Reader   reads terms as formulas, if they are of the fragment
//	Formula  a literal, conjunction or disjunction
//	Solver   decides questions; gives a model or a core, which is the set of the parts to blame
//	Model    values of the states of a path, which decides further formulas
//
// # Fragment
//
// Literals are bounds of differences, x - y <= c and x <= c over Int and Real, and equations of enumerated
// variables, x = c and x = y: those of sort Bool or bit-vector, and numbers that occur in nothing else. Above
// them stand and, or, not, ite. What is not of the fragment is for a general solver.
//
// # How it works
//
// Literals that are parts are asserted into two theories: a graph of differences with potentials, which are
// a model at any time (Cotton, Maler, "Fast and flexible difference constraint propagation for DPLL(T)", SAT
// 2006), and classes of equal variables. Then the first disjunction that is false in the model is split into
// its cases. A case that fails for a reason of its own ends the split: its reason is the core.
//
// # Example
//
//	r := conjunction.NewReader(st, refs, constants)
//	s := conjunction.NewSolver(r)
//	guard, stays := r.Read(st.Le(x, y)), r.Read(st.Eq(xNext, x))
//	s.Check([]conjunction.Part{{guard, 0}, {stays, 0}, {r.Read(st.Lt(y, x)), 1}}) // smt.Sat
//
// # Known limits
//
// There is no learning: a question with many disjunctions that depend on each other is given up after
// a number of cases.
package conjunction
