package proctree

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary play the supervisor and the programs that are measured.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "supervise":
			os.Exit(Supervise())
		case "play":
			play(os.Args[2], os.Args[3:])
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// burned is the CPU time that each burning process uses, and eaten the memory that each eating one does.
const (
	burned = 120 * time.Millisecond
	eaten  = 40 << 20
)

// play is a program to be measured.
func play(role string, args []string) {
	switch role {
	case "exit":
		code, _ := strconv.Atoi(args[0])
		fmt.Print("out")
		fmt.Fprint(os.Stderr, "err")
		os.Exit(code)
	case "crash":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "burn":
		for used() < burned {
		}
	case "spin":
		for {
			runtime.Gosched()
		}
	case "children": // waits for three that burn
		for _, c := range []*exec.Cmd{spawn(false, "burn"), spawn(false, "burn"), spawn(true, "burn")} {
			_ = c.Wait()
		}
	case "grandchildren": // a child that ends before its own child, in another session
		untilEnd(true, "orphan")
	case "orphan":
		spawn(true, "burn")
	case "ignore": // the kernel forgets the time of children whose parent ignores their end
		signal.Ignore(syscall.SIGCHLD)
		untilEnd(false, "burnAndStay")
	case "burnAndStay": // may be looked at several times before it ends
		for used() < burned {
		}
		time.Sleep(5 * lastGlance)
	case "spinners":
		spawn(true, "spin")
		spawn(true, "spin")
		time.Sleep(time.Minute)
	case "eat":
		eat(eaten)
		time.Sleep(time.Minute)
	case "eaters": // tells when all have eaten
		for range 3 {
			spawn(true, "eat")
		}
		time.Sleep(time.Minute)
	case "eatAndEnd":
		eat(3 * eaten)
	case "linger": // starts one that outlives it, in another session and with the outputs open
		c := spawn(true, "sleep")
		_ = os.WriteFile(args[0], []byte(strconv.Itoa(c.Process.Pid)), 0o644)
	case "sleep":
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		time.Sleep(time.Hour) // longer than a test may take: a parent that waits for it hangs
	case "forever": // tells who it is, and that of a child
		c := spawn(true, "sleep")
		_ = os.WriteFile(args[0], fmt.Appendf(nil, "%d %d", os.Getpid(), c.Process.Pid), 0o644)
		time.Sleep(time.Minute)
	case "run": // plays the program that calls Run
		_, _ = Run(context.Background(), []string{os.Args[0], "supervise"},
			Spec{Path: os.Args[0], Args: []string{"play", "forever", args[0]}}, os.Stdout, os.Stderr)
	}
}

