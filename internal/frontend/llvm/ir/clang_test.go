package ir_test

import (
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/testing/clang"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// TestExamples reads what each version of clang makes of the example programs.
func TestExamples(t *testing.T) {
	compilers := clang.Installed()
	if len(compilers) == 0 {
		t.Skip("clang is not installed")
	}
	files := examples.Names(t, "../../../../examples")
	for _, file := range testflag.Some(files, 6) {
		for _, cc := range compilers {
			for _, level := range []string{"-O0", "-O1", "-O2"} {
				text, err := clang.Compile(cc, level, file)
				if err != nil {
					t.Logf("left out: %v", err)
					continue
				}
				readWhole(t, text)
			}
		}
	}
}

// readWhole reads all bodies and all nodes.
func readWhole(t *testing.T, text string) {
	t.Helper()
	m, err := ir.ReadString("a.ll", text)
	if err != nil {
		t.Error(err)
		return
	}
	for _, f := range m.Functions {
		body, err := f.Body()
		if err != nil {
			t.Error(err)
			return
		}
		if body == nil {
			continue
		}
		for _, b := range body.Blocks {
			for i := range b.Instrs {
				if n := b.Instrs[i].Dbg; n >= 0 && m.NodeAt(int(n)).Kind != "DILocation" {
					t.Errorf("!%d is no place", n)
				}
			}
		}
	}
	for _, n := range m.List("llvm.module.flags") {
		if len(n.Elems) != 3 {
			t.Errorf("a flag of the module with %d parts", len(n.Elems))
		}
	}
}

// BenchmarkRead reads a program of threads in C++ with all that its headers define, first without the bodies.
func BenchmarkRead(b *testing.B) {
	compilers := clang.Installed()
	if len(compilers) == 0 {
		b.Skip("clang is not installed")
	}
	file := filepath.Join(b.TempDir(), "a.cpp")
	err := os.WriteFile(file, []byte("#include <future>\n#include <iostream>\nint main() { auto f = "+
		"std::async(std::launch::async, [] { return 7; }); std::cout << f.get() << std::endl; }\n"), 0o600)
	if err != nil {
		b.Fatal(err)
	}
	text, err := clang.Compile(compilers[0], "-O0", file)
	if err != nil {
		b.Skip(err)
	}
	for _, bodies := range []bool{false, true} {
		b.Run(map[bool]string{false: "heads", true: "bodies"}[bodies], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				m, err := ir.ReadString("a.ll", text)
				if err != nil {
					b.Fatal(err)
				}
				for _, f := range m.Functions {
					if !bodies {
						break
					}
					if _, err := f.Body(); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
