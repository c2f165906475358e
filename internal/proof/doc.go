// Package proof has what a verdict "holds" rests on once that was checked: the kinds of evidence as a closed
// set of types, and the certificate, which says how a check of one ended.
//
// A checker shares no code with the search that found the proof. What it may share is the meaning of
// programs: the steps of threads, the transition system that a program is translated to, and the terms and
// solvers that everything rests on. The project's policy test lists, for each checker, the packages that it
// must not reach.
//
// # Where is what
//
//	certificate.go  Proof, which can be checked, and Certificate, how that ended
//	evidence.go     the kinds of evidence
//
// Packages proof/measures and proof/recurrence have proofs with their checkers. Those of the other kinds
// stand with the engines: engine/certify, engine/modular/certificate, engine/dpr/certify, ts/inductive.
package proof
