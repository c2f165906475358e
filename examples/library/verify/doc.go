// Command verify checks a C program with the package whittle and prints what the outcome has: verdict,
// reason, invariants, and the steps of a violation. With a format it writes the outcome in that form instead.
//
//	go run ./examples/library/verify -property no-data-race examples/updates/lost_update.c
package main
