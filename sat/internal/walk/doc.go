// Package walk is a local search that looks for an assignment with few false clauses
// (ProbSAT). A literal is twice the number of its variable, plus one if it is negated.
//
//	w := walk.New([]int8{0, -1, -1}, 1, 2) // variables 1 and 2, both false
//	w.Literal(2)
//	w.Literal(4)
//	w.EndClause()
//	w.Run(1000)
//	fmt.Println(w.Best(1), w.Best(2))
//
// It is for phases: it proves nothing.
package walk
