package tasks

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/results"
	"whittle.dev/internal/property"
)

// runner is the program that is killed and started again: a run over all tasks with all configurations.
func runner(results string) {
	exe, err := os.Executable()
	if err != nil {
		os.Exit(9)
	}
	_, err = Run(context.Background(), resumeItems(),
		Config{Command: []string{exe, "check"}, Configs: []NamedArgs{{Name: "one"},
			{Name: "two", Args: []string{"--x"}}},
			Jobs: 2, Wall: time.Minute, Results: results, Supervisor: []string{exe, proctree.Command}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(9)
	}
	os.Exit(0)
}

func resumeItems() []Item {
	var all []Item
	for i := range 6 {
		for _, name := range []string{"holds", "violated", "unknown", "bad"} {
			it := items(property.Holds(), name)[0]
			it.Name = fmt.Sprintf("%d/%s", i, name)
			all = append(all, it)
		}
	}
	return all
}

// verdicts is what must not depend on interruptions: everything but times and memory, in the order of the
// tasks.
func verdicts(t *testing.T, results string) []string {
	t.Helper()
	recs, _, err := ReadResults(results)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range recs {
		out = append(out, fmt.Sprintln(r.Name, r.Config, r.Property, r.Expected, r.Verdict, r.Score, r.Exit,
			r.Why))
	}
	slices.Sort(out)
	return out
}

// TestKilledRun kills a run without warning, again and again, at times that are not chosen; in the end there
// is what an uninterrupted run leaves.
func TestKilledRun(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts some hundred processes")
	}
	fake(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole, parts := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "parts.jsonl")
	if out, err := exec.Command(exe, "runner", whole).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	kills := 0
	for i := 0; ; i++ {
		c := exec.Command(exe, "runner", parts)
		var out bytes.Buffer
		c.Stdout, c.Stderr = &out, &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- c.Wait() }()
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("%v: %s", err, out.String())
			}
		case <-time.After(time.Duration(60+37*(i%5)) * time.Millisecond):
			if i < 6 {
				_ = c.Process.Kill()
				kills++
				<-done
				continue
			}
			if err := <-done; err != nil {
				t.Fatalf("%v: %s", err, out.String())
			}
		}
		break
	}
	t.Logf("killed %d times", kills)
	if diff := cmp.Diff(verdicts(t, whole), verdicts(t, parts)); diff != "" {
		t.Error(diff)
	}
	if n := len(verdicts(t, parts)); n != 2*len(resumeItems()) {
		t.Errorf("%d records", n)
	}
}

// TestCutRecords: whatever is cut off the end of a results file, at any byte, the run ends with the same
// records.
func TestCutRecords(t *testing.T) {
	type rec struct{ Name, Text string }
	key := func(r rec) string { return r.Name }
	file := filepath.Join(t.TempDir(), "r.jsonl")
	all := []rec{{"a", "one"}, {"b", "zwei\n"}, {"c", "trois {\"}"}}
	write := func() []byte {
		r, err := results.Open(file, "header", key)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all {
			if _, done := r.Done[x.Name]; !done {
				if err := r.Add(x); err != nil {
					t.Fatal(err)
				}
			}
		}
		r.Close()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	want := write()
	for n := range want {
		if err := os.WriteFile(file, want[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if got := write(); !bytes.Equal(got, want) {
			t.Fatalf("cut after %d bytes: %q", n, got)
		}
	}
	// In the middle a broken line is damage, and told with its place.
	lines := bytes.SplitAfter(want, []byte("\n"))
	lines[2] = []byte("{\"Name\":\n")
	if err := os.WriteFile(file, bytes.Join(lines, nil), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := results.Open(file, "header", key); err == nil ||
		!strings.Contains(err.Error(), "r.jsonl:3:") {
		t.Errorf("a broken line: %v", err)
	}
}

// TestTwoRuns: a file that a run writes to is not given to another one.
func TestTwoRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	key := func(r Record) string { return r.Name }
	r, err := results.Open(file, "x", key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := results.Open(file, "x", key); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Skipf("files are not locked here: %v", err)
	}
	r.Close()
	if r, err = results.Open(file, "x", key); err != nil {
		t.Fatal(err)
	}
	r.Close()
}
