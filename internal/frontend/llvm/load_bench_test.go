package llvm_test

import (
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/testing/clang"
)

// BenchmarkLoad makes a program of C++ with containers and futures, some megabytes of text, of which it
// reaches a part.
func BenchmarkLoad(b *testing.B) {
	compilers := clang.Installed()
	if len(compilers) == 0 {
		b.Skip("clang is not installed")
	}
	file := filepath.Join(b.TempDir(), "a.cpp")
	err := os.WriteFile(file, []byte(`
#include <future>
#include <iostream>
#include <map>
#include <string>
int main() {
	std::map<std::string, std::future<int>> m;
	m["a"] = std::async(std::launch::async, [] { return 42; });
	m.emplace("b", std::async(std::launch::async, [] { return 1; }));
	int n = 0;
	for (auto &x : m)
		n += x.second.get();
	std::cout << n << std::endl;
}
`), 0o600)
	if err != nil {
		b.Fatal(err)
	}
	text, err := clang.Compile(compilers[len(compilers)-1], "-O0", file)
	if err != nil {
		b.Skip(err)
	}
	b.SetBytes(int64(len(text)))
	read := func(name string) ([]byte, error) {
		if name == "a.ll" {
			return []byte(text), nil
		}
		return os.ReadFile(name)
	}
	for b.Loop() {
		_, _, err := llvm.Load(b.Context(), llvm.Config{Files: []string{"a.ll"},
			Lowering: c.Config{Property: "unreach-call", Read: read}})
		if err != nil {
			b.Fatal(err)
		}
	}
}
