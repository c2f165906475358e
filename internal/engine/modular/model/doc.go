// Package model makes of a program what thread-modular proofs are about: templates of threads, each a graph
// of locations whose edges are steps, with the cells of memory that threads share.
//
// A step is one access that other threads could tell, with the local steps before it; an atomic section is
// one step. Steps assign terms over the state before: symbols of shared cells, of the registers and cells of
// the thread that moves, and of inputs. A template is single if at most one thread of it ever exists.
//
// What is not followed is any value: the heap but for one object, if that is asked for, cells that are
// accessed in parts or through computed addresses, the ids of threads unless that is asked for, what a join
// returns. Where ids are not followed a join may go on at any time. So a System has all executions of the
// program, and more.
//
//	extract.go   from a program to a System
//	sites.go     objects, and which of them a thread keeps to itself
//	element.go   one element of an array
//	nodes.go     one object of the heap
//	marks.go     which objects of the heap pointers lead to
//	promote.go   which threads are at this element
//	memory.go    which cell an access is about
//	walk.go      all paths of a template from one location to the next
//	path.go      one such path: edges are executed on terms
//	races.go     accesses that may race
//	sharing.go   which cells others could see
//	ids.go       ids of threads, and what is known when one was joined
//	count.go     counters of threads, and equations with them
//	sums.go      counters of what locals of threads are together
//	merge.go     steps that others cannot tell from one
//	split.go     places where a local tells which way a thread goes on
//	initial.go   what the initial thread shares with others, and where it is before there are any
//
// Main types: System, Template, Edge. Example:
//
//	sys, err := model.Extract(ctx, program, model.Options{})
//	fmt.Println(len(sys.Templates), "templates")
//
// Limits: no recursion other than by tail calls, no loops without constant bounds in atomic sections.
package model
