// Package enumerate explores all interleavings and small inputs of a small program, in package interp. It is
// the oracle for the verdicts of engines: tests alone use it.
//
//	res, err := enumerate.Run(ctx, prog, enumerate.Options{})
//
// The search is breadth-first over the states after visible steps (explore.go). What a program leaves open is
// decided by a script that is extended and then changed like a counter (choose.go). Two steps that can be
// next to each other are looked at for data races (race.go).
//
// # Known limits
//
// Inputs of more than 4 bits take a few values only. Interleavings are not reduced. Objects get addresses
// that depend on their thread, and threads the first free ids.
package enumerate
