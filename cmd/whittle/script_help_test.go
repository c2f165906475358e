package main

import (
	"errors"
	"os/exec"
	"strings"
)

func exitStatus(err error) (int, bool) {
	var e *exec.ExitError
	if !errors.As(err, &e) {
		return 0, false
	}
	return e.ExitCode(), true
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return lines[len(lines)-1]
}
