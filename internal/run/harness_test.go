package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/gcc"
	"whittle.dev/internal/testing/testflag"
)

// someHarnesses are the examples of an ordinary run: plain accesses, the middle of an update, locks, atomics,
// bit-fields, a data race, an overflow, a deadlock.
var someHarnesses = []string{"lost_update", "semaphore_broken", "treiber_aba", "bit_fields_race",
	"race_index", "overflow_race", "lock_order"}

// noHarness are the examples whose violation is not one that a program built by gcc shows by itself.
var noHarness = map[string]string{"use_after_free": "undefined behaviour"}

// TestHarness builds the native replays of examples and runs them: they fail each time in the same way, at
// the place that the verdict names, and those of an execution that violates nothing never do. With -scale
// those of all examples are run.
func TestHarness(t *testing.T) {
	needGCC(t)
	names := examples.Names(t, "examples")
	runs := testflag.Times(3)
	for _, name := range names {
		short := strings.TrimSuffix(filepath.Base(name), ".c")
		if !testflag.Only(short) || !testflag.Deep() && !testflag.Chosen() &&
			!slices.Contains(someHarnesses, short) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("pthread.h")) && !bytes.Contains(text, []byte("threads.h")) {
			continue
		}
		h := examples.Read(t, name)
		if h.Verdict.Kind != property.False || noHarness[short] != "" {
			continue
		}
		t.Run(short, func(t *testing.T) {
			task := run.Task{Files: []string{name}, Property: string(h.Property), DataModel: h.DataModel}
			out := build(t, h.DataModel, violation(t, task, h))
			failsAlways(t, out, runs)
			if program, status := passing(t, task); program != "" {
				passesAlways(t, build(t, h.DataModel, program), status, runs)
			}
		})
	}
}

func needGCC(t *testing.T) {
	t.Helper()
	if why := gcc.Missing(); why != "" {
		t.Skip(why)
	}
}

// violation is the native replay of what the engines find, or of a run that violates the property if none
// does.
func violation(t *testing.T, task run.Task, h examples.Header) string {
	t.Helper()
	var b bytes.Buffer
	if h.Engines == nil {
		for seed := range uint64(500) {
			var tr bytes.Buffer
			o, err := run.Record(t.Context(), task, run.RunOptions{Seed: seed, MaxSteps: 100000}, &tr)
			if err != nil || o.Exited {
				continue
			}
			if _, err := run.WriteReplay(t.Context(), task, &tr, &b, "out.c"); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		t.Fatal("no run violates the property")
	}
	o, err := run.Check(t.Context(), task, run.Options{Timeout: hang, BugDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	notes, err := o.WriteHarness(t.Context(), &b, "out.c")
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) > 0 {
		t.Errorf("it rests on undefined behaviour: %v", notes)
	}
	return b.String()
}

// passing is the native replay of a run that violates nothing, with the status of the program; empty if there
// is none.
func passing(t *testing.T, task run.Task) (program string, status int) {
	t.Helper()
	for seed := range uint64(200) {
		var tr, b bytes.Buffer
		o, err := run.Record(t.Context(), task, run.RunOptions{Seed: seed, MaxSteps: 20000}, &tr)
		if err != nil || !o.Exited || o.Status == 134 {
			continue
		}
		var refused *run.NativeRefusal
		_, err = run.WriteReplay(t.Context(), task, &tr, &b, "out.c")
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.String(), o.Status
	}
	t.Log("no run without a violation")
	return "", 0
}

// build compiles a program; the compiler has nothing to say about it, though it is asked for all warnings.
func build(t *testing.T, model, program string) (file string) {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "out.c")
	if err := os.WriteFile(source, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(dir, "out")
	args := []string{"-g", "-pthread", "-Wall", "-Wextra", source, "-o", file}
	if model == "ILP32" {
		if why := gcc.Missing("-m32"); why != "" {
			t.Skip(why)
		}
		args = append(args, "-m32")
	}
	if text, err := exec.Command("gcc", args...).CombinedOutput(); err != nil || len(text) > 0 {
		t.Fatalf("gcc: %v\n%s", err, text)
	}
	return file
}

// execute runs a program and returns its status (128 and more for a signal) and what it says on standard
// error.
func execute(t *testing.T, file string) (status int, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var b bytes.Buffer
	// The shell turns a signal into a status, and keeps the core small.
	cmd := exec.CommandContext(ctx, "sh", "-c", "ulimit -c 0; \"$0\"; exit $?", file)
	cmd.Stderr = &b
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%v, %v\n%s", err, ctx.Err(), &b)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "Aborted") && !strings.Contains(line, " addresses are ") {
			lines = append(lines, line)
		}
	}
	return cmd.ProcessState.ExitCode(), strings.Join(lines, "")
}

func failsAlways(t *testing.T, file string, runs int) {
	t.Helper()
	first := ""
	for i := range runs {
		status, text := execute(t, file)
		if i == 0 {
			first = text
		}
		if status != 134 || text != first || text == "" {
			t.Fatalf("run %d of %d: status %d\n%swant 134 and\n%s", i+1, runs, status, text, first)
		}
	}
	t.Logf("%d of %d runs fail: %s", runs, runs, first)
}

func passesAlways(t *testing.T, file string, want, runs int) {
	t.Helper()
	for i := range runs {
		if status, text := execute(t, file); status != want&0xff {
			t.Fatalf("the schedule of a run without violation, run %d: status %d, want %d\n%s", i+1, status,
				want, text)
		}
	}
	t.Logf("the schedule of a run without violation: %d of %d runs end with status %d", runs, runs, want)
}
