//go:build !linux

package proctree

import (
	"fmt"
	"os"
	"os/exec"
)

// Supported tells whether trees of processes can be measured here.
const Supported = false

// Supervise is the whole work of a supervisor, which there is none of here.
func Supervise() int {
	fmt.Fprintln(os.Stderr, "trees of processes are measured on Linux only")
	return 2
}

func ownGroup(*exec.Cmd) {}
