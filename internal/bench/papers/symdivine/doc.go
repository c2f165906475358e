// Package symdivine repeats the evaluation of "SMT Queries Decomposition and Caching in Semi-Symbolic Model
// Checking" (J. Mrázek, M. Jonáš, J. Barnat, section 4): four configurations of the engine ceds, whose
// records are summed up as tables 1 and 2 and figure 3.
package symdivine
