// Package drat checks proofs of unsatisfiability in the DRAT format, text or binary. It shares no code with
// the search of package sat, so that one can vouch for the other.
//
//	c := drat.New(drat.Config{})
//	for _, clause := range formula {
//		c.Add(clause...)
//	}
//	res, err := c.Check(ctx, file, "query.drat")
//	switch {
//	case err != nil: // the proof cannot be read, or ctx is done
//	case res.Verified:
//	default:
//		fmt.Println(res.Why) // query.drat:7: the clause 1 -2 does not follow
//	}
//
// # What is checked
//
// A proof is a sequence of steps, each the addition of a clause (a lemma) or the deletion of one. A lemma
// must follow by reverse unit propagation (RUP): unit propagation refutes its complement. Or it must be a
// resolution asymmetric tautology (RAT) on its first literal: each resolvent on that literal with a clause at
// hand follows by RUP. The proof must contain the empty clause; steps after it are not read.
//
// The text has one step after the other, literals as in DIMACS and a 0 at the end, "d" in front of deletions;
// lines that begin with c are comments. The binary format has a byte 'a' or 'd' and the literals, 2v for v
// and 2v+1 for -v, in groups of seven bits, lowest first, the eighth set in all but the last; a zero byte is
// the end. The format is recognised by that byte.
//
// # How
//
// The default is backward checking: the steps are added and propagated until unit propagation finds a
// conflict, then they are taken back one by one, and those lemmas are checked on which the conflict, or a
// later lemma that was checked, depends. Propagation tries the clauses that are in this set (the core) first,
// so that it stays small. So a wrong lemma that nothing depends on does no harm, and the wrong step that is
// reported is the last one. [Config.Forward] checks every lemma in the order of the proof instead and reports
// the first wrong step.
//
// A deletion of a clause that is the reason of a unit is ignored, as drat-trim
// does, and so is one of a clause that is not there. [Result] counts both.
//
// Sources: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003;
// Heule, Hunt and Wetzler, "Trimming while checking clausal proofs", FMCAD 2013; Wetzler, Heule and Hunt,
// "DRAT-trim: efficient checking and trimming using expressive clausal proofs", SAT 2014.
//
// # Limits
//
// A RAT check looks at all clauses. No trimmed proof or unsatisfiable core is
// written. There are at most 2^31-1 clauses.
package drat
