package gcc

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Missing says why gcc builds no programs with some flags, or none that run here, or "" if it does. With -m32
// it often lacks the library for 32 bits, and some kernels run no such programs.
func Missing(flags ...string) string {
	if _, err := exec.LookPath("gcc"); err != nil {
		return "gcc is not installed"
	}
	dir, err := os.MkdirTemp("", "whittle-gcc-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "program")
	cmd := exec.Command("gcc", append(flags, "-x", "c", "-o", program, "-")...)
	cmd.Stdin = strings.NewReader("#include <stdlib.h>\nint main(void) { exit(0); }\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Sprintf("gcc %s builds nothing here: %v\n%s", strings.Join(flags, " "), err, out)
	}
	if err := exec.Command(program).Run(); err != nil {
		return fmt.Sprintf("what gcc %s builds does not run here: %v", strings.Join(flags, " "), err)
	}
	return ""
}
