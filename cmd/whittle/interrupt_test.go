//go:build unix

package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"whittle.dev/internal/cli"
)

// TestTwoSignals sends signals as timeout(1) does, one to the process and another to its group, and
// wants the answer all the same; one that comes later ends the process at once.
func TestTwoSignals(t *testing.T) {
	for _, tt := range []struct {
		name string
		wait time.Duration
	}{{"at once", 0}, {"a moment later", 20 * time.Millisecond}} {
		t.Run(tt.name, func(t *testing.T) {
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			cmd := &exec.Cmd{Path: self, Stdout: &out,
				Args: []string{"whittle", "check", "--engine", "bmc", "--verbose", "--timeout", "60s",
					filepath.Join("..", "..", "examples", "papers",
						"symdivine_figure2.c")}}
			progress, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(progress)
			if !lines.Scan() {
				t.Fatal("no progress")
			}
			for range 2 {
				if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
				time.Sleep(tt.wait)
			}
			for lines.Scan() {
			}
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != cli.Unknown ||
				!strings.HasSuffix(out.String(), "\nunknown\n") {
				t.Errorf("%v, and prints %q", err, out.String())
			}
		})
	}
}
