// Package lib reads and writes SMT-LIB 2: scripts of commands, which it runs
// against any smt.Solver, and the text of terms, sorts and values.
//
// # Main types
//
//	Interpreter  runs a script: declarations, assertions, checks, models, cores
//	Reader       S-expressions with their places, one by one from a stream
//	Node         an S-expression
//	Writer       terms as commands, in the words that every SMT-LIB 2 solver knows
//	Error        a mistake of a script with line and column
//
// ParseTerm, ParseSort and ParseValue read parts by themselves.
//
// # Example
//
//	in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver, error) {
//		return native.New(st, native.Config{}), nil
//	}})
//	defer in.Close()
//	script := `(declare-const x (_ BitVec 8))
//	           (assert (= (bvadd x #x01) #x03))
//	           (check-sat) (get-value (x))`
//	in.Run(ctx, strings.NewReader(script), os.Stdout)
//	// sat
//	// ((x #x02))
//
// # What is understood
//
// All commands of SMT-LIB 2.6 but get-proof, declare-sort, data types and
// recursive functions, and define-const besides; terms over Core,
// FixedSizeBitVectors (with the overflow predicates of 2.7 and bv2nat, int2bv),
// ArraysEx, Ints and Reals, as far as package term has them; let, :named,
// defined and uninterpreted functions. Whether a term can be decided is up to the
// solver. Int operands beside Real ones become Real.
//
// Uninterpreted functions are expanded after Ackermann ("Solvable cases of the
// decision problem", 1954): an application is a fresh constant, and for two
// applications equal operands give equal results.
//
// Assertions that have a name are assumptions of each check if
// :produce-unsat-cores is on; the failed ones are the core.
//
// A command that is mistaken or not supported is answered (error "line:col:
// ...") and has no effect, and the script goes on. If it was an assertion, then
// later checks never answer sat without it: they answer unknown.
//
// # Source
//
// The SMT-LIB Standard, version 2.6 (https://smt-lib.org).
//
// # Known limits
//
// There are no quantifiers, floats, strings, uninterpreted sorts or data types:
// they are errors that name the construct. The expansion of a function is
// quadratic in its applications. Bit-vectors have at most 2^20 bits. A term
// inside let or the body of a function cannot be named. Echo replies with
// the quotes, as the standard says.
package lib
