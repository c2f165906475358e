// Package litmus reads litmus tests in the formats of herd for x86 and C, and makes C programs of them.
//
//	test, err := litmus.Read("SB.litmus", text)
//	test.Program() // C text: a function and a thread for each column, and main, which waits for them
//
// A test has places in memory with initial values, threads of a few instructions, and a condition on the
// values that registers and places have at the end:
//
//	X86 SB
//	{ x = 0; y = 0; }
//	 P0          | P1          ;
//	 MOV [x],$1  | MOV [y],$1  ;
//	 MOV EAX,[y] | MOV EAX,[x] ;
//	exists (0:EAX=0 /\ 1:EAX=0)
//
// main calls reach_error when the condition shows what is asked for: a final state of an exists, one that a
// forall or ~exists leaves out. #line directives lead back to the test.
//
// # What is understood
//
// x86: MOV between registers, places and constants, XCHG, MFENCE, SFENCE, LFENCE. Loads and stores become
// relaxed atomic ones, XCHG and MFENCE sequentially consistent ones. C: what the C front end reads, with the
// functions of <stdatomic.h>; volatile parameters name plain accesses. A mistake is a *source.FileError.
//
// # Source
//
// J. Alglave, L. Maranget, M. Tautschnig, "Herding Cats", TOPLAS 2014; https://diy.inria.fr/doc/herd.html.
//
// # Known limits
//
// No pointers as initial values, no filter clauses, no symbolic constants.
package litmus
