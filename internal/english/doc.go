// Package english writes what messages have in common.
//
// # Example
//
//	english.Count(1, "thread") // 1 thread
//	english.Count(3, "thread") // 3 threads
//	english.Clip("a long text", 8) // a lon...
package english

import (
	"fmt"
	"strings"
)

// Count is a number of things, whose plural ends in s.
func Count[N int | int64 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// OneLine puts a text on one line, with one space between words.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Clip cuts s to n characters and marks the cut.
func Clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	if n <= 3 {
		return string(r[:max(n, 0)])
	}
	return string(r[:n-3]) + "..."
}
