package lower

import (
	"fmt"
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
)

// The procedures that no source has.
const (
	startName       = "start"
	threadStartName = "thread start"
	threadLocalName = "thread-local variables"
)

// namesForPeople says what names of C and of its libraries tell people.
func namesForPeople() *cfa.Names {
	return &cfa.Names{
		InputPrefix: "__VERIFIER_",
		Inside:      []string{".__", "._M_"}, // those of C and C++
		Own: []string{"__whittle_", "variable arguments", "pthread#", "the waiter that is woken",
			"%", // the compiler's temporary objects
			// Tables that a compiler makes of classes of C++.
			"vtable for ", "VTT for ", "typeinfo for ", "typeinfo name for "},
		Expanded: "? (void)0 :", // assert
		Made:     map[string]bool{startName: true, threadStartName: true, threadLocalName: true},
		// The constructors of global objects.
		MadeBegin: []string{"_GLOBAL__", "__cxx_global_"},
		Waits: map[string]bool{"pthread_cond_wait": true, "pthread_cond_timedwait": true,
			"cnd_wait": true, "cnd_timedwait": true},
		Wakes: map[string]bool{"pthread_cond_signal": true, "pthread_cond_broadcast": true,
			"cnd_signal":    true,
			"cnd_broadcast": true},
		Disputed: "volatile",
		Dispute:  "a data race in C, but not for all who use volatile (--volatile race or atomic decides)",
	}
}

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

// IsAtomicName reports whether a function's body is one atomic section.
func IsAtomicName(name string) bool {
	return strings.HasPrefix(name, "__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
		name != "__VERIFIER_atomic_end"
}

// IsErrorFunction reports whether no execution may call a function.
func IsErrorFunction(name string) bool {
	switch name {
	case "reach_error", "__VERIFIER_error", "__assert_fail", "__assert", "__assert_rtn",
		"__assert_perror_fail":
		return true
	}
	return false
}

// isUninterpreted reports whether the name of a function without a definition says that it has equal
// results for equal arguments, of which an input each time knows nothing.
func isUninterpreted(name string) bool { return strings.HasPrefix(name, "__CPROVER_uninterpreted_") }

// quoteShort names a string literal for people.
func quoteShort(b string, size uint64) string {
	if size != 1 {
		return fmt.Sprintf("L\"...\" (%d characters)", uint64(len(b))/size)
	}
	s := strings.TrimSuffix(b, "\x00")
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.Quote(s)
}
