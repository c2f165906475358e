// Package suites writes suites of benchmarks for solvers to a folder: formulas and scripts of package gen,
// and what the engine bmc asks about programs.
package suites
