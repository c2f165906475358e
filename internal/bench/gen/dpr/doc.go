// Package dpr generates the programs of section 4 of "Dynamic Path Reduction for Software Model Checking"
// (Z. Yang, B. Al-Rawi, K. Sakallah, X. Huang, S. Smolka, R. Grosu, SPIN 2009), as C programs of our own.
//
//	MAX-3SAT  variables are set by choices, then the clauses of a random formula are looked at. Of n variables
//	          there are 3/7 * C(2n,3) clauses, as in the paper's table 1. In the form E the first false clause
//	          ends the execution; in P it is remembered; in C true clauses are counted, and all but a few
//	          would be a violation.
//	NFA       an automaton for decimal numbers reads a sentence, with a choice for each character; it is a
//	          violation to accept. The sentences have the lengths of the paper's table 2.
//
// # Example
//
//	text := dpr.MaxSat(dpr.Stop, 9, 1)
//
// # Known limits
//
// The paper's programs and sentences are not published; numbers of paths agree in their magnitude at best.
package dpr
