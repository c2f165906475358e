package tools

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/property"
)

func TestCommandLines(t *testing.T) {
	full := Task{Files: []string{"a.c", "b.c"}, Property: property.UnreachCall, PropertyFile: "p.prp",
		DataModel: "ILP32", Entry: "start",
		Timeout: 1500 * time.Millisecond, CPU: time.Minute, Memory: 2e9, Bound: 6,
		Flags: []string{"--extra", "x"}}
	for name, want := range map[string]string{
		"cbmc": "--no-standard-checks --32 --function start --unwind 6 --unwinding-assertions " +
			"--extra x a.c b.c",
		"deagle": "--extra x p.prp a.c b.c --32",
		"esbmc": "--32 --no-pointer-check --no-bounds-check --no-div-by-zero-check --no-align-check " +
			"--force-malloc-success --function start --unwind 6 --enable-unreachability-intrinsic --extra " +
			"x a.c b.c",
		"genmc":   "--sc --program-entry-function=start --disable-race-detection --extra x -- -m32 a.c b.c",
		"nidhugg": "-m32 -- --c --sc --extra x a.c b.c",
		"cpachecker": "--no-output-files --32 --entryfunction start --timelimit 2s --spec p.prp --extra x " +
			"a.c b.c",
		"dartagnan": "--extra x p.prp a.c b.c",
	} {
		tool, err := Known(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tool.CommandLine(full)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, strings.Join(got, " "), want)
		}
	}
	cbmc, _ := Known("cbmc")
	if _, err := cbmc.CommandLine(Task{Property: property.Termination, DataModel: "LP64"}); err == nil ||
		cbmc.Checked(property.Termination) {
		t.Error("cbmc checks termination")
	}
	if _, err := cbmc.CommandLine(Task{Property: property.UnreachCall}); err == nil {
		t.Error("no data model is no error")
	}
}

// TestPlaces: what has no value is left out with what belongs to it.
func TestPlaces(t *testing.T) {
	tool, err := Read("x.yml", []byte(`
name: x
program: [x]
arguments: [[-t, "{timeout}"], "--mem={memory_mb}/{memory}", "-{property}", "in:{file}", "{data_model}"]
environment: {LIMIT: "{cpu}", MODE: "m{bits}"}
verdicts: [{exit: [0], verdict: "true"}]
`))
	if err != nil {
		t.Fatal(err)
	}
	task := Task{Files: []string{"a.c"}, Property: property.NoOverflow, DataModel: "LP64",
		Flags: []string{"-f"}}
	args, err := tool.CommandLine(task)
	if diff := cmp.Diff([]string{"-f", "-no-overflow", "in:a.c", "LP64"}, args); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if diff := cmp.Diff([]string{"MODE=m64"}, tool.Env(task)); diff != "" {
		t.Error(diff)
	}
	task.Timeout, task.Memory, task.CPU = time.Second, 3e9+5, 1
	args, _ = tool.CommandLine(task)
	if diff := cmp.Diff([]string{"-f", "-t", "1", "--mem=3000/3000000005", "-no-overflow", "in:a.c", "LP64"},
		args); diff != "" {
		t.Error(diff)
	}
	if !tool.UsesTimeout() || !slices.Contains(tool.Env(task), "LIMIT=1") {
		t.Errorf("the timeout is not used: %v", tool.Env(task))
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	cpa, err := Known("cpachecker")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cpa.Find(); err == nil || !strings.Contains(err.Error(), "no program cpachecker or cpa.sh") {
		t.Errorf("a missing program: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cpa.sh"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if p, err := cpa.Find(); err != nil || p != filepath.Join(dir, "cpa.sh") {
		t.Errorf("found %q, %v", p, err)
	}
}
