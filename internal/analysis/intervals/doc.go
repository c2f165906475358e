// Package intervals finds intervals of values for the local registers of one procedure, of whose parameters
// and memory nothing is assumed. It is quick, and what passes fold constants by; package invariant follows
// memory and threads as well.
package intervals
