// Package systems is a corpus of small transition systems with known verdicts, to test engines, readers and
// writers with: infinite loops, mutual exclusion, clocks, buffers, protocols and words. Nearly each comes
// twice, safe and broken.
//
// # Main types
//
//	Case    a system with its name and verdict
//	Corpus  all of them
//	Random  a finite system from a seed, with its verdict by enumeration
//	RandomProcesses  a finite system of interchangeable processes, likewise
//	RandomBits  a system of bits with inputs and relations from a seed
//	Reached  says which goals of a random system are reached, by enumeration of its states
//	Malformed, FuzzReader  test readers of systems with files that are wrong
//	Certified  checks the invariant behind a proof, CheckFacts what a search has shown that was stopped
//
// # Example
//
//	for _, c := range systems.Corpus() {
//		sys := c.System() // a new one with each call
//		...
//	}
//
// # How the verdicts are known
//
// Each comment says why the system is safe and what the broken one does. A test has all verdicts confirmed by
// z3's Spacer.
package systems
