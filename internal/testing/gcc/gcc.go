package gcc

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Missing says why gcc builds no programs with some flags, or "" if it does. With -m32 it often lacks the
// library for 32 bits.
func Missing(flags ...string) string {
	if _, err := exec.LookPath("gcc"); err != nil {
		return "gcc is not installed"
	}
	dir, err := os.MkdirTemp("", "whittle-gcc-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("gcc", append(flags, "-x", "c", "-o", filepath.Join(dir, "program"), "-")...)
	cmd.Stdin = strings.NewReader("#include <stdlib.h>\nint main(void) { exit(0); }\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Sprintf("gcc %s builds nothing here: %v\n%s", strings.Join(flags, " "), err, out)
	}
	return ""
}
