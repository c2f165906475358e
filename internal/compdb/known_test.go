package compdb

import (
	"slices"
	"testing"
)

// TestFlagTable checks that no flag hides a longer one.
func TestFlagTable(t *testing.T) {
	for _, n := range valueFlags {
		for _, value := range []string{"", "x"} {
			if value != "" && !slices.Contains(joinedFlags, n) {
				continue
			}
			if got, v, separate := splitFlag(n + value); got != n || v != value || separate != (value == "") {
				t.Errorf("splitFlag(%q) = %q, %q, %v", n+value, got, v, separate)
			}
		}
	}
}

func TestCompiler(t *testing.T) {
	for _, c := range []struct {
		args         []string
		name, target string
		rest         int
	}{
		{[]string{"gcc", "-c"}, "gcc", "", 1},
		{[]string{"/usr/bin/gcc-12", "-c"}, "gcc", "", 1},
		{[]string{"/opt/clang-16.0", "a", "b"}, "clang", "", 2},
		{[]string{"ccache", "/usr/bin/cc", "-c"}, "cc", "", 1},
		{[]string{"ccache", "distcc", "gcc", "-c"}, "gcc", "", 1},
		{[]string{"distcc", "-c"}, "distcc", "", 1},
		{[]string{"i686-linux-gnu-gcc-12", "-c"}, "gcc", "i686-linux-gnu", 1},
		{[]string{"clang++"}, "clang++", "", 0},
		{[]string{"clang-cl.exe", "x"}, "clang-cl", "", 1},
	} {
		name, target, rest := compiler(c.args)
		if name != c.name || target != c.target || len(rest) != c.rest {
			t.Errorf("compiler(%q) = %q, %q, %q", c.args, name, target, rest)
		}
	}
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ compiler, x, file, want string }{
		{"gcc", "", "a.c", "c"}, {"gcc", "", "a.i", "preprocessed"}, {"gcc", "", "a.cpp", "c++"},
		{"gcc", "", "a.C", "c++"},
		{"g++", "", "a.c", "c++"}, {"g++", "c", "a.c", "c"}, {"gcc", "c", "a.inc", "c"},
		{"gcc", "c++", "a.c", "c++"}, {"gcc", "none", "a.c", "c"},
		{"gcc", "", "a.S", "assembler"}, {"gcc", "", "a", "unknown"}, {"clang", "", "a.m", "objective-c"},
		{"gcc", "", "a.h", "c-header"},
	} {
		if got := languageOf(c.compiler, c.x, c.file); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
