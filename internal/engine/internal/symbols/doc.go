// Package symbols names the symbols of symbolic execution: Inputs are those that stand for inputs, by
// number, so that states of a loop have the same symbols each time; Numbers are those that a state uses; a
// Renamer gives lists of terms that differ in names the same ones.
package symbols
