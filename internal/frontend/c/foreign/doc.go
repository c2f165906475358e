// Package foreign lets another front end build the bodies of a program whose calls of the C library are
// lowered here: it gives each function as a Body, from sites in a shadow of the program in C.
package foreign
