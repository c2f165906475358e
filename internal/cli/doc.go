// Package cli is what the command lines of whittle and whittle-bench have in common: kinds of flags
// (Duration, Size, Count), flags that take one value (SingleValues), exit codes, the line that shows what
// goes on (Progress), hints at what was meant, and what an interrupt does (OnInterrupt).
//
// Package taskrun below it has the flags by which tasks are chosen and run.
package cli
