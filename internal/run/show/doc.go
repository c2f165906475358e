// Package show prints what the front ends make of a program, and what engines see of it: automata, transition
// systems, Horn clauses, abstractions, and the automata of formulas.
package show
