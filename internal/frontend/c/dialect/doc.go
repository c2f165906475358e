// Package dialect has the words that programs use which were written for another tool: the built-in functions
// of CBMC, ESBMC and SMACK, and inputs called nondet_T. Those tools know them without a declaration, so texts
// that use one and do not declare it get a declaration from here; what the words mean is said where calls are
// lowered.
//
//	text := dialect.Declarations(dialect.Any, [][]byte{program})
//	// "void __CPROVER_assume(); unsigned int nondet_uint();" for a program that uses these two
//
// The declarations have no parameters, so that a word fits every way in which it is called. They stand in the
// folder words, one in a line.
package dialect
