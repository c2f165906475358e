package library

import (
	_ "embed"
	"strings"
	"sync"
)

// names lists the functions of C, POSIX and the GNU C library. What they do is laid down, so that an
// arbitrary result is not one that they have; of a function that is only declared, nothing is known.
//
//go:embed library.txt
var names string

var functions = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, name := range strings.Fields(names) {
		known[name] = true
	}
	return known
})

// IsFunction reports whether a function without a definition is one of the library.
func IsFunction(name string) bool { return functions()[name] }
