package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the compiled expression. An expression that is wrong panics at its
// first use.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
