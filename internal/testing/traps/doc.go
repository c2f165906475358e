// Package traps reads the programs in testdata/traps: those that once got a wrong verdict, or would with a
// careless shortcut. Traps of one kind stand in one archive, NAME.txtar. Its comment says what the trap is,
// and then has some of these lines:
//
//	property: unreach-call         this one if there is none
//	data model: LP64               or ILP32
//	flags: may-fail                what Flags of the test in package run lists
//	gcc: yes                       the programs are deterministic; gcc's builds must exit with status 0 exactly if the verdict is
//	                               true. "gcc: -m32 -O1" is the same with these flags
//	switches: any                  every configuration of an engine decides, not only the default one
//	switches: waiting              the same, but a loop waits: without spin reduction the engine bmc may give up
//
// Each .c file is one program, and so is each .ll file, whose comments begin with ";". Its first line says
// what is right:
//
//	// true                        every engine says so, or those that are named: // true bmc
//	// false ceds                  the others do not contradict
//	// unknown: at line 12         no engine decides it, and the reason of auto contains these words
//	// error: expected ';'         the front end refuses it with these words
//
// The second line says why it is a trap, unless the name does. A new trap is a new program in an archive, or
// a new archive.
//
// It is for tests alone; policy_test.go in the root folder refuses it elsewhere.
package traps
