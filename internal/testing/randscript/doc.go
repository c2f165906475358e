// Package randscript makes random SMT-LIB 2 scripts of the logics of arithmetic, functions and arrays, with
// levels and assumptions, with which tests compare solvers. The script of a seed is always the same.
//
//	for _, l := range randscript.Logics() {
//		text := randscript.New(l, rand.New(rand.NewPCG(seed, 1)))
//	}
//
// Each script ends in a check, and no name means two things. Scripts are texts, so that they are read as
// people write them, and all solvers see the same. It is for tests alone.
package randscript
