// Package build makes small programs by hand for tests of executions: procedures whose edges follow one
// another, with registers, objects, threads and locks.
//
//	b := build.LP64(t)
//	g := b.Global("g", 4)
//	f := b.Main()
//	x, _ := f.Load("x", 32, b.Ptr(g.Addr))
//	f.Check(b.Terms.Eq(b.Sym(x), b.BV(32, 0)))
//	f.Ret()
package build
