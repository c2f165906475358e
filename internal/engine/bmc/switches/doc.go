// Package switches lists the ways in which tests run the engine bmc: each reduction on, off, alone, and
// switched off together with others, in both encodings. Every answer must be the same, or unknown where that
// is what a switch costs.
//
// Events are configurations of the encoding "events", Steps of the encoding "steps"; All are both. The first
// of each is the default one. A new reduction is entered in the table of this package, and is then tried by
// every test that compares answers: on random programs in package bmc, and on the traps of package run.
//
// It is for tests alone; policy_test.go in the root folder refuses it elsewhere.
package switches
