package proctree

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// TestLimits: a limit is one of the whole tree, and nothing is left when it was broken.
func TestLimits(t *testing.T) {
	for _, how := range accountings(t) {
		for _, c := range []struct {
			role string
			spec Spec
			want Cause
		}{
			{"spinners", Spec{CPU: 400 * time.Millisecond}, ByCPU},
			{"eaters", Spec{Memory: 2*eaten + eaten/2}, ByMemory},
			{"spinners", Spec{Wall: 300 * time.Millisecond}, ByWall},
		} {
			t.Run(string(how)+" "+string(c.want), func(t *testing.T) {
				t.Parallel()
				c.spec.Accounting = how
				u, _, _ := run(t, t.Context(), c.spec, c.role)
				if u.Killed != c.want || u.Exit != -1 {
					t.Errorf("got %+v", u)
				}
				if c.want == ByCPU && (u.CPU < c.spec.CPU || u.CPU > c.spec.CPU+2*time.Second) {
					t.Errorf("CPU time %s", u.CPU)
				}
			})
		}
	}
}

// TestLeftovers: processes that outlive the command are killed when it ends, and do not keep Run waiting.
func TestLeftovers(t *testing.T) {
	for _, how := range accountings(t) {
		file := filepath.Join(t.TempDir(), "pid")
		u, _, _ := run(t, t.Context(), Spec{Accounting: how}, "linger", file)
		if u.Exit != 0 || u.Killed != "" {
			t.Errorf("%s: %+v", how, u)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wantGone(t, string(text))
	}
}

// TestInterrupt: the end of the context ends the tree.
func TestInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		waitFor(file)
		cancel()
	}()
	if u, _, _ := run(t, ctx, Spec{}, "forever", file); u.Killed != ByInterrupt {
		t.Errorf("got %+v", u)
	}
	text, _ := os.ReadFile(file)
	wantGone(t, string(text))
}

// TestKilledRunner: a tree does not outlive the program that called Run, even if that is killed.
func TestKilledRunner(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe, "play", "run", file)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(file)
	_ = c.Process.Kill()
	_ = c.Wait()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wantGone(t, string(text))
}

// TestKilledSupervisor: a tree with a cgroup does not outlive its supervisor, nor does the cgroup.
func TestKilledSupervisor(t *testing.T) {
	if !slices.Contains(accountings(t), Cgroup) {
		t.Skip("there are no cgroups here")
	}
	file := filepath.Join(t.TempDir(), "pids")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	supervisor := make(chan int, 1)
	go func() {
		waitFor(file)
		text, _ := os.ReadFile(file)
		pid := 0
		fmt.Sscan(string(text), &pid)
		st, _ := readStat(pid)
		if supervisor <- st.parent; st.parent > 1 {
			_ = syscall.Kill(st.parent, syscall.SIGKILL)
		}
	}()
	var out bytes.Buffer
	if u, err := Run(t.Context(), []string{exe, "supervise"},
		Spec{Path: exe, Args: []string{"play", "forever", file}}, &out, &out); err == nil {
		t.Errorf("got %+v of a supervisor that was killed", u)
	}
	text, _ := os.ReadFile(file)
	wantGone(t, string(text))
	name := groupName(<-supervisor)
	for _, parent := range ownCgroups() {
		if _, err := os.Stat(filepath.Join(parent, name)); err == nil {
			t.Errorf("%s is still in %s", name, parent)
		}
	}
}
