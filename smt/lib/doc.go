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
// All commands of SMT-LIB 2.6 but get-proof, declare-sort, data types and recursive functions, and
// define-const besides; terms over Core, FixedSizeBitVectors (with the overflow predicates of 2.7 and bv2nat,
// int2bv), ArraysEx, Ints and Reals, as far as package term has them; let, :named, defined and uninterpreted
// functions. Whether a term can be decided is up to the solver. Int operands beside Real ones become Real.
//
// Uninterpreted functions are expanded after Ackermann ("Solvable cases of the decision problem", 1954): an
// application is a fresh constant, and for two applications equal operands give equal results. Applied to a
// bound variable, a function is an array with its operands side by side as the index.
//
// Quantifiers over Bool and bit-vectors may stand anywhere in a Boolean term, nested and below let and in
// defined functions, as long as one alternation is left: free symbols and those that Skolemisation makes
// outside, universal ones inside (prenex.go). Variables of a second alternation are eliminated where
// equations or small domains allow it, and a formula without free symbols is decided by its negation if that
// has one alternation only. Otherwise a check that finds the rest satisfiable is unknown, and the reason
// names the quantifiers. Package smt/exists decides.
//
// Assertions that have a name are assumptions of each check if :produce-unsat-cores is on; the failed ones
// are the core, a minimal one if :minimal-unsat-cores is on.
//
// A command that is mistaken or not supported is answered (error "line:col: ...") and has no effect, and the
// script goes on. If it was an assertion, then later checks never answer sat without it: they answer unknown.
//
// # Source
//
// The SMT-LIB Standard, version 2.6 (https://smt-lib.org).
//
// # Known limits
//
// There are no floats, strings, uninterpreted sorts or data types: they are errors that name the construct.
// The expansion of a function is quadratic in its applications. Bit-vectors have at most 2^20 bits. A term
// inside let, a quantifier or the body of a function cannot be named, and terms with quantifiers have no
// values in get-value. Echo replies with the quotes, as the standard says.
package lib
