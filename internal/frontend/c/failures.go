package c

import (
	"strconv"
	"strings"

	"whittle.dev/internal/lazy"
)

// errnoRE finds the names of errors in errno.h.
var errnoRE = lazy.Regexp(`(?m)^#define (E[A-Z0-9]+) (\d+)$`)

// failures names, for people, the results by which a library function says that it has failed; nil for functions that say
// it otherwise. All functions of pthread.h return the number of an error, except those few that return something else.
func (l *lowerer) failures(function string) map[uint64]string {
	if !strings.HasPrefix(function, "pthread_") || function == "pthread_equal" || function == "pthread_getconcurrency" {
		return nil
	}
	if l.errnos == nil {
		l.errnos = map[uint64]string{}
		text, err := embedded.ReadFile("headers/errno.h")
		if err != nil {
			return nil // the build has left it out: the results stay without names
		}
		for _, m := range errnoRE().FindAllStringSubmatch(string(text), -1) {
			if n, err := strconv.ParseUint(m[2], 10, 32); err == nil {
				l.errnos[n] = m[1]
			}
		}
	}
	return l.errnos
}
