// Package switches lists the ways in which tests run the engine ceds. Every switch of the engine is a factor
// with two or more levels; Configurations are rows of a pairwise covering array over these factors: each two
// choices come together in some row, which takes two dozen rows instead of thousands. The first row is the
// default.
//
// A new switch is entered in the table of factors, which a test asks for. It is then tried, together with
// everything else, on the programs of the law tests in package ceds, and on the traps of package run.
//
// It is for tests alone; policy_test.go in the root folder refuses it elsewhere.
package switches
