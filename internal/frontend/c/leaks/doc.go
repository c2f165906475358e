// Package leaks lets a program watch for memory that it does not free. It works on the procedures of a
// program when all are complete, and what it adds is made of ordinary operations.
//
//	leaks.Apply(prog, property.ValidMemcleanup)
//
// A static object counts the blocks of the heap that live. Each end of the process looks at it. What lives
// then violates valid-memcleanup. It violates valid-memtrack if it is lost, which the count does not tell:
// the interpreter and engines with states look at these. To other engines all that lives may be lost; if
// nothing does, they have a proof.
//
// A block that is lost stays lost, so it is enough to look at the ends of the process, other than by abort,
// and in each round of the loops that are never left.
//
// Known limits: where the initial thread ends alone (pthread_exit in main) the program is not supported.
package leaks
