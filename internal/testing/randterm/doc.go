// Package randterm makes random terms, with which tests compare solvers with each other and
// with evaluation. The terms of a seed are always the same.
//
//	g := &randterm.Generator{Rand: r, Store: st, Widths: []int{1, 8}, Symbols: 3}
//	f := g.Bool(4)
//
// It is for tests alone.
package randterm
