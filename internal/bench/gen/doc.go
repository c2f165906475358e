// Package gen makes the suites that solvers are measured with: DIMACS formulas
// and SMT-LIB scripts of many families, always the same ones.
package gen
