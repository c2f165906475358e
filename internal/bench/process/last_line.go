package process

import (
	"slices"
	"strings"

	"whittle.dev/internal/lazy"
)

// LastLine returns the last line that says something, of a crash its first.
func LastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, l := range lines {
		if strings.HasPrefix(l, "panic:") || strings.HasPrefix(l, "fatal error:") {
			return l
		}
	}
	for _, l := range slices.Backward(lines) {
		if !quotedLine().MatchString(l) {
			return l
		}
	}
	return lines[len(lines)-1]
}

// quotedLine finds lines in which a message quotes the program: "   12 | x = ;".
var quotedLine = lazy.Regexp(`^\s*\d*\s*\|`)
