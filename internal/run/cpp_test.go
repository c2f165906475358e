package run

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/clang"
	"whittle.dev/internal/testing/testflag"
)

var (
	cppVerdict = regexp.MustCompile(`(?m)^// right: (true|unknown) ([a-z-]+)\n// broken: false\(([a-z-]+)\)$`)
	cppFlags   = regexp.MustCompile(`(?m)^// flags: (.*)$`)
)

// TestCpp checks programs in C++, each as it is and with what the macro BROKEN breaks. An ordinary run takes
// some of them. Where the answer for the one that is right may be unknown, it is not asked for.
func TestCpp(t *testing.T) {
	if len(clang.Installed()) == 0 {
		t.Skip("no clang is installed")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	files, err := filepath.Glob("testdata/cpp/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no programs")
	}
	for i, file := range files {
		if !testflag.Only(filepath.Base(file)) ||
			!testflag.Deep() && !testflag.Chosen() && i%10 != int(testflag.Seed())%10 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := cppVerdict.FindStringSubmatch(string(text))
		if want == nil {
			t.Errorf("%s: no verdicts", file)
			continue
		}
		var flags []string
		if f := cppFlags.FindStringSubmatch(string(text)); f != nil {
			flags = strings.Fields(f[1])
		}
		if want[1] == "true" {
			checkCpp(t, file, Task{Property: want[2], CCFlags: flags}, property.True, "")
		}
		broken := Task{Property: want[3], CCFlags: flags, Defines: []string{"BROKEN"}}
		checkCpp(t, file, broken, property.False, want[3])
	}
}

func checkCpp(t *testing.T, file string, task Task, kind property.Kind, violated string) {
	t.Helper()
	task.Files = []string{file}
	o, err := Check(context.Background(), task, Options{Timeout: time.Minute})
	if err != nil {
		t.Errorf("%s %v: %v", file, task.Defines, err)
		return
	}
	if v := o.Result.Verdict; v.Kind != kind || kind == property.False && string(v.Property) != violated {
		t.Errorf("%s %v: %v, want %v(%s)", file, task.Defines, v, kind, violated)
	}
}

// TestCppDatabase checks a program in C and C++ with the flags of a compilation database, one of whose files
// in C++ is not called so.
func TestCppDatabase(t *testing.T) {
	if len(clang.Installed()) == 0 {
		t.Skip("no clang is installed")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.cpp": "#include <cassert>\nextern \"C\" int twice(int);\nint other();\n" +
			"int main() { auto f = [](int x) { return twice(x); }; assert(f(2) + other() == SUM); }",
		"twice.c":     "#include <half.h>\nint twice(int new) { return new * FACTOR / HALF; }",
		"other.c":     "template <class T> T one() { return 1; }\nint other() { return one<int>(); }",
		"inc/half.h":  "#define HALF 1\n",
		"inc2/half.h": "#define HALF 2\n",
		"compile_commands.json": `[
{"directory": ".", "file": "main.cpp", "command": "g++ -std=c++20 -DSUM=5 -c main.cpp"},
{"directory": ".", "file": "twice.c", "command": "gcc -std=c99 -DFACTOR=2 -Iinc -Iinc2 -c twice.c"},
{"directory": ".", "file": "other.c", "command": "g++ -c other.c"}]`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for defines, kind := range map[string]property.Kind{"SUM=5": property.True, "SUM=6": property.False} {
		o, err := Check(context.Background(), Task{CompileCommands: dir, Property: "unreach-call",
			Defines: []string{defines}}, Options{Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if v := o.Result.Verdict; v.Kind != kind {
			t.Errorf("%s: %v, want %v", defines, v, kind)
		}
	}
}
