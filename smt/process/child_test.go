//go:build unix

package process_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// fakeVar is the variable that makes the test binary a solver that misbehaves.
const fakeVar = "WHITTLE_TEST_FAKE_SOLVER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeVar); mode != "" {
		fake(mode)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake is a solver process: a right one, or one that goes wrong at the first check.
func fake(mode string) {
	if mode == "right" {
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver, error) {
			return native.New(st, native.Config{}), nil
		}})
		_, _ = in.Run(context.Background(), os.Stdin, os.Stdout)
		return
	}
	sc := bufio.NewScanner(os.Stdin)
	for sc.Scan() {
		line := sc.Text()
		if strings.HasPrefix(line, "(echo") {
			fmt.Println(strings.TrimSuffix(strings.TrimPrefix(line, "(echo "), ")"))
		}
		if !strings.HasPrefix(line, "(check-sat") {
			continue
		}
		switch mode {
		case "crash":
			fmt.Fprintln(os.Stderr, "assertion violated in solver.cpp")
			os.Exit(134)
		case "hang":
			time.Sleep(time.Hour)
		case "stop":
			_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		case "children":
			cmd := exec.Command("sleep", "3600")
			_ = cmd.Start()
			fmt.Fprintln(os.Stderr, cmd.Process.Pid)
			time.Sleep(time.Hour)
		case "garbage":
			fmt.Println("Segmentation fault ((( |")
			os.Exit(0)
		case "word":
			fmt.Println("maybe")
		case "twice":
			fmt.Println("sat\nunsat")
		case "silent":
		case "error":
			fmt.Println(`(error "line 3: out of ideas")`)
		case "unknown":
			fmt.Println("unknown")
		case "flood":
			for {
				if _, err := fmt.Println("sat"); err != nil {
					return
				}
			}
		case "model":
			fmt.Println("sat")
			fmt.Println("\"mark-1\"\n((x y) (z))")
			time.Sleep(time.Hour)
		}
	}
}

// newFake returns a solver that asks the fake one.
func newFake(t *testing.T, st *term.Store, mode string, cfg process.Config) *process.Solver {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(self, " ") {
		t.Skip("the path of the test has spaces")
	}
	cfg.Command = self
	cfg.Env = append(os.Environ(), fakeVar+"="+mode)
	s, err := process.New(st, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestMisbehaviour: whatever the process does, the answer is unknown with a reason,
// in time, and nothing is left.
func TestMisbehaviour(t *testing.T) {
	for _, c := range []struct{ mode, reason string }{
		{"crash", "process: the solver died: exit status 134: assertion violated in solver.cpp"},
		{"hang", smt.ReasonTimeout},
		{"stop", smt.ReasonTimeout},
		{"children", smt.ReasonTimeout},
		{"garbage", "process: garbage from the solver: "},
		{"word", "process: garbage from the solver: maybe"},
		{"twice", "process: garbage from the solver: unsat"},
		{"silent", "process: garbage from the solver: 0 replies instead of 1"},
		{"error", "process: the solver refused: line 3: out of ideas"},
		{"unknown", "incomplete"},
		{"flood", "process: garbage from the solver: sat"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			if c.mode == "children" {
				needsSleep(t)
			}
			before := runtime.NumGoroutine()
			st := term.NewStore()
			s := newFake(t, st, c.mode, process.Config{})
			x := st.Symbol("x", term.Bool)
			if err := s.Assert(x); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second with a new process, where the first was lost
				ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
				if c.reason != smt.ReasonTimeout {
					cancel()
					ctx, cancel = context.WithTimeout(context.Background(), 20*time.Second)
				}
				r := s.Check(ctx)
				cancel()
				if r.Status != smt.Unknown || !strings.HasPrefix(r.Reason, c.reason) {
					t.Errorf("answer %v, want unknown (%s)", r, c.reason)
				}
				if _, ok := s.Value(x); ok {
					t.Error("a value after unknown")
				}
			}
			s.Close()
			noLeak(t, before)
		})
	}
}

// needsSleep skips a test on a machine without the program sleep.
func needsSleep(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("sleep"); err != nil {
		t.Skip("the program sleep is missing")
	}
}

// noLeak wants no more goroutines than before and no child process.
func noLeak(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, there were %d\n%s", runtime.NumGoroutine(), before,
				buf[:runtime.Stack(buf, true)])
		}
		time.Sleep(5 * time.Millisecond)
	}
	var ws syscall.WaitStatus
	if pid, err := syscall.Wait4(-1, &ws, syscall.WNOHANG, nil); err != syscall.ECHILD {
		t.Errorf("a child process is left: %d %v", pid, err)
	}
}

// TestGroupIsKilled: what the solver has started dies with it.
func TestGroupIsKilled(t *testing.T) {
	needsSleep(t)
	dir := t.TempDir()
	script := dir + "/solver.sh"
	text := "#!/bin/sh\nsleep 3600 &\necho $! > " + dir + "/pid\nwait\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := process.New(term.NewStore(), process.Config{Command: script})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if r := s.Check(ctx); r.Reason != smt.ReasonTimeout {
		t.Errorf("answer %v, want a timeout", r)
	}
	pid := 0
	data, err := os.ReadFile(dir + "/pid")
	if _, serr := fmt.Sscan(string(data), &pid); err != nil || serr != nil {
		t.Fatal(err, serr)
	}
	deadline := time.Now().Add(5 * time.Second)
	for alive(pid) {
		if time.Now().After(deadline) {
			t.Fatal("the child of the solver is alive")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// alive reports whether a process exists and is no zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !os.IsNotExist(err)
	}
	return !strings.Contains(string(stat), ") Z ")
}

// TestCanceled: a context that ends stops a check that runs, and those after it.
func TestCanceled(t *testing.T) {
	st := term.NewStore()
	s := newFake(t, st, "hang", process.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	if r := s.Check(ctx); r.Reason != smt.ReasonCanceled {
		t.Errorf("answer %v, want canceled", r)
	}
	if r := s.Check(ctx); r.Reason != smt.ReasonCanceled {
		t.Errorf("answer %v, want canceled", r)
	}
}

// TestBadModel: a model that is none gives no values, in time.
func TestBadModel(t *testing.T) {
	st := term.NewStore()
	s := newFake(t, st, "model", process.Config{ModelTimeout: 300 * time.Millisecond})
	x := st.Symbol("x", term.Bool)
	if err := s.Assert(x); err != nil {
		t.Fatal(err)
	}
	r := s.Check(context.Background())
	if v, ok := s.Value(x); ok {
		t.Errorf("answer %v, value %v", r, v)
	}
}

func TestNoSuchSolver(t *testing.T) {
	for _, command := range []string{"", "no-such-solver-anywhere", "no/such/path -x"} {
		if _, err := process.New(term.NewStore(), process.Config{Command: command}); err == nil {
			t.Errorf("%q: no error", command)
		}
	}
}
