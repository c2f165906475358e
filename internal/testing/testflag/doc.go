// Package testflag has the flags of the tests of all packages. There are four:
//
//	-update       writes golden files and what the documentation shows anew, instead of comparing
//	-scale N      compares N times as many programs, configurations or cases; 1 is an ordinary run
//	-seed N       where random cases begin, so that a failure is repeated first: the seed that it names
//	-only EXPR    takes the programs and configurations whose names match, and all of those
//
// A test asks for its amount of work and does not look at the flags:
//
//	for seed := range testflag.Seeds(60) { ... }             // 60 random programs, 600 with -scale 10
//	for _, name := range testflag.Some(names, 12) { ... }    // 12 files, other ones with another seed
//
// So an ordinary run is short and the same everywhere, and whoever changes an engine runs the same tests with
// a larger scale. Work is never bounded by time: what a test finds must not depend on how busy the machine
// is.
//
// A test binary has these flags only if its package imports this one, which is for test files: policy_test.go
// refuses it elsewhere, so that no flag gets into the command.
package testflag
