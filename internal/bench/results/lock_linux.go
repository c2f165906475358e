package results

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lockFile locks a file against other processes until it is closed, however that happens; false: another one
// has it. It waits a little: a run that was killed while it started a child has left the lock to the child,
// until that executes its program.
func lockFile(f *os.File) bool {
	for range 50 {
		if !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
