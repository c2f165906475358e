// Package btor2 reads transition systems in BTOR2, writes them, and writes witnesses of violations.
//
// # Main types
//
//	Read          makes a transition.System of a file
//	Write         prints a transition.System over bit-vectors and arrays
//	WriteWitness  prints a path of a system in the witness format
//
// # Example
//
//	1 sort bitvec 8
//	2 zero 1
//	3 state 1 count
//	4 init 1 3 2
//	5 one 1
//	6 add 1 3 5
//	7 next 1 3 6
//	8 sort bitvec 1
//	9 constd 1 200
//	10 eq 8 3 9
//	11 bad 10 full
//
//	sys, err := btor2.Read(&files, "count.btor2", text)
//
// # What is understood
//
// All sorts and operators on words and arrays, init, next, bad, constraint, output, symbols and comments. A
// state is a variable and an input an input, of sort Bool where it has one bit. A state without init may
// begin with any value, one without next has any value in each state; an array whose init is a word begins as
// the array with this word everywhere.
//
// There is one transition. A constraint holds in each state with the inputs of that moment: it is a guard of
// the transition, and a conjunct of each goal. Goals are numbered as bad states are, from 0; a goal has the
// symbol of its line as its name, else b0, b1 and so on.
//
// A line justice is a property of the infinite runs, with the symbol of the line as its name, else j0, j1 and
// so on: in none of them all of its conditions hold again and again, and all that lines fair have.
//
// A mistake is a *source.FileError with line and column.
//
// # Source
//
// A. Niemetz, M. Preiner, C. Wolf, A. Biere, "BTOR2, BtorMC and Boolector 3.0", CAV 2018, with the format of
// witnesses; division and shifts mean what they mean in SMT-LIB.
//
// # Known limits
//
// Initial values cannot depend on inputs. Words have at most 2^20 bits. Properties of infinite runs are not
// written, as a system that is written may stay as it is.
package btor2
