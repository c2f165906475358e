// Package english writes what messages have in common.
//
// # Example
//
//	english.Count(1, "thread") // 1 thread
//	english.Count(3, "thread") // 3 threads
package english

import "fmt"

// Count is a number of things, whose plural ends in s.
func Count[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
