// Package randprog writes random concurrent C programs, with which tests compare engines with each other and
// with an enumeration of all executions. The program of a seed is always the same.
//
// # Main functions
//
//	NewSmall    few objects, accesses and inputs: an enumeration nearly always ends
//	NewMixed    more objects, pointers, unions and calls
//	NewOwning   blocks of the heap that threads hand over and free, with locks and arithmetic
//	NewWaiting  threads that wait for locks, conditions, semaphores, barriers and each other
//	NewMembers  one thread that goes through structures and copies, some of it undefined
//	NewSymbolic data that depends on inputs, in endless loops and where engines treat it in a special way
//	Check       fills in what is to be reached in such a program; so does SmallCheck
//	Ticking     makes a program of NewSymbolic cheap to enumerate, Wide one that nobody can enumerate
//
// # Example
//
//	src, info := randprog.NewSmall(seed)
//	text, line := randprog.SmallCheck(src, choice, -1) // with one check for each outcome
//
// # Known limits
//
// It is for tests alone. Programs have no floating point, no recursion of unknown depth, and no loop that
// creates threads.
package randprog
