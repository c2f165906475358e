// Package queries measures solvers on a Stream of small incremental questions: push, three asserts, check,
// pop. The built-in solver is asked in process, others read a script.
package queries
