package clang

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/source"
)

// compiler skips a test where there is no clang++.
func compiler(t *testing.T) {
	t.Helper()
	if _, err := findCompiler(Config{Files: []string{"a.cpp"}}); err != nil {
		t.Skip(err)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestCompile compiles a program that takes much from the library: what our own text defines is there.
func TestCompile(t *testing.T) {
	compiler(t)
	file := write(t, "a.cpp", `#include <condition_variable>
#include <future>
#include <list>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
int main() {
	std::map<int, std::string> m{{1, "a"}};
	std::unordered_map<int, int> u{{1, 2}};
	std::list<int> l{1};
	std::condition_variable c;
	std::thread t([] {});
	t.join();
	auto f = std::async(std::launch::async, [] { return 1; });
	if (f.get() == 2)
		throw std::out_of_range(m[1]);
}
`)
	for _, std := range []string{"-std=c++17", "-std=c++20"} {
		m, err := Compile(context.Background(), Config{Files: []string{file}, Flags: []string{std}})
		if err != nil {
			t.Fatal(err)
		}
		text := string(m.Texts[0])
		for _, name := range []string{"_ZNSt6thread4joinEv",
			"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
			"_ZNSt12out_of_rangeD1Ev", "_ZNSt18condition_variableD2Ev"} {
			if !defines(text, name) {
				t.Errorf("%s: %s is not defined", std, name)
			}
		}
		if !strings.HasPrefix(m.Command, "clang++") || m.Flags[len(m.Flags)-1] != std {
			t.Errorf("command %s %v", m.Command, m.Flags)
		}
	}
}

func defines(module, name string) bool {
	for _, line := range strings.Split(module, "\n") {
		if (strings.HasPrefix(line, "define") || strings.HasPrefix(line, "@"+name+" = ")) &&
			strings.Contains(line, "@"+name) {
			return true
		}
	}
	return false
}

// TestProblems looks at what is said about programs with errors, and about compilers that are not there.
func TestProblems(t *testing.T) {
	compiler(t)
	file := write(t, "a.cpp", "int main() {\n  return x;\n}\n")
	_, err := Compile(context.Background(), Config{Files: []string{file}})
	var fe *source.FileError
	if !errors.As(err, &fe) || fe.Line != 2 || fe.Col != 10 || !strings.Contains(fe.Msg, "undeclared") {
		t.Errorf("got %v, want an error at 2:10", err)
	}
	_, err = Compile(context.Background(),
		Config{Files: []string{file}, Command: "no-such-compiler"})
	if !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("got %v, want that there is no such compiler", err)
	}
	t.Setenv("PATH", "")
	_, err = Compile(context.Background(), Config{Files: []string{file}})
	if err == nil || !strings.Contains(err.Error(), "C++ is compiled by clang++, which is not installed") {
		t.Errorf("got %v, want that there is no clang++", err)
	}
}

// TestCache compiles a program twice, and again after a header has changed.
func TestCache(t *testing.T) {
	compiler(t)
	file := write(t, "a.cpp", "#include \"a.h\"\nint main() { return A; }\n")
	header := filepath.Join(filepath.Dir(file), "a.h")
	cfg := Config{Files: []string{file}, Cache: filepath.Join(t.TempDir(), "cache")}
	for i, step := range []struct {
		header string
		cached bool
	}{{"#define A 1\n", false}, {"#define A 1\n", true}, {"#define A 2\n", false}} {
		if err := os.WriteFile(header, []byte(step.header), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := Compile(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if m.Cached != step.cached {
			t.Errorf("step %d: cached is %v, want %v", i, m.Cached, step.cached)
		}
		if want := "ret i32 " + step.header[10:11]; !strings.Contains(string(m.Texts[0]), want) {
			t.Errorf("step %d: no %q in the module", i, want)
		}
	}
}
