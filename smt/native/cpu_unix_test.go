//go:build unix

package native

import (
	"syscall"
	"time"
)

// cpuTime is the user time of the process: on a busy machine, the only clock that
// measurements can be compared by.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
