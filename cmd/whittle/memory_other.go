//go:build !linux

package main

// defaultMemory is not known here: no limit.
func defaultMemory() uint64 { return 0 }
