// Package apart gives calls of functions that return new objects procedures of their own. It works on the
// procedures of a program when all are complete.
//
//	apart.Allocators(prog, func(from, to cfa.EdgeID) { nodes[to] = nodes[from] })
//
// Analyses tell objects of the heap apart by the edge that makes them. With one procedure malloc for all
// calls, or one xmalloc of the program around it, a buffer of characters and a structure of pointers would be
// one object to them, and each character might be a part of an address.
//
// Source: C. Lattner, A. Lenharth, V. Adve, "Making Context-Sensitive Points-to Analysis with Heap Cloning
// Practical for the Real World" (PLDI 2007). Here it is done once, on the program, and every analysis has it.
package apart
