// Package simplex decides conjunctions of linear inequalities over rationals and integers: the general
// simplex for a search by conflicts, which asserts and retracts bounds. It knows nothing of terms or
// clauses.
//
// Variables are made by [Solver.NewVar]; a linear form gets a variable of its own from [Solver.Form], so
// every inequality is a bound on a variable. A bound has a reason, a number that means something to the
// caller, and a conflict names the reasons with the factors of Farkas' lemma, from which interpolants are
// made.
//
//	s := simplex.New(simplex.Config{})
//	x, y := s.NewVar(false), s.NewVar(false)
//	sum, factor, _ := s.Form([]simplex.Term{{one, x}, {one, y}}) // x + y is factor * sum, and factor is 1
//	s.Assert(sum, true, rational.Exactly(rational.Of(4)), 1)     // x + y <= 4
//	before := s.Mark()
//	s.Assert(x, false, rational.Exactly(rational.Of(3)), 2)      // x >= 3
//	s.Assert(y, false, rational.Above(rational.Of(1)), 3)        // y > 1
//	if s.Check(ctx) == simplex.Infeasible {
//		s.Conflict() // reasons 1, 2 and 3, each with factor 1
//	}
//	s.Backtrack(before) // x + y <= 4 stays
//
// After a feasible check [Solver.Assigned] has the values; [Solver.Delta] finds a number for the
// infinitesimal and [Solver.Concrete] the values with it. [Solver.Propagate] offers bounds that follow, and
// [Solver.Explain] says from which.
//
// Variables made with NewVar(true) shall have integer values, and so do forms over them with integer
// coefficients. Check treats them as rationals with rounded bounds; [Solver.Step] then finds integer
// values, a conflict, or what the caller has to do: to split on two bounds of a variable, or to add a cut
// that follows.
//
// # Contract
//
// Bounds are a trail: [Solver.Mark] takes its height and [Solver.Backtrack] goes back to it. After Assert or
// Check found a conflict the caller goes back, or reports that all is lost; the bounds that contradict each
// other must not stay. Variables and forms are for good and may be made at any time.
//
// # Inside
//
//	solver.go     the parts put together, configuration, counters
//	bound.go      variables and the trail of their bounds
//	tableau.go    the rows of the forms in use, which come and go, and the pivot
//	form.go       linear forms, normalised so that parallel ones share a variable
//	matrix.go     rows with integer coefficients
//	check.go      the solution: the search for a feasible assignment; heap.go: which variable is next
//	conflict.go   conflicts from rows
//	model.go      values
//	propagate.go  bounds that follow from rows, and their explanations
//	integer.go    steps towards integer values: patch.go moves variables, divisible.go tests rows for
//	              divisibility, gomory.go and mir.go find cuts, hermite.go splits on forms;
//	              cube.go tests for room
//	rational/     exact numbers that cost no memory while they are small
//
// # Sources
//
// B. Dutertre and L. de Moura, "A fast linear-arithmetic solver for DPLL(T)", CAV 2006. R. G. Bland, "New
// finite pivoting rules for the simplex method", Mathematics of Operations Research 2(2), 1977. Rows with
// integer coefficients, instead of a basic variable alone on its side, spare most fractions, as in z3. The
// sources of the integer techniques are named in their files.
//
// # Limits
//
// Integer problems whose feasible region is bounded end; others may go on for ever, until the context ends
// them. Cuts and divisibility give conflicts without Farkas factors; Config.NoCuts does without both.
package simplex
