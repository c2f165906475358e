// Package slab repeats the evaluation of "Slicing Abstractions" (I. Brückner, K. Dräger, B. Finkbeiner, H.
// Wehrheim): table 2 and the ablation of the slicing operations.
//
// # Main types
//
//	Configs, Ablation  what the tables compare
//	Items              the benchmarks as VMT-LIB files
//	Table              records of them, beside the figures of the paper
//
// # Example
//
//	items, err := slab.Items(ctx, rows, dir)
//	recs, err := tasks.Run(ctx, items, tasks.Config{Configs: slab.Configs(z3), Stats: slab.Stats(), ...})
//	err = slab.NewTable(rows, configs, recs).Text(os.Stdout)
package slab
