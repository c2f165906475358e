// Package reduce makes transition systems smaller, with the same goals reached by the same steps.
//
// # What it does
//
//	constants.go                variables that keep their initial constant are that constant
//	arrays.go                   arrays that are indexed by constants only are scalars
//	unneeded_variables.go       variables that no guard depends on are dropped
//	irrelevant_instructions.go  instructions that no goal can depend on are dropped
//	ranges.go                   how large the values of variables get, with bounds.go for terms;
//	decide.go                   comparisons that this decides are constants,
//	shrink.go                   and bits that are always zero are dropped
//
// Main functions: Simplify does all but the last three, and Narrow these. Whoever looks at more of a state
// than guards and updates puts the terms into Instruction.Observed and Goal.Observed, which keep their
// values.
//
// Example:
//
//	reduce.Simplify(sys, reduce.Options{})
//	reduce.Narrow(sys, reduce.Options{})
//
// Source: irrelevant_instructions.go is theorem 1 of H. Saissi, P. Bokor, N. Suri, "PBMC: Symbolic Program
// Slicing for Program Verification".
//
// Limits: ranges are single upper bounds, unsigned.
package reduce
