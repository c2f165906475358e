// Package outfile writes files that are there whole or not at all.
//
// # Example
//
//	err := outfile.Write("report.json", func(w io.Writer) error { return enc.Encode(w) })
//
// A program that is killed leaves the file as it was, and perhaps one whose name begins with a dot beside it.
package outfile
