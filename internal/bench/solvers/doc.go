// Package solvers compares solvers: a Race gives files of DIMACS CNF or SMT-LIB 2 to each of several programs
// and sums up who answers what how fast.
package solvers
