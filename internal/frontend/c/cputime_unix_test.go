//go:build unix

package c

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that the process has used, in user mode. Time
// in the kernel is that of the memory and of the scheduler.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
