// Package switches lists the ways in which tests run the engine slab: each operation of slicing off, each
// strategy alone, and several switches together. Every answer must be the same, or unknown where that is what
// a switch costs.
//
// Main types: Configuration; All lists them, the first is the default one:
//
//	for _, c := range switches.All() {
//		res, err := slab.New(c.Config).Check(ctx, task)
//	}
//
// It is for tests alone; policy_test.go in the root folder refuses it elsewhere.
package switches
