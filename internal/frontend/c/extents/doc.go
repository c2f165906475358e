// Package extents keeps a table of the objects of a program and their sizes, for programs that ask for them:
// proof harnesses, whose words say "these bytes lie in one live object". It works on the procedures of a
// program when all are complete.
//
//	table := extents.NewTable(prog)        // when the first question is lowered
//	entry := extents.Entry(prog, table, r) // the address of what it says of the region r
//	extents.Apply(prog, table)             // at the end
//
// The table is a static object with one entry for each region of the address space, so a question costs one
// load at an address that is computed. An entry is written in the step after the one that makes the object,
// and cleared in the step before the one that ends it.
//
// # Entries
//
// An entry has the width of a pointer. 0 means that no object lives there; else it is the size of the object
// plus 1, and the highest bit is set if the object is on the heap.
package extents
