package c

import (
	_ "embed"
	"strings"
	"sync"
)

// libraryNames lists the functions of C, POSIX and the GNU C library. What they do is laid down, so that an
// arbitrary result is not one that they have; of a function that is only declared, nothing is known.
//
//go:embed library.txt
var libraryNames string

var libraryFunctions = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, name := range strings.Fields(libraryNames) {
		known[name] = true
	}
	return known
})

// isLibraryFunction reports whether a function without a definition is one of the library.
func isLibraryFunction(name string) bool { return libraryFunctions()[name] }
