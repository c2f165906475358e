//go:build !linux

package bench

import (
	"os"
	"os/exec"
	"time"
)

// Elsewhere than on Linux only the time limit is enforced, on the process
// itself; it keeps its memory limit by itself.

func ownGroup(*exec.Cmd)           {}
func killGroup(cmd *exec.Cmd)      { _ = cmd.Process.Kill() }
func lockFile(*os.File) bool       { return true }
func limitCPU(int, time.Duration)  {}
func resident(int) uint64          { return 0 }
func peak(*os.ProcessState) uint64 { return 0 }

// highWater does not know.
func highWater(int) uint64 { return 0 }

var began = time.Now()

// ownCPU is the wall time that has passed, for want of better.
func ownCPU() time.Duration { return time.Since(began) }
