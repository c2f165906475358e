package tools

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
