package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/clang"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// TestLLVMExamples: what clang -O0 makes of an example has the verdict of the example. So the two front ends
// are tested against each other.
func TestLLVMExamples(t *testing.T) {
	compilers := clang.Installed()
	if len(compilers) == 0 {
		t.Skip("clang is not installed")
	}
	compilers = []string{compilers[0], compilers[len(compilers)-1]}
	names := examples.Names(t, "examples")
	for k, i := range testflag.Turn("llvm", 30, len(names)) {
		name := names[i]
		if !testflag.Only(name) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			t.Parallel()
			h := examples.Read(t, name)
			if !h.DecidedBy("auto") {
				t.Skip("it is not decided")
			}
			args := []string{"-O0", name}
			if h.DataModel == "ILP32" {
				args = append(args, "-m32")
			}
			cc := compilers[k%2]
			text, err := clang.Compile(cc, args...)
			if err != nil {
				t.Skipf("left out: %v", err)
			}
			file := filepath.Join(t.TempDir(), "prog.ll")
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			task := run.Task{Files: []string{file}, Property: string(h.Property)}
			o, err := run.Check(t.Context(), task, run.Options{BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			if o.Verdict.Kind != h.Verdict.Kind {
				t.Errorf("%s: the verdict is %v, want %v (%s)", cc, o.Verdict, h.Verdict, o.Result.Why)
			}
		})
	}
}
