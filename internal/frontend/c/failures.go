package c

import (
	"strconv"
	"strings"

	"whittle.dev/internal/frontend/c/library"
)

// failures names, for people, the results by which a library function says that it has failed; nil for
// functions that say it otherwise. All functions of pthread.h return the number of an error, except those few
// that return something else.
func (l *lowerer) failures(function string) map[uint64]string {
	if !strings.HasPrefix(function, "pthread_") || function == "pthread_equal" ||
		function == "pthread_getconcurrency" {
		return nil
	}
	if l.errnos == nil {
		l.errnos = map[uint64]string{}
		text, err := library.Header("errno.h")
		if err != nil {
			return nil // the build has left it out: the results stay without names
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			words := strings.Fields(line)
			if len(words) != 3 || words[0] != "#define" || words[1][0] != 'E' {
				continue
			}
			if n, err := strconv.ParseUint(words[2], 10, 32); err == nil {
				l.errnos[n] = words[1]
			}
		}
	}
	return l.errnos
}
