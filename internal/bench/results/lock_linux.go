package results

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file against other processes until it is closed, however that happens; false: another one
// has it.
func lockFile(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
