// Package stateset is the set of multi-states that a search has visited, and decides whether a state is
// among them.
//
// # Main types
//
//	Store    the states
//	Set      how one goroutine sees them; Add says whether a state is new
//	Config   what counts as known, and what may be used to find out
//	Counts   how comparisons were decided
//
// # Example
//
//	set := stateset.New(stateset.Config{Match: stateset.Equal}).View(ctx, x.Terms())
//	if set.Add(x.Image(st)) {
//		// st is new
//	}
//
// # How two states are compared
//
// States with different explicit parts are different. The values that are not constant, the slots, fall into
// slices: those that share symbols, directly or by the path condition (section 3.1; slicing.go). A slice is
// the set of values that its slots can have together; it is kept once, whatever its symbols are called and
// whichever states have it (slice.go). Two states are brought to matching slices by joining those that
// overlap, and are compared slice by slice (section 3.2; equality.go), each by the first of these that
// decides:
//
//  1. syntactically: it is the same slice, or the larger one contains all values, or all conditions on
//     its slots are among those of the smaller one (syntactic.go);
//  2. the answer is known from an earlier comparison of these two slices (section 4; cache.go);
//  3. a value of one slice that is kept with it is found not to be in the other (counterexample.go);
//  4. ∃x (φ(x) ∧ ∀y (ψ(y) → v(x) ≠ w(y))), the formula notsubseteq of section 2.5, is given to package
//     smt/exists (notsubseteq.go). A solution of it is kept as a value of the slice.
//
// Without an answer the states count as different, which costs time but is sound.
//
// # Sources
//
// Mrázek, Jonáš, Barnat, "SMT queries decomposition and caching in semi-symbolic model checking", 2017.
//
// # Known limits
//
// With Subsume a state is compared with those of the same explicit part only: that a constant is among
// the values of a slot is not seen.
package stateset
