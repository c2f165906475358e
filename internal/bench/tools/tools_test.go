package tools

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/property"
)

// TestOutputs judges outputs in the tools' own forms by the shipped descriptions.
func TestOutputs(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "outputs.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]map[string]bool{}
	for _, f := range a.Files {
		head, why, _ := strings.Cut(f.Name, ": ")
		words := strings.Fields(head)
		name, flags := words[0], words[1:len(words)-3]
		words = words[len(words)-3:]
		exit, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(f.Name)
		}
		tool, err := Known(name)
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Files: []string{"queue.c"}, Property: property.Property(words[0]), PropertyFile: "p.prp",
			DataModel: "LP64", Entry: "main", Bound: 2, Flags: flags}
		args, err := tool.CommandLine(task)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		out := Output{Exit: exit, Stdout: f.Data}
		if rest, ok := strings.CutPrefix(string(f.Data), "stderr\n"); ok {
			out.Stdout, out.Stderr = nil, []byte(rest)
		}
		got := tool.Judge(task, args, out)
		word := got.Verdict.String()
		switch {
		case got.Failed:
			word = "error"
		case got.Bound:
			word = "bound"
		}
		if word != words[2] || got.Why != why {
			t.Errorf("%s:\n got %s: %s", f.Name, word, got.Why)
		}
		if seen[name] == nil {
			seen[name] = map[string]bool{}
		}
		kind, _, _ := strings.Cut(word, "(")
		seen[name][kind] = true
	}
	for _, name := range Names() {
		for _, kind := range []string{"true", "false", "error"} {
			if !seen[name][kind] {
				t.Errorf("no output of %s that means %s", name, kind)
			}
		}
	}
}

// TestSilence: nothing at all is no answer of any tool, nor is a crash.
func TestSilence(t *testing.T) {
	for _, name := range Names() {
		tool, err := Known(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, exit := range []int{0, -1, 139} {
			if a := tool.Judge(Task{Property: property.UnreachCall}, nil,
				Output{Exit: exit}); a.Verdict.Kind != property.Unknown || !a.Failed {
				t.Errorf("%s: exit code %d without output means %+v", name, exit, a)
			}
		}
	}
}

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

func TestReadErrors(t *testing.T) {
	good := "name: x\nprogram: [x]\narguments: [\"{file}\"]\nverdicts:\n  - {exit: [0], verdict: \"true\"}\n"
	if _, err := Read("x.yml", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "x.yml: error: the description is empty"},
		{"name: x\nname: y\n", "x.yml:2:1: error: "},
		{good + "colour: red\n", "x.yml:6:1: error: unknown key \"colour\""},
		{strings.Replace(good, "name: x", "name: a b", 1), "x.yml:1:7: error: a tool needs a name"},
		{strings.Replace(good, "program: [x]", "program: []", 1), "x.yml:2:10: error: a tool needs a list"},
		{strings.Replace(good, "{file}", "{fil}", 1), "x.yml:3:13: error: unknown placeholder {fil}"},
		{strings.Replace(good, "{file}", "file", 1), "no argument has {file}"},
		{strings.Replace(good, "\"{file}\"", "{file}", 1), "x.yml:3:"},
		{strings.Replace(good, "[\"{file}\"]", "[\"{file}\", \"a{flags}\"]", 1),
			"x.yml:3:23: error: {flags} stands for several"},
		{strings.Replace(good, "verdict: \"true\"", "verdict: maybe", 1),
			"x.yml:5:26: error: verdict \"maybe\""},
		{strings.Replace(good, "exit: [0]", "output: '('", 1), "x.yml:5:14: error: parsing regexp"},
		{strings.Replace(good, "exit: [0], ", "", 1), "looks at neither"},
		{strings.Replace(good, "verdicts:", "verdict:", 1), "x.yml:4:1: error: unknown key \"verdict\""},
		{good + "checks: {reach: []}\n", "x.yml:6:"},
		{good + "bounds: [3, 2]\n", "x.yml:6:13: error: bounds must"},
		{"name: [\n", "x.yml:"},
		{"x", "x.yml:1:1: error: "},
		{good + "---\n" + good, "x.yml:7:1: error: more than one document"},
	} {
		_, err := Read("x.yml", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	if _, err := Known("nosuch"); err == nil || !strings.Contains(err.Error(), "cbmc, cpachecker") {
		t.Errorf("an unknown tool: %v", err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.yml")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
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

func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		t, err := Known(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(t.Source())
	}
	f.Add([]byte("name: x\nprogram: [x]\narguments: [{a: b}]\nverdicts: [{}]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		tool, err := Read("x.yml", text)
		if err != nil {
			return
		}
		task := Task{Files: []string{"a.c"}, Property: property.UnreachCall, DataModel: "LP64"}
		args, _ := tool.CommandLine(task)
		tool.Judge(task, args, Output{Stdout: []byte("VERIFICATION FAILED\n")})
	})
}
