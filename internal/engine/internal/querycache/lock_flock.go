//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package querycache

import (
	"os"
	"syscall"
)

// locking: files have locks.
const locking = true

// tryLock takes the lock of a file and reports whether it got it. The lock is given up when the file
// is closed, by whatever ends the process.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
