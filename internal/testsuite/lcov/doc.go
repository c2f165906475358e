// Package lcov writes what a test suite covers as a tracefile of lcov, which genhtml, editors and
// services for coverage read.
//
//	err := lcov.Write(w, suite)
//
// # Sources
//
// The format is that of geninfo(1), part of lcov: SF, FN, FNDA, BRDA, DA, end_of_record.
package lcov
