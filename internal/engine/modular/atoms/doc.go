// Package atoms finds candidates for what holds in views: conditions over shared cells and the locals of one
// thread, or of two.
//
// They come from guards and assertions, from initial values and assigned constants, from comparisons of what
// is copied or compared anywhere, and from weakest preconditions of all these.
//
//	pool.go     candidates by template
//	leaves.go   formulas cut into their atoms
//	view.go     the candidates of a view
//
// Main types: Pool.
package atoms
