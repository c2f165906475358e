// Package slab makes the benchmarks of the paper "Slicing Abstractions" (I. Brückner, K. Dräger, B.
// Finkbeiner, H. Wehrheim), sections 1 and 7, as transition systems of our own for any number of processes.
//
// # Main types
//
//	Deque     the flags of a cyclic buffer: finite
//	Bakery    L. Lamport's mutual exclusion by tickets: infinite and discrete
//	Fischer   M. Fischer's mutual exclusion by timing: real time
//	Elevator  the example of table 1
//	Row       one of them with its name and verdict, as the tables list them
//
// # Example
//
//	sys := slab.Bakery{Processes: 5, Variant: slab.Requesting, AllPairs: true}.System()
//
// # Choices
//
// The paper describes its benchmarks in words. Where that leaves a choice, the systems keep close to the
// words: program counters are integers, guards over several processes are conjunctions of clauses in one
// transition, each error of a pair of processes is a goal of its own, and variables that are written before
// they are read are unconstrained in the initial states. Each family has a broken variant, which reaches its
// error.
//
// # Known limits
//
// The systems that the paper measured are not published.
package slab
