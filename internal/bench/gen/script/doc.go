// Package script makes SMT-LIB 2 scripts over bit-vectors, arrays, numbers and functions to measure solvers
// with: each instance of a family is determined by its parameters and a seed.
//
// # Main types
//
//	Script  declarations, definitions and assertions under construction
//
// A family is a function that returns a Script, and says in its comment whether it is satisfiable.
//
// # Example
//
//	s := script.Distributes(10)
//	err := s.Write(os.Stdout, "unsat")
//
// Scripts are made as text, not as terms of package term: they stay as people write
// them, whatever the constructors of terms simplify.
//
// # Source
//
// Each family names its own. The bit tricks are those of Warren, "Hacker's Delight"
// (2nd edition, 2012), written down anew.
package script
