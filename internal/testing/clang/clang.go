package clang

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// Installed lists the commands of the versions that the reader is for and that are there, oldest first.
func Installed() (out []string) {
	for v := 14; v <= 19; v++ {
		name := fmt.Sprintf("clang-%d", v)
		if _, err := exec.LookPath(name); err == nil {
			out = append(out, name)
		}
	}
	return out
}

// Compile returns the text that a compiler makes of a file, with debug information.
func Compile(cc string, args ...string) (string, error) {
	cmd := exec.Command(cc, append([]string{"-w", "-g", "-S", "-emit-llvm", "-o", "-"}, args...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", cc, strings.Join(args, " "), err, errs.String())
	}
	return string(out), nil
}