func used() time.Duration {
	var ru syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

// eat takes memory from the system, past the allocator: the race detector would take three times as much for
// its own.
func eat(n int) {
	stomach, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	for i := 0; i < n; i += 512 {
		stomach[i] = byte(i)
	}
}

// spawn starts this binary in another role, in a session of its own if wanted.
func spawn(session bool, role string) *exec.Cmd {
	c := exec.Command(os.Args[0], "play", role)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	return c
}

// untilEnd starts this binary in another role, and waits until all processes of that role have ended,
// whoever's children they are. Each holds the writing end of a pipe, so reading ends with the last of them.
func untilEnd(session bool, role string) {
	r, w, err := os.Pipe()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	out := os.Stdout
	os.Stdout = w
	spawn(session, role)
	os.Stdout = out
	w.Close()
	_, _ = io.Copy(io.Discard, r)
}

// accountings are the ways to measure that this machine has.
func accountings(t *testing.T) []Accounting {
	out := []Accounting{Processes}
	if g, err := makeCgroup(ownCgroups()); err == nil {
		g.remove()
		return append(out, Cgroup)
	} else {
		t.Logf("not tested with cgroups: %v", err)
	}
	return out
}

func run(t *testing.T, ctx context.Context, spec Spec, role string, args ...string) (Usage, string, string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	spec.Path, spec.Args = exe, append([]string{"play", role}, args...)
	var stdout, stderr bytes.Buffer
	u, err := Run(ctx, []string{exe, "supervise"}, spec, &stdout, &stderr)
	if err != nil || u.Err != "" {
		t.Fatalf("%s: %v, %s", role, err, u.Err)
	}
	return u, stdout.String(), stderr.String()
}

func TestExit(t *testing.T) {
	for _, code := range []int{0, 1, 10} {
		u, out, errs := run(t, t.Context(), Spec{}, "exit", strconv.Itoa(code))
		if u.Exit != code || u.Signal != "" || u.Killed != "" || out != "out" || errs != "err" {
			t.Errorf("exit %d: %+v, %q, %q", code, u, out, errs)
		}
	}
	if u, _, _ := run(t, t.Context(), Spec{}, "crash"); u.Exit != -1 ||
		!strings.Contains(u.Signal, "killed") || u.Killed != "" {
		t.Errorf("crash: %+v", u)
	}
	exe, _ := os.Executable()
	u, err := Run(t.Context(), []string{exe, "supervise"}, Spec{Path: "/nowhere/program"}, nil, nil)
	if err != nil || !strings.Contains(u.Err, "/nowhere/program") {
		t.Errorf("a program that is not there: %+v, %v", u, err)
	}
	if _, err := Run(t.Context(), []string{exe, "-test.run=^$"}, Spec{Path: exe}, nil, nil); err == nil {
		t.Error("a supervisor that is none is no error")
	}
}

// TestTime: the CPU time of all processes of a tree counts, however they come to hang in it.
func TestTime(t *testing.T) {
	for _, how := range accountings(t) {
		for _, c := range []struct {
			role    string
			burning int
			exact   bool
		}{
			{"burn", 1, true}, {"children", 3, true}, {"grandchildren", 1, true},
			{"ignore", 1, how == Cgroup},
		} {
			t.Run(string(how)+" "+c.role, func(t *testing.T) {
				t.Parallel()
				u, _, _ := run(t, t.Context(), Spec{Accounting: how}, c.role)
				want := time.Duration(c.burning) * burned
				low := want
				if !c.exact {
					low = want / 3 // what was seen by looking
				}
				if u.CPU < low || u.CPU > want+want/2+200*time.Millisecond || u.Exit != 0 {
					t.Errorf("%d processes that burn %s: %+v", c.burning, burned, u)
				}
			})
		}
	}
}

// TestMemory: what processes have at the same time is added, and a peak at the end is not missed.
func TestMemory(t *testing.T) {
	for _, how := range accountings(t) {
		t.Run(string(how), func(t *testing.T) {
			t.Parallel()
			u, _, _ := run(t, t.Context(), Spec{Accounting: how, Wall: 1500 * time.Millisecond}, "eaters")
			if u.Memory < 3*eaten || u.Memory > 5*eaten || u.Processes != 4 || u.Killed != ByWall {
				t.Errorf("three processes with %d MB each: %+v", eaten>>20, u)
			}
			u, _, _ = run(t, t.Context(), Spec{Accounting: how}, "eatAndEnd")
			if u.Memory < 3*eaten || u.Memory > 5*eaten || u.Exit != 0 {
				t.Errorf("a process with %d MB: %+v", 3*eaten>>20, u)
			}
			if u, _, _ = run(t, t.Context(), Spec{Accounting: how}, "exit", "0"); u.Memory == 0 ||
				u.Memory > eaten {
				t.Errorf("a small process: %+v", u)
			}
		})
	}
}

func waitFor(file string) {
	for range 1000 {
		if text, err := os.ReadFile(file); err == nil && len(text) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// wantGone wants processes to be gone, soon.
func wantGone(t *testing.T, pids string) {
	t.Helper()
	if len(strings.Fields(pids)) == 0 {
		t.Fatal("no processes to look for")
	}
	for _, pid := range strings.Fields(pids) {
		gone := false
		for range 500 {
			text, err := os.ReadFile("/proc/" + pid + "/stat")
			if gone = err != nil || strings.Contains(string(text), ") Z "); gone {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if !gone {
			t.Errorf("process %s is still alive", pid)
		}
	}
}

// TestDescendants: both ways to find the tree find the same processes.
func TestDescendants(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe, "play", "forever", file)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(file)
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, child, _ := strings.Cut(string(want), " ")
	for name, list := range map[string][]int{"children": descendants(c.Process.Pid),
		"parents": descendantsByParent(c.Process.Pid)} {
		if got := strings.Trim(fmt.Sprint(list), "[]"); got != child {
			t.Errorf("%s: descendants %s, want %s", name, got, child)
		}
	}
	if pid, err := strconv.Atoi(child); err == nil {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
}

// TestParse reads the files of a process in /proc, whose name may have anything in it.
func TestParse(t *testing.T) {
	text := "42 (a ) b) S 7 42 42 0 -1 4194304 100 0 0 0 12 3 4 1 20 0 1 0 5000 1000 25 " +
		"18446744073709551615 0"
	st, ok := parseStat([]byte(text))
	if !ok || st.parent != 7 || st.cpu != 200*time.Millisecond || st.resident != 25*uint64(os.Getpagesize()) {
		t.Errorf("stat: %+v, %v", st, ok)
	}
	for _, bad := range []string{"", "1 (x", "1 (x) S 2"} {
		if _, ok := parseStat([]byte(bad)); ok {
			t.Errorf("%q is read", bad)
		}
	}
	if n := kilobytes([]byte("Rss:  7 kB\nPss:   12 kB\nPss_Dirty: 3 kB\n"), "Pss:"); n != 12*1024 {
		t.Errorf("PSS %d", n)
	}
}
