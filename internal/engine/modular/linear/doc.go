// Package linear decides whether an equation between sums of bit-vectors follows from others, by elimination
// modulo a power of two. To a solver that splits words into bits such a question may be hard: sums of
// several words in two orders are two circuits, and their equality is proved carry by carry.
//
// Only rows with an odd factor are solved for, so some equations that follow are not seen.
//
// Main types: Equations. Source: M. Müller-Olm, H. Seidl, "Analysis of Modular Arithmetic", ESOP 2005.
package linear
