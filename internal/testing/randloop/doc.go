// Package randloop makes random sequential programs with loops over a few small variables, as C, and explores
// all their executions: whether every one ends. Beyond makes programs with recursion, lists and threads.
//
// Main types: Program, made by New. Example:
//
//	p := randloop.New(7)
//	ends, ok := p.Ends(1 << 20)
//	fmt.Println(p.C(), ends, ok)
package randloop
