// Package graphs is the engine that explores all execution graphs of a small program in a memory model, see
// package interp/graphs.
//
//	res, err := graphs.New(graphs.Config{}).Check(ctx, engine.Task{Program: p, Model: axioms.RC11, ...})
//
// It is an explicit search: inputs that have many values, loops that write and accesses of several sizes are
// beyond it, and it says so. What it finds is the oracle for engines that do more.
package graphs
