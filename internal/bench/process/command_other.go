//go:build !linux

package process

import (
	"os"
	"os/exec"
	"time"
)

// Elsewhere than on Linux only the time limit is enforced, on the process
// itself; it keeps its memory limit by itself.

// OwnGroup does nothing.
func OwnGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd)      { _ = cmd.Process.Kill() }
func limitCPU(int, time.Duration)  {}
func peak(*os.ProcessState) uint64 { return 0 }

var began = time.Now()

// OwnCPU is the wall time that has passed, for want of better.
func OwnCPU() time.Duration { return time.Since(began) }
