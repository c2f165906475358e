// Package pbmc is the bounded model checker of transition systems with projections: the engine "pbmc".
//
// Check makes a program with a fixed set of threads into a transition system (package ts), encodes all paths
// up to a depth step by step (package steps), and asks for a violation; then whether there is a longer path.
// The depth doubles until a violation is found or no path is longer. With projections only paths are searched
// in which each step is needed: it writes what the violation, or a later step, reads.
//
// Source: H. Saissi, P. Bokor, N. Suri, "PBMC: Symbolic Program Slicing for Program Verification", section 5.
// The zero Config is its encoding as published; each improvement on it has a setting.
//
// Main types: Engine, Config. Example:
//
//	res, err := pbmc.New(pbmc.Default()).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
//
// Limits: unreach-call and no-overflow; programs that package ts refuses (threads that are created in loops
// without a bound, recursion, memory of unknown size) are unknown.
package pbmc
