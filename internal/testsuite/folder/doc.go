// Package folder writes a test suite as a folder: the program and each test as C, a Makefile that builds and
// runs them, an index, and reports on what is covered.
//
//	err := folder.Write("tests", folder.Input{Suite: suite, Source: src, ...})
//
// The folder is there whole or not at all. One that holds a suite is replaced; others are left alone.
//
//	Makefile, run.sh             builds and runs the tests, measures coverage by gcov
//	program.c, whittle.h         the program with its hooks
//	test_001.c, runtime.h        a test: inputs, schedule
//	expected/                    what each test prints, and the status it exits with
//	suite.json                   the index: tests, goals, what covers what
//	coverage.html, coverage.info what is covered, for people and as a tracefile of lcov
//	test-suite/                  the same tests in the format of Test-Comp
package folder
