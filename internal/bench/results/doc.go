// Package results keeps the records of a long run in a file: each is appended as it is made, and a second run
// with the same file does only what is missing, whatever ended the first one.
package results
