// Package solvers compares solvers: a Race gives files of DIMACS CNF or SMT-LIB 2 to each of several programs
// and sums up who answers what how fast; a QueryRun measures them on a stream of small incremental questions.
package solvers
