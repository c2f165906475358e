// Package version says which whittle this is.
package version
