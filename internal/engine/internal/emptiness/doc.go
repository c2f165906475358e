// Package emptiness decides whether conjunctions can be satisfied, and finds a model: the emptiness check
// of section 2.4 of "SMT Queries Decomposition and Caching in Semi-Symbolic Model Checking" (Mrázek, Jonáš,
// Barnat). A Part is a conjunction that shares no symbol with the others of its path condition; a Checker
// tries what is cheap before it asks the solver.
package emptiness
