// Package domain is what the abstract domains of a configurable program analysis have in common (D. Beyer,
// T. A. Henzinger, G. Théoduloz, "Program Analysis with Dynamic Precision Adjustment", ASE 2008; V.
// Kolesnykov, "SMT-based Model Checking of Concurrent Programs", 2020, section 2.3).
//
// A domain of data never sees the program. The threads, their call stacks and the shape of memory are
// explicit (package composite, on package multistate), and what a block of the program does to data comes
// as a guarded assignment over slots: the places in registers and memory whose values are not explicit. So
// a domain evaluates terms, and 100 lines are enough for one. Domains do not know each other either; what
// one knows of a state the others find in the guard of the next step, as a formula (Facts).
//
// # Example
//
// The domain that knows nothing:
//
//	type top struct{}
//
//	func (top) Initial() domain.Element { return nil }
//	func (top) Transfer(context.Context, domain.Element, *domain.Step) (domain.Element, bool, error) { return nil, true, nil }
//	func (top) Prec(_ context.Context, e domain.Element, _ *domain.Step) (domain.Element, bool, error) { return e, true, nil }
//	func (top) Merge(_, old domain.Element) (domain.Element, bool) { return old, false }
//	func (top) Stop(context.Context, domain.Element, domain.Element) bool { return true }
//	func (top) Facts(domain.Element) []term.Term { return nil }
package domain
