// Package abstract executes a program with some choices made and all others open, and says whether it can
// come to a violation then. So it checks a reason of dynamic path reduction, without regard to how the
// reason was found, and shrinks it: a choice without which there still is no violation is left out.
//
// Values are sets of a few numbers, or intervals (package absint). Where a condition is known the execution
// goes on as a concrete one. Where it is not, both sides are executed up to where they meet, one after the
// other, and joined; a log of changes takes back what the first one did. A side that takes too many steps
// and in which no violation lies is given up: whatever it may set is unknown then.
//
//	r := abstract.New(info, code, tree, choices)
//	safe := r.Safe(fixed, limit)   // fixed: outcomes of choices by name
//
// # Known limits
//
// A branch on an open condition narrows the register that it reads, not the memory that this was read from.
// Loops on open conditions are followed for a bounded number of steps.
package abstract
