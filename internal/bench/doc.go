// Package bench is a folder of what "whittle bench" and its subcommands do:
//
//	tasks      runs check, or another tool (package tools), on many tasks, and judges the answers
//	table      totals, scores and comparisons of the records; htmltable draws them as a page
//	solvers    compares solvers on files and on streams of small questions
//	suites     writes the files that solvers are compared on (package gen)
//	papers     repeats the evaluations of two papers
//	process    runs one command under limits; proctree counts all processes that it starts
//	results    files from which a run can be resumed
package bench
