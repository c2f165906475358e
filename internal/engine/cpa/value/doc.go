// Package value is the domain of explicit values (D. Beyer, S. Löwe, "Explicit-State Software Model
// Checking Based on CEGAR and Interpolation", FASE 2013): which constants a state keeps. The values
// themselves are in the explicit part of a state, so this is a domain with a precision and no elements.
//
// Addresses are always kept: control rests on them. Other variables are followed from the beginning, or
// once a spurious path shows that they matter (refinement.go). A path that remains when all variables are
// followed is for other domains; it is never a verdict.
package value
