package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"whittle.dev/internal/property"
)

// TestRust checks programs in Rust without its library for the system, each as it is and broken, as rustc
// writes them in LLVM's intermediate representation.
func TestRust(t *testing.T) {
	rustc, err := exec.LookPath("rustc")
	if err != nil {
		t.Skip("rustc is not installed")
	}
	files, err := filepath.Glob("testdata/rust/*.rs")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no programs")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := cppVerdict.FindStringSubmatch(string(text))
		if want == nil {
			t.Fatalf("%s: no verdicts", file)
		}
		for _, x := range []struct {
			how, property, violated string
			kind                    property.Kind
		}{{"right", want[2], "", property.True}, {"broken", want[3], want[3], property.False}} {
			out := filepath.Join(t.TempDir(), "a.ll")
			cmd := exec.Command(rustc, "--edition", "2021", "-A", "warnings", "-g", "-C", "panic=abort",
				"--emit", "llvm-ir", "-o", out, "--cfg", x.how, file)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", file, err, text)
			}
			checkCpp(t, out, Task{Property: x.property}, x.kind, x.violated)
		}
	}
}
