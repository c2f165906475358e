// Package scribe has a solver that writes down what it is asked, so that the check of a proof becomes a
// script that other solvers can answer.
package scribe
