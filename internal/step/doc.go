// Package step says what taking an edge of a program does, as data: what guards it, which register it sets
// and to what, what it reads and writes, whether a thread or procedure begins or ends, whether it may wait.
// An analysis or engine that asks one of these questions reads a field of an Effect, so what an operation of
// cfa means is said here once.
//
// Terms in an Effect are those of the operation, over registers before the edge. Nothing is evaluated: a
// caller applies its own values.
//
// Package interp does not use it. The interpreter is the oracle of the law test: random programs are executed
// by a small machine that knows effects alone, beside interp, and compared edge by edge.
//
// # Where is what
//
//	effect.go  Effect, and Of, which makes it of an operation
//	access.go  Access: what an edge does to memory
//
// # Example
//
//	for _, e := range proc.Edges {
//		if a, ok := step.AccessOf(prog, e.Op); ok && a.Kind == step.Write {
//			fmt.Println(prog.Terms.String(a.Addr), a.Size)
//		}
//	}
package step
