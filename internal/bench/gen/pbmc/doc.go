// Package pbmc generates the benchmark families of "PBMC: Symbolic Program Slicing for
// Program Verification" (H. Saissi, P. Bokor, N. Suri), section 6, as C programs of our own
// for any number of processes. Each statement is an atomic section: so each is one
// step of the encoding "steps", and its depth counts statements.
//
//	Indexer  processes put messages into a hash table of 128 slots, 4 each; an occupied slot
//	         makes them try the next. Can two messages collide? (C. Flanagan, P. Godefroid,
//	         "Dynamic partial-order reduction for model checking software", POPL 2005)
//	FSys     processes pick inodes and allocate blocks for them, each under a lock of its
//	         own. Can the number of a block be out of bounds? (the same paper)
//	DPhil    dining philosophers who take both chopsticks under a mutex; one of them looks for
//	         them under the mutex and takes them later. Can two neighbours eat at once?
//	Litmus   random statements over shared and local variables, from a seed. Can a shared
//	         variable have a value that it rarely had in random executions?
//
// # Example
//
//	text := pbmc.Program(pbmc.DPhil, 5, 0, false)
//
// # Known limits
//
// The programs have the structure that the paper describes; its own are not published.
package pbmc
