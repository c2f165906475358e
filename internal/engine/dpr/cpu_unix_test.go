//go:build unix

package dpr_test

import "syscall"

// cpuSeconds is the CPU time of the process so far: on a busy machine the only clock that measurements can be
// compared by.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
