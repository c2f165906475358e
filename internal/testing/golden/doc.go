// Package golden compares what a test made with what stands in a file, or writes the file anew if the flag
// -update is given:
//
//	golden.File(t, filepath.Join("testdata", "page.html"), got)
package golden
