// Package coveragepage writes what a test suite covers as an HTML page: the source coloured by coverage, the
// goals that no test takes with the reason, and the tests with their inputs and what is expected.
//
//	err := coveragepage.Write(w, suite, title)
//
// The page is one file that loads nothing; its frame is that of package page.
package coveragepage
