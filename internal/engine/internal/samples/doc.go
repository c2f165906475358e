// Package samples finds invariants of loops by trying them out: random executions are sampled at each
// location, what all samples have in common is a candidate, and the candidates that are inductive together
// are lemmas. This finds affine relations and their phases, which no single path shows.
//
// # The steps of Lemmas
//
//	simulate.go    random executions of the graph, and the states they pass at each location
//	affine.go      the affine relations between variables, modulo powers of two
//	orders.go      bounds and orders: x <= c, x <= y, c <= x - y
//	forms.go       bounds of sums of two or three variables: c <= 2*x + y - z
//	indices.go     where arrays are read and written, as guards
//	candidates.go  both for all samples of a location and for those in which a guard holds: guard -> relation
//	houdini.go     the largest set of candidates that is inductive
//
// # Main types
//
//	Lemmas    the invariants of a graph
//	Options   how much is sampled, and which candidates are left out
//
// # Example
//
//	lemmas, err := samples.Lemmas(ctx, graph, native.New(graph.Sys.Terms, native.Config{}), samples.Options{})
//	for _, lemma := range lemmas[loc] {
//		fmt.Println(graph.Sys.Terms.String(lemma))
//	}
//
// # Sources
//
// Candidates from executions: M. D. Ernst et al., "The Daikon system for dynamic detection of likely
// invariants" (Science of Computer Programming 69, 2007). Affine relations modulo 2^w: M. Müller-Olm,
// H. Seidl, "Analysis of modular arithmetic" (TOPLAS 29(5), 2007). The largest inductive subset:
// C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java" (FME 2001).
//
// # Known limits
//
// Bit-vectors of at most 64 bits, Bool and Int are related; arrays and reals take part in executions only.
// The executions of a system whose guards choose inputs in complicated ways end early.
package samples
