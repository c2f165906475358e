// Package dimacs reads and writes propositional formulas in conjunctive normal form in the DIMACS format, and
// the output of a solver as the SAT competitions want it.
//
//	r := dimacs.NewReader(file, "query.cnf")
//	for {
//		clause, err := r.Next()
//		if err == io.EOF {
//			break
//		}
//		if err != nil {
//			return err // query.cnf:3:7: literal 12 is out of range: the header declares 9 variables
//		}
//		solver.AddClause(clause...)
//	}
//
// [Reader] gives one clause at a time and keeps nothing; [Writer] writes what
// the reader accepts; [WriteStatus] and [WriteModel] print an answer.
//
// # The format
//
// A file is the header "p cnf VARIABLES CLAUSES" and then the clauses, each a sequence of literals (v or -v,
// from 1 to VARIABLES) that a 0 ends. Clauses may go over several lines, and several may stand on one. A line
// that begins with c is a comment. Everything else is an error with its place; a number of clauses other than
// that of the header is a warning, since solvers take such files. Numbers have neither a plus sign nor
// leading zeros.
//
// Source: "Satisfiability: Suggested Format", DIMACS Challenge, 1993, in the form of the SAT competitions.
//
// # Limits
//
// Formulas (format "sat"), weights, XOR clauses and the end mark % of some old
// collections are not read. There are at most [MaxVar] variables.
package dimacs
