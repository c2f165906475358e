// Package testcomp writes test suites in the exchange format of Test-Comp, the competition on software
// testing: metadata.xml, and a file for each test with the values that the functions __VERIFIER_nondet_*
// return, in their order.
//
//	files, err := testcomp.Files(suite, meta)
//
// # Sources
//
// "Test-Comp: exchange format for test suites", https://gitlab.com/sosy-lab/test-comp/test-format, with its
// two document types.
//
// # Known limits
//
// The format has no schedules: tests of programs with threads say which inputs they give, not which thread
// goes on.
package testcomp
