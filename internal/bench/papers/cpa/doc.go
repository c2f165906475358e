// Package cpa repeats the evaluation of V. Kolesnykov, "SMT-based Model Checking of Concurrent Programs"
// (2020), on any tasks: table 4.1 and the quantile plot of figure 4.1.
//
// # Main types
//
//	Configs  a configuration for each analysis of the engine cpa
//	Table    records of them, beside the figures of the thesis
//
// # Example
//
//	configs, err := cpa.Configs(nil, nil)
//	recs, err := tasks.Run(ctx, items, tasks.Config{Configs: configs, Stats: cpa.Stats(), ...})
//	err = cpa.NewTable(configs, recs, limits).Text(os.Stdout)
package cpa
