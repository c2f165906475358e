// Package cnf makes propositional formulas to measure SAT solvers with: one
// family in a file, each instance determined by its parameters and a seed.
//
// # Main types
//
//	Formula   clauses under construction, with gates that are defined by clauses
//	Word      the literals of a binary number, the least significant first
//	Multiplier, Adder, Sorter, ...   which circuit computes a function
//
// A family is a function that returns a Formula, and says in its comment for which
// parameters it is satisfiable.
//
// # Example
//
//	f := cnf.Factor(cnf.Wallace, 899, 5, 5) // 29 * 31
//	err := f.Write(os.Stdout)
//
// # Source
//
// Gates are defined after Tseitin ("On the complexity of derivation in propositional
// calculus", 1968). Each family names its own source.
//
// # Known limits
//
// Gates are not shared: two circuits of one function stay two circuits, which is
// what equivalence checks are about. Only constants are folded.
package cnf
