package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

var root = filepath.Join("..", "..")

// TestArchive: what is in the archive, with which modes, and that it is the same each time.
func TestArchive(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "whittle")
	if err := os.WriteFile(binary, []byte("the program"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "w.zip")
	if err := run(root, binary, out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := archive(root, binary); err != nil || !bytes.Equal(text, again) {
		t.Errorf("the second archive is another one (%v)", err)
	}
	r, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct{ mode, text string }{
		"whittle/LICENSE":                    {"-rw-r--r--", "Apache License"},
		"whittle/README.txt":                 {"-rw-r--r--", "whittle for SV-COMP"},
		"whittle/benchexec/tools/whittle.py": {"-rw-r--r--", "BaseTool2"},
		"whittle/smoketest.sh":               {"-rwxr-xr-x", "#!/bin/sh"},
		"whittle/whittle":                    {"-rwxr-xr-x", "the program"},
	}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		w, ok := want[f.Name]
		if err != nil || !ok || f.Mode().String() != w.mode || !strings.Contains(string(text), w.text) ||
			!f.Modified.Equal(epoch) {
			t.Errorf("%s: %s, %s, %v", f.Name, f.Mode(), f.Modified, err)
		}
		delete(want, f.Name)
	}
	for name := range want {
		t.Errorf("%s is missing", name)
	}
	if err := run(root, filepath.Join(t.TempDir(), "none"), out); err == nil {
		t.Error("a program that is not there is no error")
	}
	// A failed run leaves what was there.
	if now, err := os.ReadFile(out); err != nil || !bytes.Equal(now, text) {
		t.Errorf("the archive of before is gone (%v)", err)
	}
}

// TestModule runs the tool-info module with a stand-in for BenchExec.
func TestModule(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	cmd := exec.Command(python, "-B", filepath.Join("testdata", "module.py"),
		filepath.Join(root, "contrib", "benchexec", "whittle.py"))
	if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "ok" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestScript: the smoke test is a shell script without mistakes of syntax.
func TestScript(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	if out, err := exec.Command(sh, "-n", "smoketest.sh").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// TestMakefile: the targets are there and do what they should. With -scale the archive is built with make,
// and the smoke test run in it.
func TestMakefile(t *testing.T) {
	mk, err := exec.LookPath("make")
	if err != nil {
		t.Skip("there is no make")
	}
	for target, want := range map[string]string{"build": "./cmd/whittle", "test": "test ./...",
		"svcomp": "whittle.zip", "clean": "rm -f whittle"} {
		out, err := exec.Command(mk, "-n", "-C", root, target).CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("make %s: %v\n%s", target, err, out)
		}
	}
	if !testflag.Deep() {
		return
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the program is for Linux on x86-64")
	}
	if out, err := exec.Command(mk, "-C", root, "svcomp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	defer exec.Command(mk, "-C", root, "clean").Run()
	r, err := zip.OpenReader(filepath.Join(root, "whittle.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	dir := t.TempDir()
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, f.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(filepath.Join(dir, "whittle", "smoketest.sh")).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
