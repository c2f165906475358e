package c

import "whittle.dev/internal/cfa"

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
		Inside:      ".__",
		Expanded:    "? (void)0 :", // assert
		Made:        map[string]bool{startName: true, threadStartName: true, threadLocalName: true},
		Waits: map[string]bool{"pthread_cond_wait": true, "pthread_cond_timedwait": true,
			"cnd_wait": true, "cnd_timedwait": true},
		Wakes: map[string]bool{"pthread_cond_signal": true, "pthread_cond_broadcast": true,
			"cnd_signal":    true,
			"cnd_broadcast": true},
		Disputed: "volatile",
		Dispute:  "a data race in C, but not for all who use volatile (--volatile race or atomic decides)",
	}
}
