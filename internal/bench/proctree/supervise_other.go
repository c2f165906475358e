//go:build !linux

package proctree

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// Supported reports whether trees of processes can be measured here.
const Supported = false

// Supervise is the whole work of a supervisor, which there is none of here.
func Supervise() int {
	fmt.Fprintln(os.Stderr, "trees of processes are measured on Linux only")
	return 2
}

// Available says why trees cannot be measured in a way here; nil: they can, or it does not matter.
func Available(a Accounting) error {
	if a == Cgroup {
		return errors.New("there are cgroups on Linux only")
	}
	return nil
}

func ownGroup(*exec.Cmd) {}

func killLeft(int) {}
