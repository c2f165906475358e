// Package process asks an SMT-LIB 2 solver that runs as a process of its own:
// z3, cvc5, bitwuzla, yices-smt2, mathsat, opensmt, or any command line.
//
// # Main types
//
//	Solver  implements smt.Solver over a term.Store
//	Config  which solver, and how it is run
//
// # Example
//
//	s, err := process.New(st, process.Config{Command: "z3"})
//	if err != nil {
//		return err // not installed
//	}
//	defer s.Close()
//	s.Assert(st.BVUlt(x, y))
//	ctx, cancel := context.WithTimeout(ctx, time.Second)
//	defer cancel()
//	r := s.Check(ctx)
//
// # Trust
//
// The solver remembers what is asserted, and sends it when a check needs it. Every answer is followed by a
// mark that the process must echo, so that an answer is never taken for that of another question. A process
// that dies, says something else than an answer, or is not done when the context ends is killed with all
// processes of its group; the check answers smt.Unknown with a reason, and the next one starts a new process.
// Nothing is left running after Close; with PerQuery nothing is left running between checks except to read
// the model.
//
// # Known limits
//
// Models are read by get-value of all symbols, once for each model; arrays that the solver prints otherwise
// than as stores over a constant array have no value. Division by zero of Int and Real is open in SMT-LIB:
// the process may choose otherwise than term evaluation, and then terms with such divisions get the evaluated
// value. cvc5 takes constant arrays of literals only, and yices-smt2 none. Process groups exist on Unix only;
// elsewhere the process alone is killed.
package process
