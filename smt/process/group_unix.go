//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the process the leader of a group, so that what it starts dies with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process and its group, stopped ones too.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended by itself
	_ = cmd.Process.Kill()
}
