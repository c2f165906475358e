package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFlags builds the checks with flags that change what types are.
func TestFlags(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	for _, h := range []Head{{}, {ILP32: true}} {
		var b strings.Builder
		h.flags(&b)
		file := filepath.Join(t.TempDir(), "flags.c")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		right, wrong := []string{}, "-m32"
		if h.ILP32 {
			right, wrong = []string{"-m32"}, "-m64"
		}
		build := func(flags ...string) string {
			out, err := exec.Command(gcc, append(append([]string{"-fsyntax-only"}, flags...),
				file)...).CombinedOutput()
			if err == nil {
				return ""
			}
			return string(out)
		}
		for _, fine := range [][]string{{}, {"-O2", "-std=c11"}, {"-Wall", "-DNDEBUG"}} {
			if out := build(append(fine, right...)...); out != "" {
				t.Errorf("with %v: %s", fine, out)
			}
		}
		for flag, want := range map[string]string{wrong: "long and pointers",
			"-funsigned-char": "char must be signed", "-fshort-enums": "without -fshort-enums",
			"-fpack-struct": "without -fpack-struct", "-ffast-math": "without -ffast-math",
			"-funsigned-bitfields": "without -funsigned-bitfields",
			"-fshort-wchar":        "without -fshort-wchar"} {
			if out := build(append(right[:len(right):len(right)], flag)...); !strings.Contains(out, want) ||
				!strings.Contains(out, h.build()) {
				t.Errorf("with %s: %q", flag, out)
			}
		}
	}
}
