// Package cubes has several solvers answer one hard question. The question is cut into cubes: conjunctions
// of decisions, of which those of a cut together cover what was cut. A cube is cut when a solver has nothing
// to do and another one has worked on its own cube for a while, so a question is in as many parts as it
// needs.
//
//	p := cubes.NewPool()
//	go cubes.Work(ctx, p, helper)       // as many as there are
//	answer, err := cubes.Work(ctx, p, leader)
//
// A Pool keeps the tree of all cuts. The question is refuted when the root of the tree is closed, and a cube
// is closed when a solver has refuted it, or both its halves are. Who dies gives its cube back, and who
// forgets it leaves the question open.
//
// # Source
//
// M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads",
// HVC 2011; the cuts on demand are those of guiding paths (H. Zhang, M. P. Bonacina, J. Hsiang, "PSATO",
// Journal of Symbolic Computation 21, 1996).
//
// Known limits: the solvers are goroutines of one process.
package cubes
