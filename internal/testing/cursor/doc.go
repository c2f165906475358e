// Package cursor builds programs by hand, one operation after the other, for tests that need no C. The
// example of package cfa shows how.
package cursor
