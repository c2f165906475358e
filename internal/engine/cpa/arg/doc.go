// Package arg is the abstract reachability graph: the states that an analysis has reached, with their
// parents, and which of them are covered (V. Kolesnykov, "SMT-based Model Checking of Concurrent Programs",
// 2020, section 2.3.3; the lazy abstraction of section 2.5.2 takes subgraphs out of it again).
//
// The graph is also the set "reached" of the CPA+ algorithm, in parts: states of different keys are never
// merged, and do not cover each other.
package arg
