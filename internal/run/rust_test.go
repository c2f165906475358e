package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

var rustVersion = regexp.MustCompile(`(?m)^// rustc: (.*)$`)

// TestRust checks programs in Rust, each as it is and broken, as rustc writes them in LLVM's intermediate
// representation. Those with Rust's library for the system are for one version of the compiler, and take
// long.
func TestRust(t *testing.T) {
	rustc, err := exec.LookPath("rustc")
	if err != nil {
		t.Skip("rustc is not installed")
	}
	version, err := exec.Command(rustc, "--version").Output()
	if err != nil {
		t.Skip("rustc does not run:", err)
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
		flags := strings.Fields("--edition 2021 -A warnings -g -C panic=abort --emit llvm-ir")
		if of := rustVersion.FindStringSubmatch(string(text)); of != nil {
			if !testflag.Deep() || !strings.HasPrefix(string(version), "rustc "+of[1]+".") {
				continue
			}
			flags = append(flags, "-O", "-C", "codegen-units=1")
		}
		for _, x := range []struct {
			how, property, violated string
			kind                    property.Kind
		}{{"right", want[2], "", property.True}, {"broken", want[3], want[3], property.False}} {
			out := filepath.Join(t.TempDir(), "a.ll")
			cmd := exec.Command(rustc, append(flags, "-o", out, "--cfg", x.how, file)...)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", file, err, text)
			}
			checkCpp(t, out, Task{Property: x.property}, x.kind, x.violated)
		}
	}
}
