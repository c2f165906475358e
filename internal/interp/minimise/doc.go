// Package minimise makes traces of violations easier to read: Trace leaves out what the violation does not
// need, and reorders the rest so that the execution seldom changes from one thread to another. Each change is
// tried out by a replay (package interp).
//
// What can be left out are the last steps of threads (minimise.go). An order of the steps is found by a
// search over the orders that keep conflicting steps as they are, and then by moving blocks of steps of one
// thread (order.go).
package minimise
