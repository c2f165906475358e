// Command whittle checks concurrent C programs.
//
//	whittle check [flags] file.c... | task.yml   decide a property
//	whittle run [flags] file.c...                execute once, or replay a trace
//	whittle replay [flags] trace.json file.c...  write an execution as a C program that repeats it
//	whittle test [flags] file.c...               write a test suite
//	whittle witness check [flags] w.yml file.c...  validate a witness
//	whittle show cfa [flags] file.c...           print what the front end makes of it
//	whittle solve [flags] file.smt2              run an SMT-LIB 2 script
//	whittle sat [flags] file.cnf                 decide a formula in DIMACS CNF
//	whittle bench [flags] task...                run many tasks and compare the answers
//	whittle completion SHELL, man, help, version
//
// The last line of check on standard output is the verdict, alone on its line. The exit code is 0 when the
// property holds, 1 when it is violated, 2 for bad input or usage, 3 when the answer is unknown. Diagnostics
// and progress go to standard error.
//
// The command only reads flags and prints; the work is done by package
// whittle. docs/command.md describes it in full.
package main
