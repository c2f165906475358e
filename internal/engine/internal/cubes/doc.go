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
// is closed when a solver has refuted it, or both its halves are. A worker that dies gives its cube back, and
// one that forgets it leaves the question open.
//
// # Source
//
// M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads",
// HVC 2011; the cuts on demand are those of guiding paths (H. Zhang, M. P. Bonacina, J. Hsiang, "PSATO",
// Journal of Symbolic Computation 21, 1996).
//
// # Elsewhere
//
// A Guest is the board of a solver in another process, which talks with the Desk of the pool by messages:
//
//	d := cubes.NewDesk(p, question)                   reply := d.Answer(message)
//	g, question, err := cubes.Join(ctx, send)         answer, err := cubes.Work(ctx, g, helper)
//
// A cube is a guest's as long as it gives signs of life; after that another solver gets it. A model of a
// guest ends the question as a claim, which the pool's owner looks at. That a guest has closed a cube is
// believed, so whoever carries the messages keeps strangers out.
package cubes
