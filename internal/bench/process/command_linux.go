package process

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// OwnCPU is the CPU time that this process has used so far.
func OwnCPU() time.Duration {
	var ru syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &ru) != nil {
		return 0
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

// OwnGroup puts a command in a process group of its own.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills the command and all processes of its group.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// limitCPU bounds the CPU time of a running process: the kernel kills it. (The
// signal of a soft limit is ignored by Go programs.)
func limitCPU(pid int, d time.Duration) {
	if d <= 0 {
		return
	}
	s := uint64((d + time.Second - 1) / time.Second)
	_ = unix.Prlimit(pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: s, Max: s}, nil)
}

// peak returns the largest resident memory of an ended process in bytes. It is no
// less than what the process that started it had used until then.
func peak(st *os.ProcessState) uint64 {
	if ru, ok := st.SysUsage().(*syscall.Rusage); ok {
		return uint64(ru.Maxrss) * 1024
	}
	return 0
}
