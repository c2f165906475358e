// Package randcfa builds small random concurrent programs as automata, so that tests of engines need no C.
// The program of a seed is always the same; an enumeration of all executions nearly always ends.
//
// It is for tests alone. See package randprog for programs in C.
package randcfa
