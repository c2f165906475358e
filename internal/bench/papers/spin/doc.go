// Package spin decides formulas of temporal logic about programs, and with the model checker SPIN the same
// formulas about models of these programs, and compares states, time and memory.
//
// A folder has programs NAME.c, and a table formulas.tsv: program, fairness, answer and formula in each
// line. Where there is NAME.pml beside a program, that is the model in Promela: its variables have the names
// of those of the program, so that the propositions of formulas are the same text. A program may also be a
// transition system NAME.vmt; what is fair there stands in the formula.
//
// SPIN knows no strong fairness, no proposition for the end of all processes, and no inputs of 32 bits: it is
// not asked then.
package spin
