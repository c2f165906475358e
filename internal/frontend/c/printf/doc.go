// Package printf says what C prints: what a format asks for, and how its conversions spell integers,
// characters, strings and pointers. It makes the formatters of the output operations of a program, which know
// nothing of C themselves.
package printf
