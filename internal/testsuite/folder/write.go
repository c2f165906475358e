package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/harness"
	"whittle.dev/internal/testsuite"
	"whittle.dev/internal/testsuite/coveragepage"
	"whittle.dev/internal/testsuite/lcov"
	"whittle.dev/internal/testsuite/testcomp"
)

// Input is what is written.
type Input struct {
	Suite  *testsuite.Suite
	Source *c.Instrumented
	Head   harness.Head
	Meta   testcomp.Meta
	// TestComp leaves out everything but the suite in the format of Test-Comp, and the index.
	TestComp bool
}

// indexName is the file by which a folder is known to hold a suite.
const indexName = "suite.json"

// ErrOther is returned for a folder that holds something else.
var ErrOther = errors.New("the folder exists, and does not hold a test suite")

// Write writes the suite as a folder. The notes say which tests cannot be written as C, and why.
func Write(name string, in Input) (notes []string, err error) {
	if err := Check(name); err != nil {
		return nil, err
	}
	files, notes, err := in.files(name)
	if err != nil {
		return nil, err
	}
	name = filepath.Clean(name)
	beside, err := os.MkdirTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(beside)
	fresh, old := filepath.Join(beside, "new"), filepath.Join(beside, "old")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		return nil, err
	}
	for _, f := range files {
		at := filepath.Join(fresh, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(at, f.text, 0o644); err != nil {
			return nil, err
		}
	}
	if err := os.Rename(name, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return notes, os.Rename(fresh, name)
}

// Check reports, before the work, whether a folder may be written.
func Check(name string) error {
	list, err := os.ReadDir(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(list) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(name, indexName)); err != nil {
		return fmt.Errorf("%s: %w", name, ErrOther)
	}
	return nil
}

type file struct {
	name string
	text []byte
}

// files makes the files of the folder.
func (in Input) files(folder string) (out []file, notes []string, err error) {
	add := func(name string, text string) { out = append(out, file{name, []byte(text)}) }
	write := func(name string, f func(w io.Writer) error) {
		var b bytes.Buffer
		if werr := f(&b); werr != nil && err == nil {
			err = fmt.Errorf("%s: %w", name, werr)
		}
		out = append(out, file{name, b.Bytes()})
	}
	s := in.Suite
	list, err := testcomp.Files(s, in.Meta)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range list {
		out = append(out, file{"test-suite/" + f.Name, f.Text})
	}
	native := make([]string, len(s.Tests)) // the files of tests, or ""
	refused := make([]error, len(s.Tests))
	if !in.TestComp {
		var h *harness.Suite
		h, refused = harness.NewSuite(in.Source, harnessTests(s))
		add("program.c", h.Program(in.Head))
		add(harness.SuiteHeader, h.Header(in.Head))
		add(harness.SuiteRuntime, h.Runtime())
		for i := range s.Tests {
			t := &s.Tests[i]
			if refused[i] != nil {
				notes = append(notes, fmt.Sprintf("%s cannot be written as C: %v", t.Name, refused[i]))
				continue
			}
			native[i] = t.Name + ".c"
			add(native[i], h.Test(i, in.about(i)))
			add("expected/"+t.Name+".status", fmt.Sprintln(t.Status))
			if t.Known {
				add("expected/"+t.Name+".out", t.Output)
			}
		}
		add("Makefile", makefile(folder, native, in.Head))
		add("run.sh", runner)
		write("coverage.info", func(w io.Writer) error { return lcov.Write(w, s) })
		write("coverage.html", func(w io.Writer) error {
			return coveragepage.Write(w, s, strings.Join(in.Head.Files, ", "))
		})
	}
	write(indexName, func(w io.Writer) error { return in.index(w, native, refused) })
	return out, notes, err
}

// harnessTests are the tests as package harness wants them.
func harnessTests(s *testsuite.Suite) []harness.Test {
	out := make([]harness.Test, len(s.Tests))
	for i := range s.Tests {
		t := &s.Tests[i]
		out[i] = harness.Test{Trace: t.Trace, Last: t.Last, Cut: t.End == testsuite.Cut,
			Assumes: t.End == testsuite.Assumes}
	}
	return out
}

// about is what the first comment of a test says.
func (in Input) about(i int) []string {
	t := &in.Suite.Tests[i]
	out := []string{fmt.Sprintf("%s of %s: written by whittle %s.", t.Name,
		strings.Join(in.Head.Files, ", "), in.Head.Version), "", "Expected: " + t.Expected()}
	if inputs := t.Inputs(); len(inputs) > 0 {
		out = append(out, "", "Inputs:")
		for n, x := range inputs {
			if n == maxListed {
				out = append(out, fmt.Sprintf("    ... %d more", len(inputs)-n))
				break
			}
			out = append(out, fmt.Sprintf("    %s at %s: %s", x.What, x.Where, x.Number()))
		}
	}
	out = append(out, "", "It covers:")
	for n, g := range t.Covers {
		if n == maxListed {
			out = append(out, fmt.Sprintf("    ... %d more", len(t.Covers)-n))
			break
		}
		goal := &in.Suite.Goals[g]
		out = append(out, fmt.Sprintf("    %s: %s", in.Suite.Program.Files.Format(goal.Pos), goal))
	}
	return out
}

// maxListed bounds the lists in the comments of tests.
const maxListed = 60
