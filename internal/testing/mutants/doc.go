// Package mutants makes C programs with threads wrong: of one that holds come programs with one small change
// each, of a kind that people make.
//
//	for _, m := range mutants.Of(text) {
//		fmt.Println(m.Name) // "line 12: a lock is not taken"
//	}
//
// The text is changed line by line, without parsing it. A mutant may still hold, or may be no program at all;
// what it is has to be found out by whoever uses it.
package mutants
