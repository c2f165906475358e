// Command whittle-bench repeats the evaluations of papers with whittle, and writes the suites of benchmarks
// that solvers are compared on. Each run is a process of whittle, found beside this program, in the PATH,
// or by --whittle. What users need to measure whittle on tasks of their own is whittle bench.
//
// The exit codes are those of whittle (package cli).
package main
