package run_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/gcc"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/testsuite"
)

// suiteExamples are the examples whose suites an ordinary run builds: without threads and with, with and
// without dead outcomes, with a switch, with inputs inside of atomic operations, with assertions that fail.
// With -scale it is all examples.
var suiteExamples = []string{"switch_ranges", "lost_update_cas"}

// compilerDiffers has the examples in which gcc makes other branches than the source has: none of what it
// computes itself, more of a bool that ?: returns.
var compilerDiffers = map[string]bool{"data_model_ilp32": true, "gnu_extensions": true, "recursion": true}

// TestSuiteByGcov builds suites by gcc: each test must do what is expected of it, and gcov must find that all
// outcomes are taken but those that are said to be dead, line by line.
func TestSuiteByGcov(t *testing.T) {
	if why := gcc.Missing(); why != "" {
		t.Skip(why)
	}
	for _, tool := range []string{"gcov", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	folder := "examples"
	names := suiteExamples
	if testflag.Deep() {
		names = examples.Names(t, folder)
	}
	for _, name := range names {
		name = strings.TrimSuffix(filepath.Base(name), ".c")
		file := examples.File(t, folder, name+".c")
		if !testflag.Only(name) || compilerDiffers[name] {
			continue
		}
		head := examples.Read(t, file)
		if head.DataModel == "ILP32" && gcc.Missing("-m32") != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			task := run.Task{Files: []string{file}, DataModel: head.DataModel}
			s, err := run.MakeSuite(t.Context(), task,
				run.SuiteOptions{Coverage: "conditions", Options: run.Options{Timeout: time.Minute}})
			if err != nil {
				t.Fatal(err)
			}
			if n := s.Count(testsuite.Open); n > 0 {
				t.Fatalf("%d goals are open: %s", n, s.Stopped)
			}
			out := filepath.Join(t.TempDir(), "tests")
			notes, err := s.WriteFolder(out, false)
			if err != nil || len(notes) > 0 {
				t.Fatal(err, notes)
			}
			run := exec.Command("make", "-s", "-C", out, "coverage")
			if text, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			dead := map[int]int{}
			for i := range s.Goals {
				if s.Goals[i].State == testsuite.Dead {
					dead[int(s.Goals[i].Pos.Line)]++
				}
			}
			if got := notTaken(t, filepath.Join(out, "counted"), file); !maps.Equal(got, dead) {
				t.Errorf("gcov misses %v, dead are %v", got, dead)
			}
		})
	}
}

// notTaken counts, by line of a file, the branches that gcov says were never taken.
func notTaken(t *testing.T, folder, file string) map[int]int {
	t.Helper()
	run := exec.Command("gcov", "-b", "--json-format", "--stdout", "program.o")
	run.Dir = folder
	text, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Files []struct {
			File  string
			Lines []struct {
				Number   int `json:"line_number"`
				Branches []struct{ Count int }
			}
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	out := map[int]int{}
	for _, f := range report.Files {
		if filepath.Base(f.File) != filepath.Base(file) {
			continue
		}
		for _, l := range f.Lines {
			for _, b := range l.Branches {
				if b.Count == 0 {
					out[l.Number]++
				}
			}
		}
	}
	return out
}

// TestSuiteFolder: a folder is written as a whole, the same for the same program; what is no suite stays.
func TestSuiteFolder(t *testing.T) {
	file := filepath.Join("examples", "papers", "dpr_figure2.c")
	made := func(folder string) {
		t.Helper()
		s, err := run.MakeSuite(t.Context(), run.Task{Files: []string{file}}, run.SuiteOptions{})
		if err == nil {
			_, err = s.WriteFolder(folder, false)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	in := t.TempDir()
	a, b := filepath.Join(in, "a"), filepath.Join(in, "b")
	made(a)
	if err := os.WriteFile(filepath.Join(a, "left.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	made(a)
	made(b)
	if err := os.Remove(filepath.Join(a, "Makefile")); err != nil { // it names the way to the source
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(b, "Makefile")); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("diff", "-r", a, b).CombinedOutput(); err != nil {
		t.Errorf("two suites of a program differ: %v\n%s", err, text)
	}
	list, err := os.ReadDir(in)
	if err != nil || len(list) != 2 {
		t.Errorf("left beside the suites: %v %v", list, err)
	}
	if err := run.CheckSuiteFolder(in); err == nil {
		t.Error("a folder with something else would be replaced")
	}
}
