// Package resolution computes interpolants from proofs of package sat: the clauses of a derivation are made
// into resolution steps, of those that the contradiction rests on alone, and each step combines the partial
// interpolants of its premises.
//
// # Main types
//
//	Recorder  receives a derivation, as a sat.Proof that knows where clauses come from
//	Labels    on which side variables count
//	Builder   makes the partial interpolants; what they are is the caller's
//
// # Example
//
//	rec := resolution.NewRecorder()
//	solver := sat.New(sat.Config{Proof: rec})
//	rec.From(resolution.Origin{Side: resolution.A})
//	solver.AddClause(x)
//	rec.From(resolution.Origin{Side: resolution.B})
//	solver.AddClause(x.Not())
//	solver.Solve(ctx) // sat.Unsat
//	err := resolution.Interpolate(ctx, rec, labels, builder)
//
// # Sources
//
// K. L. McMillan, "Interpolation and SAT-based model checking" (CAV 2003) and "An interpolating theorem
// prover" (TACAS 2005); the labels are those of V. D'Silva, D. Kroening, M. Purandare, G. Weissenbacher,
// "Interpolant strength" (VMCAI 2010). Checking a derivation backwards: E. Goldberg, Y. Novikov (DATE 2003);
// M. Heule, W. Hunt, N. Wetzler, "Trimming while checking clausal proofs" (FMCAD 2013).
//
// # Known limits
//
// Clauses that the solver deleted are kept and used.
package resolution
